// The built-in opponent: looks one card ahead, on nothing but what its seat may see.
import type { Seat } from '../../kernel/seat.ts';
import { quaysForTiles, withTile } from './bot/tiles.ts';
import {
  balance,
  blank,
  type Departures,
  type Outlook,
  richestAboard,
  worthAfterCard,
  worthOf,
} from './bot/weigh.ts';
import type { Command, Target } from './commands.ts';
import { type Components, type EventId, known, type RelationKind } from './components.ts';
import { berthsOf } from './imagine.ts';
import { forEachPlay } from './phases/target-list.ts';
import type { PublicView } from './public-view.ts';
import type { SeatView } from './seat-view.ts';
import { at, berthAt } from './state.ts';

/** An event tile is kept until it brings so much; less when few ships are left to lay it on. */
const TILE_GAIN = 2;
const LATE_TILE_GAIN = 0.5;
const FEW_SHIPS = 3;
/** An auction is opened with so many primes and fewer tiles than this. */
const PRIMES_TO_OPEN = 4;
const TILES_TO_OPEN = 2;
/** How much of its gain a tile may cost. */
const SHARE_BID = 0.6;

export function greedy(c: Components, all: PublicView, own: SeatView, seat: Seat): Command {
  const outlook: Outlook = {
    c,
    seat,
    primes: all.players.map((player) => player.primes),
    hasSlate: all.slateSeat === seat,
    harbour: { berths: berthsOf(all), reserves: all.players.map((player) => player.reserve) },
  };
  switch (all.phase) {
    case 'before-relation':
      return beforeRelation(outlook, all, own);
    case 'after-relation':
      return optional(outlook, all, own) ?? { type: 'end-turn' };
    case 'auction-opening':
      return { type: 'place-bid', amount: 1 };
    case 'auction-bidding':
      return bid(outlook, all);
    case 'settling':
      return settle(outlook, at(all.turn.departQueue, 0));
    case 'allocating':
      return allocate(c, all, own);
    case 'game-over':
      throw new Error('nobody is asked any more');
  }
}

interface Plan {
  readonly worth: number;
  readonly relation: RelationKind;
  readonly effects: (Target | null)[];
}

function beforeRelation(outlook: Outlook, all: PublicView, own: SeatView): Command {
  const extra = optional(outlook, all, own);
  if (extra !== undefined) return extra;
  const { relation, effects } = bestPlan(outlook, all, own);
  return { type: 'play-relation', relation, effects };
}

/** The best card in hand and where to play it. */
function bestPlan(outlook: Outlook, all: PublicView, own: SeatView): Plan {
  const hand = at(all.players, outlook.seat).relationsInHand;
  let best: Plan = { worth: Number.NEGATIVE_INFINITY, relation: at(hand, 0), effects: [] };
  const gains = blank(outlook);
  for (const relation of hand) {
    forEachPlay(outlook, relation, (effects, filled) => {
      const card: Departures = { relation, filled, tradedAt: tradeOf(effects), tile: own.goods[0] ?? null };
      const worth = worthAfterCard(outlook, card, gains);
      if (worth > best.worth) best = { worth, relation, effects: effects.slice() };
    });
  }
  return best;
}

function tradeOf(effects: readonly (Target | null)[]): number {
  for (const target of effects) if (target?.type === 'trade-goods') return target.quay;
  return 0;
}

/** A tile worth laying now, or an auction worth opening. */
function optional(outlook: Outlook, all: PublicView, own: SeatView): Command | undefined {
  const me = at(all.players, outlook.seat);
  const { turn } = all;
  if (me.events.length > 0 && !turn.eventPlayed) {
    const laid = bestTile(outlook, all, own);
    if (laid !== undefined) return laid;
  }
  const isAuctionOpen =
    all.options.events &&
    !turn.auctionHeld &&
    all.eventPileCount + all.eventDiscard.length > 0 &&
    outlook.primes.every((primes) => primes > 0);
  const isWorthIt = me.primes >= PRIMES_TO_OPEN && me.events.length < TILES_TO_OPEN && !all.finalRound;
  return isAuctionOpen && isWorthIt ? { type: 'open-auction' } : undefined;
}

function bestTile(outlook: Outlook, all: PublicView, own: SeatView): Command | undefined {
  const isBefore = all.turn.relationPlayed === null;
  const worthNow = () => (isBefore ? bestPlan(outlook, all, own).worth : worthOf(outlook));
  const base = worthNow();
  let least = all.shipPileCount <= FEW_SHIPS ? LATE_TILE_GAIN : TILE_GAIN;
  let best: Command | undefined;
  for (const event of at(all.players, outlook.seat).events) {
    for (const quay of quaysForTiles(outlook)) {
      const gain = withTile(outlook, event, quay, (gains) => worthNow() + balance(outlook, gains)) - base;
      if (gain <= least) continue;
      least = gain;
      best = { type: 'play-event', event, quay };
    }
  }
  return best;
}

function bid(outlook: Outlook, all: PublicView): Command {
  const next = 1 + (all.auction?.highBid ?? 0);
  const isWorthIt = all.auction !== null && next <= SHARE_BID * gainOfTile(outlook, all.auction.eventId);
  return isWorthIt && next <= at(outlook.primes, outlook.seat)
    ? { type: 'place-bid', amount: next }
    : { type: 'pass-bid' };
}

/** What the tile would bring on the best quay, as the quays are now. */
function gainOfTile(outlook: Outlook, event: EventId): number {
  const base = worthOf(outlook);
  const gains = quaysForTiles(outlook).map(
    (quay) => withTile(outlook, event, quay, (atOnce) => worthOf(outlook, atOnce)) - base,
  );
  return Math.max(0, ...gains);
}

function settle(outlook: Outlook, quay: number): Command {
  const payer = richestAboard(outlook, berthAt(outlook.harbour, quay)) ?? outlook.seat;
  return { type: 'settle-commission', quay, payer };
}

/** Keeps the best tile; of the others, the better ones go to the larger ships, which wait longer. */
function allocate(c: Components, all: PublicView, own: SeatView): Command {
  const goods = own.goods.slice().sort((one, other) => known(c.primeOf, one) - known(c.primeOf, other));
  const assignments = all.quays
    .filter(({ quay }) => all.turn.newQuays.includes(quay))
    .sort((one, other) => one.value - other.value)
    .map(({ quay }, index) => ({ quay, goods: at(goods, index) }))
    .sort((one, other) => one.quay - other.quay);
  return { type: 'allocate-goods', assignments };
}
