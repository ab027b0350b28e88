// BOR-6: phase 3, a card is played at a harbour, which may set off a distribution.
import { reject } from '../../../kernel/codes.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { Command, CommandOf, Refusal } from '../commands.ts';
import { type Components, pieceOf, type ShipmentId } from '../components.ts';
import { companyOrder, monopolist, visibleFlags } from '../flags.ts';
import { type Play, takeOut, tell } from '../play.ts';
import { type Board, handOf, playerAt } from '../state.ts';
import { distribute } from './distribution.ts';
import { draw } from './turn.ts';

export function* legalShipments(board: Board, seat: Seat): Generator<Command> {
  for (const card of handOf(board, seat))
    for (let slot = 0; slot < board.slots.length; slot++) yield { type: 'play-shipment', card, slot };
}

/** The oldest card, where most room is; of equals the lowest slot. */
export function defaultShipment(components: Components, board: Board, seat: Seat): Command {
  const [card] = handOf(board, seat);
  if (card === undefined) throw new Error('no card to play'); // BOR-6.2
  const rooms = board.slots.map(({ harbourId, pile }) =>
    harbourId === null ? 0 : pieceOf(components.harbours, harbourId).maxCards - pile.length,
  );
  return { type: 'play-shipment', card, slot: rooms.indexOf(Math.max(...rooms)) };
}

export function refuseShipment(
  board: Board,
  seat: Seat,
  { card, slot }: Frozen<CommandOf<'play-shipment'>>,
): Refusal {
  if (!handOf(board, seat).includes(card)) return reject('card-not-in-hand', 'BOR-6.1');
  if (board.slots[slot] === undefined) return reject('unknown-slot', 'BOR-6.1');
  return undefined;
}

export function playShipment(play: Play, seat: Seat, card: ShipmentId, slot: number): void {
  const { draft, components } = play;
  const place = draft.slots[slot];
  if (place === undefined || place.harbourId === null) throw new Error(`no harbour in slot ${slot}`);
  takeOut(reveal(playerAt(draft, seat).hand), [card]);
  place.pile.push(card); // BOR-6.3
  const counts = visibleFlags(components, place.pile);
  tell(play, { type: 'shipment-played', seat, card, slot, counts: { ...counts } });
  const { monopoly, maxCards } = pieceOf(components.harbours, place.harbourId);
  // BOR-7.1: monopoly first; no other harbour is looked at.
  const sole = monopolist(pieceOf(components.shipments, card), counts, monopoly);
  if (sole !== undefined) distribute(play, slot, 'monopoly', [sole]);
  else if (place.pile.length >= maxCards)
    distribute(play, slot, 'shared', companyOrder(components, place.pile, counts)); // BOR-9.1
  else draw(play);
}
