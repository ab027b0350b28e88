// The built-in opponent: looks one card ahead, using only what its seat may see.

import { pieceOf } from '../../kernel/pieces.ts';
import { at } from '../../kernel/plain-data.ts';
import type { PublicViewOf, SightOf } from '../../kernel/play.ts';
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
import type { Command } from './commands.ts';
import type { EventId, RelationKind } from './components.ts';
import { copyHarbour } from './harbour.ts';
import { forEachPlay } from './phases/target-list.ts';
import { berthAt, type Types } from './state.ts';
import type { Target } from './wire.ts';

/** An event tile is kept until it gains this much; less when few ships are left to lay it on. */
const TILE_GAIN = 2;
const LATE_TILE_GAIN = 0.5;
const FEW_SHIPS = 3;
/** An auction is opened with this many primes and fewer tiles than this. */
const PRIMES_TO_OPEN = 4;
const TILES_TO_OPEN = 2;
/** The share of its gain at present that a tile may cost: it can wait for a better ship. */
const SHARE_BID = 1.2;
/** How much of what a rival would gain with it counts like a gain of one's own. */
const SHARE_DENIED = 0.5;

export function greedy(sight: SightOf<Types>): Command {
  const { components, all, seat } = sight;
  const outlook: Outlook = {
    components,
    seat,
    primes: all.players.map((player) => player.primes),
    hasSlate: all.slateSeat === seat,
    harbour: copyHarbour(all),
  };
  switch (all.phase) {
    case 'before-relation':
      return beforeRelation(outlook, sight);
    case 'after-relation':
      return optional(outlook, sight) ?? { type: 'end-turn' };
    case 'auction-opening':
      return { type: 'place-bid', amount: 1 };
    case 'auction-bidding':
      return bid(outlook, all);
    case 'settling':
      return settleCommission(outlook, at(all.turn.departQueue, 0));
    case 'allocating':
      return allocate(sight);
    case 'game-over':
      throw new Error('the game is over');
  }
}

interface Plan {
  readonly worth: number;
  readonly relation: RelationKind;
  readonly effects: (Target | null)[];
}

function beforeRelation(outlook: Outlook, sight: SightOf<Types>): Command {
  const extra = optional(outlook, sight);
  if (extra !== undefined) return extra;
  const { relation, effects } = bestPlan(outlook, sight);
  return { type: 'play-relation', relation, effects };
}

/** The best card in hand and where to play it. */
function bestPlan(outlook: Outlook, { all, own }: SightOf<Types>): Plan {
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
function optional(outlook: Outlook, sight: SightOf<Types>): Command | undefined {
  const { all } = sight;
  const me = at(all.players, outlook.seat);
  const { turn } = all;
  if (me.events.length > 0 && !turn.eventPlayed) {
    const laid = bestTile(outlook, sight);
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

function bestTile(outlook: Outlook, sight: SightOf<Types>): Command | undefined {
  const { all } = sight;
  const isBefore = all.turn.relationPlayed === null;
  const worthNow = () => (isBefore ? bestPlan(outlook, sight).worth : worthOf(outlook));
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

/** Up to a share of what the tile gains, and of what the highest bidder would gain with it. */
function bid(outlook: Outlook, all: PublicViewOf<Types>): Command {
  const { auction } = all;
  const next = 1 + (auction?.highBid ?? 0);
  if (auction === null || next > at(outlook.primes, outlook.seat)) return { type: 'pass-bid' };
  const rival = auction.highSeat;
  const denied = rival === null ? 0 : gainOfTile({ ...outlook, seat: rival }, auction.eventId);
  const worth = gainOfTile(outlook, auction.eventId) + SHARE_DENIED * denied;
  return next <= SHARE_BID * worth ? { type: 'place-bid', amount: next } : { type: 'pass-bid' };
}

/** What the tile would gain on the best quay at present. */
function gainOfTile(outlook: Outlook, event: EventId): number {
  const base = worthOf(outlook);
  const gains = quaysForTiles(outlook).map(
    (quay) => withTile(outlook, event, quay, (atOnce) => worthOf(outlook, atOnce)) - base,
  );
  return Math.max(0, ...gains);
}

function settleCommission(outlook: Outlook, quay: number): Command {
  const payer = richestAboard(outlook, berthAt(outlook.harbour, quay)) ?? outlook.seat;
  return { type: 'settle-commission', quay, payer };
}

/** Keeps the best tile; among the others, the better ones go to the larger ships, which wait longer. */
function allocate({ components, all, own }: SightOf<Types>): Command {
  const prime = (goods: string) => pieceOf(components.primeOf, goods);
  const goods = own.goods.toSorted((a, b) => prime(a) - prime(b));
  const assignments = all.quays
    .filter(({ quay }) => all.turn.newQuays.includes(quay))
    .sort((a, b) => a.value - b.value)
    .map(({ quay }, index) => ({ quay, goods: at(goods, index) }))
    .sort((a, b) => a.quay - b.quay);
  return { type: 'allocate-goods', assignments };
}
