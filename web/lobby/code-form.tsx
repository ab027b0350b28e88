// The code or link of an invitation, typed or pasted.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { go } from '../lib/router.ts';
import { wayIn } from './invitations.ts';
import { say } from './say.ts';

const EXAMPLE = 'p7qk2wz9bxnf5h3t.r8d4m6y2kvw3';

export function CodeForm() {
  const id = useId();
  const typed = useSignal('');
  const isWrong = useSignal(false);
  const submit = (event: Event) => {
    event.preventDefault();
    const way = wayIn(typed.value);
    isWrong.value = way === undefined;
    if (way !== undefined) go({ name: 'table', ...way });
  };
  return (
    <form class="code-form" onSubmit={submit}>
      <label for={id}>{say('invited-label')}</label>
      <div class="code-form-row">
        <input
          id={id}
          class="field"
          type="text"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={typed.value}
          aria-invalid={isWrong.value}
          aria-describedby={`${id}-fault`}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            isWrong.value = false;
          }}
        />
        <button type="submit" class="button">
          {say('invited-go')}
        </button>
      </div>
      <p id={`${id}-fault`} class="lobby-fault" role="status">
        {isWrong.value ? say('invited-wrong', { example: EXAMPLE }) : ''}
      </p>
    </form>
  );
}
