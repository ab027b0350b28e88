// Asks whether the browser may call the player: after the first move at a slow table, never on arrival, and only while
// other people think: then nothing on the board that it covers can be picked.
import './notices.css';
import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { calls } from '../lib/preferences.ts';
import type { SomeGame } from '../table/entry.ts';
import type { LiveTable } from '../table/live-table.ts';
import { askLeave, callLeave, decline } from './leave.ts';
import { say } from './texts.ts';

/** Others may take their time there. */
const SLOW: readonly string[] = ['slow', 'days', 'none'];

export function AskLeave({ live }: { readonly live: LiveTable<SomeGame> }) {
  const hasMoved = useSignal(false);
  const before = useRef<number | undefined>(undefined);
  useSignalEffect(() => {
    const id = live.choice.decision.value?.id;
    if (before.current !== undefined && id !== before.current) hasMoved.value = true;
    before.current = id;
  });
  const { clock, status, seats } = live.facts.value;
  const asked = live.decisions.value.map(({ seat }) => seat);
  const isTheirs =
    !asked.includes(live.seat.value ?? -1) && asked.some((seat) => seats[seat]?.occupant === 'player');
  const isRight = hasMoved.value && isTheirs && status === 'playing' && SLOW.includes(clock);
  const isOpen = calls.value === 'unasked' && callLeave.value === 'default';
  return (
    <div class="over-board ask-leave" role="status">
      {isRight && isOpen && (
        <p class="card">
          <span>{say('leave-ask')}</span>
          <button type="button" class="button" data-main onClick={() => void askLeave()}>
            {say('leave-yes')}
          </button>
          <button type="button" class="button" onClick={decline}>
            {say('leave-no')}
          </button>
        </p>
      )}
    </div>
  );
}
