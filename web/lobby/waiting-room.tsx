// A table before its match: seats, invitation, settings, and the start.
import './lobby.css';
import './waiting-room.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Requests } from '../../client/index.ts';
import { Chat } from '../chat/chat.tsx';
import { FirstMatchOffer } from '../first-match/offer.tsx';
import { go } from '../lib/router.ts';
import { callStart } from '../notices/call-turn.ts';
import { Channels } from '../notices/channels.tsx';
import { Shell } from '../shell/shell.tsx';
import type { Entered } from '../table/entry.ts';
import { CloseTable } from './close-table.tsx';
import { Invitation } from './invitation.tsx';
import { GamePicture } from './pictures/index.tsx';
import { say } from './say.ts';
import { StartTime, startOf } from './start-time.tsx';
import { Terms } from './terms.tsx';
import { WaitingSeats } from './waiting-seats.tsx';

export type Ask = <Type extends keyof Requests>(type: Type, fields: Requests[Type]) => Promise<boolean>;

export function WaitingRoom({ place }: { readonly place: Entered }) {
  const { live, teller } = place;
  const fault = useSignal('');
  const facts = live.facts.value;
  const { value: seat } = live.seat;
  const { game, hostSeat, seats, startsAt } = facts;
  useEffect(() => callStart(place), [place]);
  const ask: Ask = async (type, fields) => {
    const refusal = await live.ask(type, fields);
    fault.value = refusal?.message ?? '';
    return refusal === undefined;
  };
  const leave = async () => {
    if (seat === null || (await ask('leave-seat', {}))) go({ name: 'home' });
  };
  const taken = seats.filter(({ occupant }) => occupant !== 'open').length;
  const isFilled = taken === seats.length;
  const isHost = seat !== null && seat === hostSeat;
  const isReady = seat !== null && seats[seat]?.ready === true;
  const host = hostSeat === null ? null : (seats[hostSeat]?.name ?? null);
  const others = seats.filter((one) => one.occupant === 'player' && one.seat !== seat).length;
  return (
    <Shell title={say('waiting-title', { game: teller.book.title })}>
      <header class="waiting-head">
        <GamePicture game={game} />
        <div>
          <h1>{say('waiting-title', { game: teller.book.title })}</h1>
          <p class="faint">{say('waiting-lead')}</p>
          <p role="status" class="waiting-when">
            {startsAt === null ? '' : say('starts-long', { time: startOf(startsAt) })}
          </p>
        </div>
      </header>
      <div class="waiting-columns">
        <section aria-labelledby="seats">
          <h2 id="seats">{say('seats')}</h2>
          <p class="unseen" aria-live="polite">
            {say('taken', { count: taken, seats: seats.length })}
          </p>
          <WaitingSeats facts={facts} seat={seat} ask={ask} />
          <p class="lobby-fault" role="alert">
            {fault.value}
          </p>
          <div class="lobby-buttons">
            {isHost ? (
              <button
                type="button"
                class="button"
                data-main
                aria-disabled={!isFilled}
                aria-describedby="start-about"
                onClick={() => {
                  if (isFilled) void ask('start', {});
                }}
              >
                {say('start')}
              </button>
            ) : null}
            {seat !== null && (!isHost || others > 0) ? (
              <button
                type="button"
                class="button"
                data-main={!isHost && !isReady ? true : undefined}
                onClick={() => void ask('ready', { ready: !isReady })}
              >
                {say(isReady ? 'i-am-not-ready' : 'i-am-ready')}
              </button>
            ) : null}
            <button type="button" class="button" onClick={() => void leave()}>
              {say('leave-table')}
            </button>
            {isHost ? <CloseTable close={() => ask('close-table', {})} /> : null}
          </div>
          <p id="start-about" class="faint waiting-start">
            {startAbout({ isHost, isFilled, isDealing: facts.dealing, host })}
          </p>
          <div class="card waiting-chat">
            <Chat live={live} isTitled />
          </div>
        </section>
        <div class="waiting-side">
          <Invitation game={teller.book.title} facts={facts} invitation={live.invitation.value} />
          {isHost ? <StartTime startsAt={startsAt} ask={ask} /> : null}
          <Channels matchId={facts.matchId} />
          <Terms facts={facts} book={teller.book} />
          <FirstMatchOffer game={game} title={teller.book.title} isAside />
        </div>
      </div>
    </Shell>
  );
}

interface Standing {
  readonly isHost: boolean;
  readonly isFilled: boolean;
  readonly isDealing: boolean;
  readonly host: string | null;
}

/** Why the match cannot start yet. */
function startAbout({ isHost, isFilled, isDealing, host }: Standing): string {
  if (isDealing) return say('start-dealing');
  if (!isFilled) return say('start-unfilled');
  if (isHost) return '';
  return host === null ? say('waiting-for-somebody') : say('waiting-for-host', { name: host });
}
