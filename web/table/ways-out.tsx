// The ways out of a match, each with an explanation. Irreversible ones require a confirmation.
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { go } from '../lib/router.ts';
import type { Entered } from './entry.ts';
import type { Refused } from './live-table.ts';
import { proposalIn } from './proposal.tsx';
import { say } from './texts.ts';

type Key = Parameters<typeof say>[0];

interface Way {
  readonly name: Key;
  readonly text: string;
  /** The action to be confirmed. */
  readonly sure?: Key;
  readonly act: () => Promise<Refused | undefined>;
}

interface Props {
  readonly place: Entered;
  readonly dialog: RefObject<HTMLDialogElement | null>;
}

export function WaysOut({ place, dialog }: Props) {
  const refusal = useSignal('');
  const asked = useSignal<Key | null>(null);
  const close = () => dialog.current?.close();
  const take = async ({ name, sure, act }: Way) => {
    refusal.value = '';
    if (sure !== undefined && asked.value !== name) {
      asked.value = name;
      return;
    }
    const refused = await act();
    if (refused === undefined) close();
    else refusal.value = refused.message;
  };
  return (
    <dialog
      ref={dialog}
      class="table-ways"
      aria-labelledby="table-ways-title"
      onClose={() => {
        asked.value = null;
        refusal.value = '';
      }}
    >
      <h2 id="table-ways-title">{say('leave-title')}</h2>
      {proposalIn(place) === '' ? null : <p class="table-proposed">{proposalIn(place)}</p>}
      <ul>
        {waysOf(place).map((way) => (
          <li key={way.name}>
            <button
              type="button"
              class="button"
              data-danger={way.sure !== undefined || undefined}
              onClick={() => void take(way)}
            >
              {say(way.sure !== undefined && asked.value === way.name ? way.sure : way.name)}
            </button>
            <p>{way.text}</p>
          </li>
        ))}
      </ul>
      <p class="table-refusal" role="alert">
        {refusal.value}
      </p>
      <button type="button" class="button" onClick={close}>
        {say('stay')}
      </button>
    </dialog>
  );
}

function waysOf(place: Entered): readonly Way[] {
  const { live } = place;
  const { status, seats, absence, vacancy } = live.facts.value;
  const { value: own } = live.seat;
  const home: Way = {
    name: 'leave-now',
    text: say(own === null || status !== 'playing' ? 'leave-now-watching' : `leave-now-${absence}`),
    act: async () => {
      // Tells the others; those who are disconnected are waited for.
      const refused = own !== null && status === 'playing' ? await live.ask('leave-seat', {}) : undefined;
      if (refused === undefined) go({ name: 'home' });
      return refused;
    },
  };
  const seat = own === null ? undefined : seats[own];
  if (seat === undefined || status !== 'playing') return [home];
  const others = seats.filter(({ occupant, seat: other }) => occupant === 'player' && other !== own);
  return [
    home,
    seat.botPlays
      ? {
          name: 'take-over',
          text: say('take-over-text'),
          act: () => live.ask('hand-over', { playing: true }),
        }
      : {
          name: 'hand-over',
          text: say('hand-over-text'),
          act: () => live.ask('hand-over', { playing: false }),
        },
    seat.abandon
      ? { name: 'withdraw', text: say('withdraw-text'), act: () => live.ask('abandon', { agree: false }) }
      : {
          name: proposalIn(place) === '' ? 'abandon' : 'abandon-agree',
          text: say(others.length === 0 ? 'abandon-alone' : 'abandon-text'),
          sure: 'abandon-sure',
          act: () => live.ask('abandon', { agree: true }),
        },
    {
      name: 'give-up',
      text: `${say('give-up-text')} ${say(`vacancy-${vacancy}`)}`,
      sure: 'give-up-sure',
      act: () => live.ask('give-up-seat', {}),
    },
  ];
}
