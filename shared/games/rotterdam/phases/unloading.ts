// Phase 4: ships in harbours are unloaded and their cargo becomes products.
import type { Seat } from '../../../kernel/seat.ts';
import type { Harbour, ProductId } from '../components.ts';
import { addToHand } from '../hands.ts';
import {
  addToStock,
  draftDeck,
  draftPlayer,
  draftQueue,
  draftShip,
  leaveHarbourQueue,
  type Play,
  tell,
  tellMore,
} from '../play.ts';
import type { Ship } from '../state.ts';
import { tellTopProduct } from './decks.ts';

/** All ships of this player, harbour by harbour, in order of arrival. ROT-6.2 */
export function unloadShips(play: Play, seat: Seat): void {
  for (const harbour of play.c.harbours) {
    for (const id of draftQueue(play, harbour.id).slice()) {
      const ship = draftShip(play, id);
      if (ship.owner === seat) unload(play, ship, harbour);
    }
  }
}

function unload(play: Play, ship: Ship, harbour: Harbour): void {
  const { c, draft } = play;
  const { id, owner: seat, cargo } = ship;
  leaveHarbourQueue(play, ship);
  ship.position = null;
  ship.cargo = null;
  addToStock(play, cargo, 1); // ROT-6.3, ROT-6.4
  const deck = draftDeck(play, harbour.id);
  const right = cargo === harbour.material;
  const product = right ? (deck.pop() ?? null) : null; // ROT-6.5
  if (product !== null) addToHand(draftPlayer(play, seat).products, product, c.productRank);
  tellUnloaded(play, { seat, ship: id, harbour: harbour.id, material: cargo }, product, right);
  if (!draft.options.openProducts) return;
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
  readonly ship: string;
  readonly harbour: string;
  readonly material: string | null;
}

function tellUnloaded(play: Play, fields: Unloaded, product: ProductId | null, right: boolean): void {
  const missed = fields.material === null ? 'no-cargo' : 'wrong-cargo';
  const brought = product === null ? 'deck-empty' : 'product';
  const all = { type: 'ship-unloaded', ...fields, result: right ? brought : missed } as const;
  const full = { ...all, product };
  if (play.draft.options.openProducts) tell(play, full);
  else tellMore(play, all, [{ seat: fields.seat, event: full }]);
}
