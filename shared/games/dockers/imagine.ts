// A hidden half that one seat cannot distinguish from the real one: the facts it knows, the rest random.

import type { SightOf } from '../../kernel/play.ts';
import { shuffled } from '../../kernel/rng.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Secret, Types } from './state.ts';

export function imagine(sight: SightOf<Types>): Secret {
  const { components, all } = sight;
  const ships = unseen(sight, components.ships, [
    ...all.quays.flatMap(({ shipId }) => shipId ?? []),
    ...(all.nextShipId === null ? [] : [all.nextShipId]),
    ...all.shipDiscard,
    ...all.removedShips,
  ]);
  const events = unseen(sight, components.events, [
    ...all.quays.flatMap(({ event }) => event?.id ?? []),
    ...all.players.flatMap((player) => player.events),
    ...(all.auction === null ? [] : [all.auction.eventId]),
    ...all.eventDiscard,
    ...all.removedEvents,
  ]);
  const hands = knownHands(sight);
  const goods = unseen(sight, components.goods, [
    ...all.quays.flatMap((quay) => quay.goods ?? []),
    ...hands.flatMap((hand) => hand ?? []),
    ...all.removedGoods,
  ]);
  return {
    hands: all.players.map(({ seat, goodsCount }) =>
      conceal(hands[seat]?.slice() ?? goods.splice(0, goodsCount)),
    ),
    shipsBelow: conceal(ships),
    goodsPile: conceal(goods),
    eventPile: conceal(events),
  };
}

/** By seat; `undefined` if the hand is secret. At the end all are revealed. */
function knownHands({ all, own, seat: viewer }: SightOf<Types>): (readonly string[] | undefined)[] {
  return all.players.map(({ seat }) => {
    if (seat === viewer) return own.goods;
    const row = all.result?.ranking.find((ranked) => ranked.seat === seat);
    return row === undefined ? undefined : [row.goods];
  });
}

/** `items` with each of `seen` removed once, in random order. */
function unseen({ luck }: SightOf<Types>, items: readonly string[], seen: readonly string[]): string[] {
  const left = items.slice();
  for (const item of seen) {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
  }
  return shuffled(luck, left);
}
