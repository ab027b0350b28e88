// ROT-6: phase 4, ships in harbours are unloaded and their cargo becomes products.

import { type PlayOf, tell, tellApart } from '../../../kernel/play.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Harbour, ProductId, ShipId } from '../components.ts';
import { addToHand } from '../hands.ts';
import { addToStock, leaveHarbourQueue, queueOf, shipOf } from '../ships.ts';
import { productDeckOf, productsOf, question, type Types } from '../state.ts';
import { tellTopProduct } from './decks.ts';

export const unloadWindow = question({
  weight: 'quick',
  allotted: true,
  fallback: () => ({ type: 'end-turn' }),
});

/** ROT-6.2: all ships of this player, harbour by harbour, in order of arrival. */
export function unloadShips(play: PlayOf<Types>, seat: Seat): void {
  for (const harbour of play.components.harbours)
    for (const id of queueOf(play.draft, harbour.id).slice())
      if (shipOf(play.state, id).owner === seat) unload(play, id, harbour);
}

function unload(play: PlayOf<Types>, id: ShipId, harbour: Harbour): void {
  const { components, draft } = play;
  const ship = shipOf(draft, id);
  const { owner: seat, cargo } = ship;
  leaveHarbourQueue(draft, id);
  ship.position = null;
  ship.cargo = null;
  addToStock(draft, cargo, 1); // ROT-6.3, ROT-6.4
  const deck = productDeckOf(draft, harbour.id);
  const right = cargo === harbour.material;
  const product = right ? (deck.pop() ?? null) : null; // ROT-6.5
  if (product !== null) addToHand(productsOf(draft, seat), product, components.productRank);
  tellUnloaded(play, { seat, ship: id, harbour: harbour.id, material: cargo }, product, right);
  if (!draft.shown.options.openProducts) return;
  if (right) {
    if (product !== null) tellTopProduct(play, harbour.id); // ROT-11.3
    return;
  }
  const buried = deck.pop();
  if (buried === undefined) return;
  deck.unshift(buried); // ROT-11.4
  tellTopProduct(play, harbour.id);
}

interface Unloaded {
  readonly seat: Seat;
  readonly ship: ShipId;
  readonly harbour: string;
  readonly material: string | null;
}

function tellUnloaded(
  play: PlayOf<Types>,
  fields: Unloaded,
  product: ProductId | null,
  right: boolean,
): void {
  const missed = fields.material === null ? 'no-cargo' : 'wrong-cargo';
  const brought = product === null ? 'deck-empty' : 'product';
  const all = { type: 'ship-unloaded', ...fields, result: right ? brought : missed } as const;
  const own = { ...all, product };
  if (play.state.shown.options.openProducts) tell(play, own);
  else tellApart(play, all, fields.seat, own);
}
