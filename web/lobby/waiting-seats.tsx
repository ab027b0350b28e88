// The seats of a table before its match, with the possible actions.
import { useSignal } from '@preact/signals';
import type { TableFacts } from '../../client/index.ts';
import { SeatMark } from '../seats/seat-mark.tsx';
import { STRENGTHS, type Strength } from './draft.ts';
import { say } from './say.ts';
import type { Ask } from './waiting-room.tsx';

interface Props {
  readonly facts: TableFacts;
  /** One's own. */
  readonly seat: number | null;
  readonly ask: Ask;
}

type SeatFacts = TableFacts['seats'][number];

export function WaitingSeats({ facts, seat, ask }: Props) {
  const strength = useSignal<Strength>('mate');
  const isHost = seat !== null && facts.hostSeat === seat;
  return (
    <>
      {isHost && facts.seats.some(({ occupant }) => occupant === 'open') ? (
        <label class="waiting-strength">
          {say('set.strength')}
          <select
            value={strength.value}
            onChange={({ currentTarget }) => {
              strength.value = STRENGTHS.find((one) => one === currentTarget.value) ?? 'mate';
            }}
          >
            {STRENGTHS.map((one) => (
              <option key={one} value={one}>
                {say(`set.strength.${one}`)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <ol class="waiting-seats">
        {facts.seats.map((one) => (
          <li key={one.seat} class="table-line" data-mine={one.seat === seat || undefined}>
            <SeatMark seat={one.seat} size={32} />
            <span class="table-words">
              <strong>{one.name ?? say('seat-open')}</strong>
              <span class="faint">{notesOn(one, facts.hostSeat, seat).join(' · ')}</span>
            </span>
            <Deeds one={one} isHost={isHost} seat={seat} ask={ask} strength={strength.value} />
          </li>
        ))}
      </ol>
    </>
  );
}

function notesOn(one: SeatFacts, hostSeat: number | null, seat: number | null): string[] {
  if (one.occupant === 'open') return [];
  if (one.occupant === 'bot') return [say(`seat-bot.${one.strength ?? 'mate'}`)];
  return [
    ...(one.seat === seat ? [say('you')] : []),
    ...(one.seat === hostSeat ? [say('host')] : []),
    ...(one.connected || one.seat === seat ? [] : [say('absent')]),
    say(one.ready ? 'ready' : 'not-ready'),
  ];
}

interface DeedsProps {
  readonly one: SeatFacts;
  readonly isHost: boolean;
  /** Of a bot that the host puts on a seat. */
  readonly strength: Strength;
  readonly seat: number | null;
  readonly ask: Ask;
}

function Deeds({ one, isHost, seat, ask, strength }: DeedsProps) {
  const number = one.seat + 1;
  if (one.seat === seat)
    return (
      <button type="button" class="button" onClick={() => void ask('leave-seat', {})}>
        {say('leave-seat')}
      </button>
    );
  return (
    <>
      {one.occupant === 'open' ? (
        <button
          type="button"
          class="button"
          aria-label={say('take-seat-of', { seat: number })}
          onClick={() => void ask('take-seat', { seat: one.seat })}
        >
          {say('take-seat')}
        </button>
      ) : null}
      {isHost && one.occupant === 'open' ? (
        <button
          type="button"
          class="button"
          aria-label={say('put-bot-of', { seat: number })}
          onClick={() => void ask('set-seat', { seat: one.seat, occupant: 'bot', strength })}
        >
          {say('put-bot')}
        </button>
      ) : null}
      {isHost && one.occupant !== 'open' ? (
        <button
          type="button"
          class="button"
          aria-label={say('free-seat-of', { name: one.name ?? say('set.seat', { seat: number }) })}
          onClick={() => void ask('set-seat', { seat: one.seat, occupant: 'open' })}
        >
          {say('free-seat')}
        </button>
      ) : null}
    </>
  );
}
