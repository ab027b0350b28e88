// The seats: name and shape, presence, decision, and clock.
import './seats.css';
import { useComputed } from '@preact/signals';
import { DrawnSeat } from '../table/drawn.tsx';
import type { Entered } from '../table/entry.ts';
import { SeatClock } from './seat-clock.tsx';
import { SeatMark } from './seat-mark.tsx';
import { say } from './texts.ts';
import { Vacancy } from './vacancy.tsx';

export function Seats({ place }: { readonly place: Entered }) {
  const { live } = place;
  return (
    <section class="seats" aria-labelledby="seats-title">
      <h2 id="seats-title" class="unseen">
        {say('title')}
      </h2>
      <ol>
        {live.facts.value.seats.map(({ seat }) => (
          <Seat key={seat} place={place} seat={seat} />
        ))}
      </ol>
      <Vacancy live={place.live} />
      <Audience place={place} />
    </section>
  );
}

interface SeatProps {
  readonly place: Entered;
  readonly seat: number;
}

function Seat({ place, seat }: SeatProps) {
  const { live, playback, teller, board, pointing } = place;
  const facts = live.facts.value.seats[seat];
  const decision = useComputed(() => live.decisions.value.find((one) => one.seat === seat));
  const points = useComputed(() => {
    const view = playback.scene.value?.view;
    return view === undefined ? null : (board?.points?.(view, seat) ?? null);
  });
  if (facts === undefined) return null;
  const isMine = live.seat.value === seat;
  const isPlaying = live.facts.value.status === 'playing';
  const { value: open } = decision;
  const states = [
    ...(isMine ? [say('you')] : []),
    ...(facts.occupant === 'bot' ? [say(`bot.${facts.strength ?? 'mate'}`)] : []),
    ...(facts.occupant === 'open' ? [say('open')] : []),
    ...(facts.occupant === 'player' && !facts.connected ? [say('away')] : []),
    ...(facts.botPlays && facts.occupant === 'player' && isPlaying ? [say('bot-plays')] : []),
    ...(facts.abandon && isPlaying ? [say('wants-to-stop')] : []),
  ];
  const asked = isPlaying && open !== undefined ? teller.book.decisions[open.kind] : undefined;
  return (
    <li
      class="seats-seat"
      data-asked={asked !== undefined || undefined}
      data-away={(facts.occupant === 'player' && !facts.connected) || undefined}
      data-lit={pointing.litSeats.value.has(seat) || undefined}
      data-mine={isMine || undefined}
    >
      <span class="seats-mark" data-at={`seat-${seat}`}>
        <SeatMark seat={seat} size={28} />
      </span>
      <span class="seats-name">
        <b>{facts.name ?? say('nobody')}</b>
      </span>
      <span class="seats-points" data-count={points.value ?? ''}>
        {points.value !== null && <span>{say('points', { count: points.value })}</span>}
      </span>
      <span class="seats-doing">
        {states.length > 0 && <span class="faint">{states.join(' · ')} </span>}
        {states.length > 0 && asked !== undefined && !isMine && <span class="faint">· </span>}
        {asked !== undefined && (
          <span class={isMine ? 'unseen' : 'seats-asked'}>
            <span class="unseen">{say('decides')} </span>
            {asked}
          </span>
        )}
      </span>
      <SeatClock live={live} seat={seat} />
      <div class="seats-owned">
        <DrawnSeat place={place} seat={seat} />
      </div>
    </li>
  );
}

function Audience({ place }: Pick<SeatProps, 'place'>) {
  const { spectators } = place.live.facts.value;
  if (spectators === 0) return null;
  return <p class="seats-audience faint">{say('spectators', { count: spectators })}</p>;
}
