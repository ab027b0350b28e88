// The auction: a small raised table with the tile, the current bid, and the possible bids.

import { SeatMark } from '../../seats/seat-mark.tsx';
import { Answer } from '../parts/answer.tsx';
import { choosing, offered, pick } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { isLit, nameOf, playerAt } from '../parts/sight.ts';
import type { View } from './pieces.ts';
import { pickedAt, type Sight, say } from './sight.ts';
import { EventSign } from './symbols.tsx';
import { AUCTION } from './trace.ts';
import { eventEffect, toldEvent } from './words.ts';

interface Props {
  readonly sight: Sight;
  readonly auction: NonNullable<View['auction']>;
}

export function Auction({ sight, auction }: Props) {
  const { eventId, highBid, highSeat, passed, nextSeat } = auction;
  const kind = sight.atlas.kindOf.get(eventId) ?? eventId;
  const names = passed.map((seat) => playerAt(sight, seat)).join(', ');
  return (
    <div class="doc-auction" data-at={AUCTION}>
      <Piece
        class="doc-event doc-event-large"
        label={toldEvent(sight, kind)}
        piece={eventId}
        lit={isLit(sight, eventId)}
      >
        <EventSign kind={kind} />
      </Piece>
      <div class="doc-lot">
        <p class="doc-question">
          <b>{say('auction', { event: nameOf(sight, kind) })}</b>
        </p>
        <p class="doc-small">{eventEffect(sight, kind)}</p>
        <p>
          {highSeat === null ? (
            say('auctionNone')
          ) : (
            <>
              <SeatMark seat={highSeat} size={14} />{' '}
              <b>{say('auctionBid', { player: playerAt(sight, highSeat), count: highBid })}</b>
            </>
          )}
          {' · '}
          <span>
            {nextSeat === sight.props.seat
              ? say('auctionYou')
              : say('auctionNext', { player: playerAt(sight, nextSeat) })}
          </span>
          {passed.length > 0 && <span class="faint"> · {say('auctionPassed', { players: names })}</span>}
        </p>
      </div>
      <Bids sight={sight} />
    </div>
  );
}

function Bids({ sight }: { readonly sight: Sight }) {
  const { commands, ground, props } = sight;
  const amounts = commands.flatMap((command) => (command.type === 'place-bid' ? [command.amount] : []));
  const passing = offered(sight, { type: 'pass-bid' });
  const [least] = amounts;
  const most = amounts.at(-1) ?? 0;
  if (least === undefined && passing === undefined) return null;
  const found = pickedAt(sight, 'place-bid', 'amount');
  const picked = typeof found === 'number' ? found : undefined;
  const amount = picked ?? least ?? 0;
  const bid = (count: number) => () => pick(sight, { type: 'place-bid', fields: { amount: count } });
  const primes = ground.players[props.seat ?? 0]?.primes ?? 0;
  return (
    <div class="doc-bids">
      {least !== undefined && (
        <>
          <Answer
            class="doc-coin-step"
            label={say('bidLess', { count: Math.max(least, amount - 1) })}
            onPick={amount > least ? bid(amount - 1) : undefined}
          >
            −
          </Answer>
          <Piece
            class="doc-coin"
            label={say('bid', { count: amount })}
            picked={picked !== undefined}
            onPick={bid(amount)}
          >
            {say('bid', { count: amount })}
          </Piece>
          <Answer
            class="doc-coin-step"
            label={say('bidMore', { count: Math.min(most, amount + 1) })}
            onPick={amount < most ? bid(amount + 1) : undefined}
          >
            +
          </Answer>
          <Answer
            class="doc-coin-step"
            label={say('bidMuch', { count: Math.min(most, amount + 5) })}
            onPick={amount < most ? bid(Math.min(most, amount + 5)) : undefined}
          >
            +5
          </Answer>
        </>
      )}
      {passing !== undefined && (
        <Answer label={say('pass')} {...choosing(sight, passing)}>
          {say('pass')}
        </Answer>
      )}
      <span class="faint">{say('youHave', { count: primes })}</span>
    </div>
  );
}
