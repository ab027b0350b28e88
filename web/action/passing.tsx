// Passing until further notice: questions that are asked only because a card might be played are answered by this
// browser alone. Others see a player who passes. It ends at the player's word, or when another card can be played.
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Entered } from '../table/entry.ts';
import { onQuestion } from './pass.ts';
import { say } from './texts.ts';

interface Passing {
  /** What could have been played when the player said so; null: nothing was said. */
  readonly known: Signal<readonly string[] | null>;
  /** What could be played now; undefined: passing is not all there is to do. */
  readonly held: readonly string[] | undefined;
}

export function usePassing(place: Entered): Passing {
  const { choice } = place.live;
  const known = useSignal<readonly string[] | null>(null);
  /** The question that was passed last: its answer may be on its way. */
  const passed = useRef<number | null>(null);
  const passNow = () => {
    const { value: decision } = choice.decision;
    const asked = choice.legal.value.commands.filter((command) => command.decision !== null);
    return decision === null || asked.length === 0 ? undefined : place.board?.pass?.(decision.kind, asked);
  };
  useSignalEffect(() => {
    const id = choice.decision.value?.id ?? null;
    const pass = id === passed.current ? undefined : passNow();
    if (choice.isSending.value || !choice.isEmpty.value) return;
    const isRefused = choice.refusal.value !== undefined;
    const what = onQuestion(known.value, { held: pass?.held, isRefused });
    if (what === 'end') known.value = null;
    if (what !== 'pass' || pass === undefined) return;
    passed.current = id;
    choice.propose(pass.command);
    void choice.confirm();
  });
  return { known, held: passNow()?.held };
}

/** Beside the question. */
export function PassOn({ passing: { known, held } }: { readonly passing: Passing }) {
  if (known.value !== null || held === undefined || held.length === 0) return null;
  return (
    <button
      type="button"
      class="action-pass"
      title={say('pass-on-long')}
      onClick={() => {
        known.value = held;
      }}
    >
      {say('pass-on')}
    </button>
  );
}

/** Shown until it ends. */
export function PassingOn({ passing: { known } }: { readonly passing: Passing }) {
  if (known.value === null) return null;
  return (
    <p class="action-passing">
      {say('passing')}{' '}
      <button
        type="button"
        class="button"
        onClick={() => {
          known.value = null;
        }}
      >
        {say('passing-end')}
      </button>
    </p>
  );
}
