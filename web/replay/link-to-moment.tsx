// A link to the shown moment, to pass on.
import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { SomeGame } from '../boards/furnish.ts';
import { reach } from '../lib/reach.ts';
import { addressOf } from '../lib/screens.ts';
import { server } from '../lib/server.ts';
import { usePoll } from '../lib/use-poll.ts';
import { momentOf } from './film.ts';
import type { Replay } from './replay.ts';
import { say } from './texts.ts';

export function LinkToMoment({ id, replay }: { readonly id: string; readonly replay: Replay<SomeGame> }) {
  const state = useSignal<'fresh' | 'copied' | 'shown'>('fresh');
  const field = useRef<HTMLInputElement>(null);
  usePoll(server);
  const link = `${reach.value.origins[0]}${addressOf(momentOf(id, replay))}`;
  useSignalEffect(() => {
    replay.position.value;
    state.value = 'fresh';
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      state.value = 'copied';
    } catch {
      // Not allowed without HTTPS: the link is shown, to be copied by hand.
      state.value = 'shown';
      field.current?.select();
    }
  };
  return (
    <div class="replay-link">
      <button type="button" class="button" onClick={() => void copy()}>
        {say('copy')}
      </button>
      <span role="status">{state.value === 'copied' ? say('copied') : ''}</span>
      <input
        ref={field}
        readOnly
        hidden={state.value !== 'shown'}
        value={link}
        aria-label={say('link')}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  );
}
