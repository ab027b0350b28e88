// One accepted command on its way: the draft it changes and the news it makes.
import type { News } from '../../kernel/game.ts';
import { reveal } from '../../kernel/reveal.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Components, HarbourId, ProductId, ShipId } from './components.ts';
import type { Event } from './events.ts';
import type { Player, Position, Ship, State } from './state.ts';

export interface Play {
  readonly c: Components;
  readonly draft: State;
  readonly news: News<Event>[];
}

export function tell(play: Play, all: Event): void {
  play.news.push({ all });
}

export function tellMore(play: Play, all: Event, only: readonly { seat: Seat; event: Event }[]): void {
  play.news.push({ all, only });
}

/** The draft, where only reading is meant. */
export function seen(play: Play): Position {
  return play.draft as Position;
}

export function draftPlayer({ draft }: Play, seat: Seat): Player {
  const player = draft.players[seat];
  if (player === undefined) throw new Error(`no seat ${seat}`);
  return player;
}

export function draftShip({ draft }: Play, id: ShipId): Ship {
  const ship = draft.ships.find((candidate) => candidate.id === id);
  if (ship === undefined) throw new Error(`no ship ${id}`);
  return ship;
}

export function draftDeck({ draft }: Play, harbour: HarbourId): ProductId[] {
  const deck = draft.decks[harbour];
  if (deck === undefined) throw new Error(`no deck at ${harbour}`);
  return reveal(deck);
}

export function draftQueue({ draft }: Play, harbour: HarbourId): ShipId[] {
  const queue = draft.queues[harbour];
  if (queue === undefined) throw new Error(`no harbour ${harbour}`);
  return queue;
}

export function addToStock({ draft }: Play, material: string | null, units: 1 | -1): void {
  if (material !== null) draft.stock[material] = (draft.stock[material] ?? 0) + units;
}

/** If the ship lies in a harbour, its place in the order of arrival is given up. */
export function leaveHarbourQueue({ draft }: Play, ship: Ship): void {
  const queue = ship.position === null ? undefined : draft.queues[ship.position];
  if (queue !== undefined) queue.splice(queue.indexOf(ship.id), 1); // ROT-10.11
}
