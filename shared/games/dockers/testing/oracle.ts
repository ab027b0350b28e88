// Who may see what (section 3 of the rules), stated without using the game's own views.
import { reveal } from '../../../kernel/reveal.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { oracleOf } from '../../../testing/oracle.ts';
import { dockers } from '../index.ts';

interface GoodsTable {
  readonly goods: readonly { readonly nameFr: string; readonly prime: number; readonly ids: string[] }[];
}

/** Tiles of one kind are indistinguishable (DOC-1.4), so here every tile has a unique kind. */
function withDistinctGoods(edition: GoodsTable): object {
  const tiles = edition.goods.flatMap(({ nameFr, prime, ids }) => ids.map((id) => ({ nameFr, prime, id })));
  const goods = tiles.map(({ nameFr, prime, id }) => ({
    kind: `canary-${id}`,
    nameFr,
    nameEn: nameFr,
    prime,
    count: 1,
    ids: [id],
  }));
  return { ...edition, edition: 'canaries', goods };
}

export const oracle = oracleOf({
  family: dockers,
  edition: withDistinctGoods(dockers.builtIn as GoodsTable),
  options: () => [{}, { targetPrimes: 40, firstSeat: 0 }],
  fallbackTells: true,
  pieces: ({ goods, ships, events }) => [...goods, ...ships, ...events],
  *visibleIds({ open, shown, hidden }, viewer) {
    for (const { shipId, goods, event } of shown.quays) {
      if (shipId !== null) yield shipId;
      if (goods !== null) yield goods;
      if (event !== null) yield event.id;
    }
    if (shown.nextShipId !== null) yield shown.nextShipId;
    yield* shown.shipDiscard;
    yield* shown.eventDiscard;
    yield* shown.removedShips;
    yield* shown.removedGoods;
    yield* shown.removedEvents;
    if (shown.auction !== null) yield shown.auction.eventId;
    for (const { events } of shown.players) yield* events;
    const isOver = open.length === 0;
    for (const [seat, hand] of hidden.hands.entries()) if (seat === viewer || isOver) yield* reveal(hand);
  },
  *shownBy(before, { seat, command }) {
    if (command.type === 'allocate-goods') for (const { goods } of command.assignments) yield goods;
    // The tile laid comes from the hand without being named; the ship may leave with it immediately.
    const trades =
      command.type === 'play-relation' && command.effects.some((one) => one?.type === 'trade-goods');
    if (trades) yield* reveal(before.hidden.hands[seat] ?? conceal([]));
  },
});
