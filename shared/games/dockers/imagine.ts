// A state that one seat cannot tell from the real one: everything it does not know is dealt anew.
import { createRng, type Rng, shuffle, spawnSeed } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Components } from './components.ts';
import type { PublicView } from './public-view.ts';
import type { SeatView } from './seat-view.ts';
import type { Berth, Player, State } from './state.ts';

export function imagine(c: Components, all: PublicView, own: SeatView, seat: Seat, seed: string): State {
  const luck = createRng(seed);
  const ships = unseen(luck, c.ships, [
    ...all.quays.flatMap(({ shipId }) => shipId ?? []),
    ...(all.nextShipId === null ? [] : [all.nextShipId]),
    ...all.shipDiscard,
    ...all.removedShips,
  ]);
  const events = unseen(luck, c.events, [
    ...all.quays.flatMap(({ event }) => event?.id ?? []),
    ...all.players.flatMap((player) => player.events),
    ...(all.auction === null ? [] : [all.auction.eventId]),
    ...all.eventDiscard,
    ...all.removedEvents,
  ]);
  const hands = knownHands(all, own, seat);
  const goods = unseen(luck, c.goods, [
    ...all.quays.flatMap((quay) => quay.goods ?? []),
    ...hands.flatMap((hand) => hand ?? []),
    ...all.removedGoods,
  ]);
  const players = all.players.map((player): Player => {
    const hand = hands[player.seat] ?? goods.splice(0, player.goodsCount);
    const { primes, relationsInHand, relationsPlayed, events: owned } = player;
    return { primes, relationsInHand, relationsPlayed, events: owned, goods: conceal(hand) };
  });
  const { auction, turn } = all;
  return {
    version: all.version,
    open: all.decisions.map(({ id, seat: asked, kind }) => ({ id, seat: asked, kind })),
    options: all.options,
    rng: conceal(createRng(spawnSeed(luck))),
    activeSeat: all.activeSeat,
    round: all.round,
    roundFirstSeat: all.roundFirstSeat,
    turnsPlayedInRound: all.turnsPlayedInRound,
    slateSeat: all.slateSeat,
    slateUsedThisRound: all.slateUsedThisRound,
    finalRound: all.finalRound,
    targetReached: all.targetReached,
    berths: berthsOf(all),
    reserves: all.players.map((player) => player.reserve),
    nextShipId: all.nextShipId,
    shipsBelow: conceal(ships),
    goodsPile: conceal(goods),
    eventPile: conceal(events),
    shipDiscard: all.shipDiscard,
    eventDiscard: all.eventDiscard,
    removedShips: all.removedShips,
    removedGoods: all.removedGoods,
    removedEvents: all.removedEvents,
    players,
    turn: {
      relation: turn.relationPlayed,
      auctionHeld: turn.auctionHeld,
      eventPlayed: turn.eventPlayed,
      departQueue: turn.departQueue,
      newQuays: turn.newQuays,
    },
    auction:
      auction === null
        ? null
        : {
            eventId: auction.eventId,
            highBid: auction.highBid,
            highSeat: auction.highSeat,
            passed: auction.passed,
          },
  };
}

/** The quays as the view shows them; the bot looks at them too. */
export function berthsOf(all: PublicView): Berth[] {
  return all.quays.map(({ shipId, goods, event, porters, departing }) => ({
    shipId,
    goods,
    event: event === null ? null : { id: event.id, seat: event.seat },
    porters: porters.slice(),
    departing,
  }));
}

/** By seat; `undefined` where the hand is secret. At the end all are turned up. */
function knownHands(all: PublicView, own: SeatView, seat: Seat): (string[] | undefined)[] {
  return all.players.map((player) => {
    if (player.seat === seat) return own.goods;
    const row = all.result?.ranking.find((ranked) => ranked.seat === player.seat);
    return row === undefined ? undefined : [row.goods];
  });
}

/** What is left of `items` when each of `seen` is taken out once, in random order. */
function unseen(luck: Rng, items: readonly string[], seen: readonly string[]): string[] {
  const left = items.slice();
  for (const item of seen) {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
  }
  shuffle(luck, left);
  return left;
}
