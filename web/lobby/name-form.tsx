// Asks for the player's name, and has the server accept it.
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { sentenceOf } from '../lib/failure.ts';
import { knownAs, playerName } from '../lib/player.ts';
import { faultOf, LONGEST_NAME } from './name.ts';
import { say } from './say.ts';

interface Props {
  /** Called once the server knows the player by that name. */
  readonly onKnown: () => void;
  /** Of the button. */
  readonly label: string;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

export function NameForm({ onKnown, label, children }: Props) {
  const id = useId();
  const name = useSignal(playerName.value);
  useSignalEffect(() => {
    // Taken over from another device, for example.
    name.value = playerName.value;
  });
  const fault = useSignal('');
  const isBusy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    const wrong = faultOf(name.value);
    if (wrong !== undefined) {
      fault.value = say(wrong);
      return;
    }
    isBusy.value = true;
    try {
      await knownAs(name.value.trim());
      fault.value = '';
      onKnown();
    } catch (failure) {
      fault.value = sentenceOf(failure);
    }
    isBusy.value = false;
  };
  return (
    <form class="name-form" noValidate onSubmit={(event) => void submit(event)}>
      <label for={id}>{say('name')}</label>
      <input
        id={id}
        class="field"
        type="text"
        autocomplete="nickname webauthn"
        spellcheck={false}
        maxLength={LONGEST_NAME * 2}
        value={name.value}
        aria-invalid={fault.value !== ''}
        aria-describedby={`${id}-about`}
        onInput={(event) => {
          name.value = event.currentTarget.value;
          fault.value = '';
        }}
      />
      <p id={`${id}-about`} class={fault.value === '' ? 'faint' : 'lobby-fault'} role="status">
        {fault.value === '' ? say('name-hint') : fault.value}
      </p>
      <div class="lobby-buttons">
        <button type="submit" class="button" data-main aria-disabled={isBusy.value}>
          {label}
        </button>
        {children}
      </div>
    </form>
  );
}
