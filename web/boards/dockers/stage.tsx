// The current action: an auction, the payment of a commission, a relation step by step, gains.

import { SeatMark } from '../../seats/seat-mark.tsx';
import { Answer } from '../parts/answer.tsx';
import { Group } from '../parts/group.tsx';
import { choosing } from '../parts/picking.ts';
import { nameOf, playerAt } from '../parts/sight.ts';
import { Auction } from './auction.tsx';
import { Ledger } from './ledger.tsx';
import { listed, pickedAt, type Sight, say } from './sight.ts';
import { Steps } from './steps.tsx';
import { eventEffect } from './words.ts';

export function Stage({ sight }: { readonly sight: Sight }) {
  const { view, ground, kind, props, departures, isForeseen } = sight;
  const { result } = view;
  // A preview is part of the turn that it is made in.
  const { finalRound } = isForeseen ? ground : view;
  const event = pickedAt(sight, 'play-event', 'event');
  return (
    <Group label={say('stage')} class="doc-stage">
      {(result !== null || finalRound) && (
        <p class="doc-title">
          {result === null ? say('finalRound') : (props.teller.book.results[result.reason] ?? '')}
        </p>
      )}
      <div class="doc-stage-body">
        {view.auction !== null ? (
          <Auction sight={sight} auction={view.auction} />
        ) : kind === 'settling' ? (
          <Settle sight={sight} />
        ) : sight.plan !== undefined ? (
          <Steps sight={sight} plan={sight.plan} />
        ) : departures.length > 0 ? (
          <>
            <Ledger sight={sight} departures={departures} />
            {kind === 'allocating' ? <p>{say('laying')}</p> : <Notes sight={sight} />}
          </>
        ) : kind === 'allocating' ? (
          <p>{say('laying')}</p>
        ) : typeof event === 'string' && !isForeseen ? (
          <p class="doc-question">
            <b>{nameOf(sight, event)}</b>{' '}
            {say('eventPicked', { effect: eventEffect(sight, sight.atlas.kindOf.get(event) ?? event) })}
          </p>
        ) : (
          <Notes sight={sight} />
        )}
      </div>
    </Group>
  );
}

/** Why there can be no auction, where that is not to be seen. */
function Notes({ sight }: { readonly sight: Sight }) {
  const { view, ground, isForeseen } = sight;
  const { auction, result } = isForeseen ? ground : view;
  if (result !== null || auction !== null) return null;
  const poor = poorestIn(sight);
  return poor === '' ? null : <p class="faint">{say('turnAuctionPoor', { players: poor })}</p>;
}

/** DOC-10.1: whose lack of primes alone forbids the seat's auction; empty if nobody's. */
function poorestIn({ ground, kind, props }: Sight): string {
  const { options, turn, eventPileCount, eventDiscard, players } = ground;
  const isFree = kind === 'before-relation' || kind === 'after-relation';
  if (!isFree || !options.events || turn.auctionHeld || eventPileCount + eventDiscard.length === 0) return '';
  const names = players.flatMap(({ seat, primes }) => (primes > 0 ? [] : [playerAt({ props }, seat)]));
  return listed(names);
}

/** DOC-8: the player pays the commission, or leaves the slate with a player aboard. */
function Settle({ sight }: { readonly sight: Sight }) {
  const { commands, atlas, ground, view, departures } = sight;
  const settlings = commands.filter((command) => command.type === 'settle-commission');
  const [one] = settlings;
  const { relationPlayed } = ground.turn;
  const due = atlas.relations.get(relationPlayed ?? '')?.commission ?? 0;
  const payable = (seat: number) => Math.min(due, ground.players[seat]?.primes ?? 0);
  return (
    <>
      <p class="doc-question">{say('settle', { quay: one?.quay ?? '', count: due })}</p>
      <div class="doc-answers">
        {settlings.map(({ quay, payer }) => {
          const count = payable(payer);
          const player = playerAt(sight, payer);
          const label = say(payer === view.activeSeat ? 'payMyself' : 'leaveSlate', { player, count });
          return (
            <Answer
              key={payer}
              label={label}
              {...choosing(sight, { type: 'settle-commission', fields: { quay, payer } })}
            >
              <SeatMark seat={payer} size={14} /> {label}
            </Answer>
          );
        })}
      </div>
      {departures.length > 0 && <Ledger sight={sight} departures={departures} />}
    </>
  );
}
