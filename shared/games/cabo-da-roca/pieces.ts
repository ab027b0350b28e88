// The seats' pieces, and what ships carry.
import { reject } from '../../kernel/codes.ts';
import { pieceOf } from '../../kernel/pieces.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import type { RefusalOf } from '../../kernel/rules.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import {
  type CardId,
  type Laid,
  type Piece,
  type PieceId,
  type SailorId,
  SHIP_KINDS,
  type ShipId,
} from './components.ts';
import { turned } from './geometry.ts';
import type { Draft, Player, Ship, State, Types } from './state.ts';

/** CAB-5.9: a command names one of the sender's ships on the board. */
export function refuseShip(reading: ReadingOf<Types>, seat: Seat, id: ShipId): RefusalOf<Types> {
  if (reading.components.pieces.get(id)?.kind === 'sailor') return reject('unknown-id', 'CAB-5.9');
  return refusePiece(reading, seat, id);
}

export function refuseSailor(reading: ReadingOf<Types>, seat: Seat, id: SailorId): RefusalOf<Types> {
  if (reading.components.pieces.get(id)?.kind !== 'sailor') return reject('unknown-id', 'CAB-5.9');
  return refusePiece(reading, seat, id);
}

export function refusePiece(
  { components, state }: ReadingOf<Types>,
  seat: Seat,
  id: PieceId,
): RefusalOf<Types> {
  const piece = components.pieces.get(id);
  if (piece === undefined) return reject('unknown-id', 'CAB-5.9');
  if (piece.seat !== seat) return reject('not-your-piece', 'CAB-5.9');
  if (!isOnBoard(state, id, piece.kind)) return reject('not-on-board', 'CAB-5.9');
  return undefined;
}

function isOnBoard({ shown }: State, id: PieceId, kind: Piece['kind']): boolean {
  const pieces: readonly { readonly id: PieceId }[] = kind === 'sailor' ? shown.sailors : shown.ships;
  return pieces.some((piece) => piece.id === id);
}

export function shipsOf({ shown }: State, seat: Seat): Frozen<Ship>[] {
  return shown.ships.filter((ship) => ship.seat === seat);
}

/** The piece that is bought next: the smallest id that is neither on the board nor lost. */
export function nextInReserve(
  { components, state }: ReadingOf<Types>,
  seat: Seat,
  kind: Piece['kind'],
): PieceId | undefined {
  const owner = state.shown.seats[seat];
  if (owner === undefined || owner.eliminated > 0) return undefined;
  return components.supply[seat]?.[kind].find(
    (id) => !owner.lost.includes(id) && !isOnBoard(state, id, kind),
  );
}

/** A ship as it comes onto the board: along the quay (CAB-6.1). */
export function launched(
  ship: Pick<Ship, 'id' | 'seat' | 'kind'>,
  { x, y, rotation }: Omit<Frozen<Laid>, 'tileId'>,
): Ship {
  return {
    ...ship,
    x,
    y,
    heading: turned(rotation * 2, 2),
    docked: true,
    hasCargo: false,
    cargo: null,
    origin: null,
    bonusOld: 0,
    bonusNew: 0,
    credited: [],
    dockedAtTurnStart: false,
    enteredPort: false,
    loadedThisTurn: false,
    cardRefused: false,
    justLeftPort: false,
    pirateMode: 'none',
  };
}

/** How many pieces of each kind a seat has in reserve: all its own, less the lost and those on the board. */
export function reserveOf({ components, state }: ReadingOf<Types>, seat: Seat): Player['reserve'] {
  const { seats, ships, sailors } = state.shown;
  const owner = seats[seat];
  const supply = components.supply[seat];
  const reserve = { trade: 0, fishing: 0, pirate: 0, sailor: 0 };
  if (owner === undefined || supply === undefined || owner.eliminated > 0) return reserve;
  for (const kind of SHIP_KINDS) reserve[kind] = supply[kind].length;
  reserve.sailor = supply.sailor.length;
  for (const sailor of sailors) if (sailor.seat === seat) reserve.sailor -= 1;
  for (const ship of ships) if (ship.seat === seat) reserve[ship.kind] -= 1;
  for (const id of owner.lost) reserve[pieceOf(components.pieces, id).kind] -= 1;
  return reserve;
}

export function bonusOf(ship: Frozen<Ship>): number {
  return ship.bonusOld + ship.bonusNew;
}

export function cargoOf({ hidden }: State, ship: Frozen<Ship>): CardId | null {
  if (ship.cargo !== null || !ship.hasCargo) return ship.cargo;
  const cargo = hidden.cargoes[ship.id];
  return cargo === undefined ? null : reveal(cargo);
}

/** Takes the cargo card off a ship and puts it on the discard pile (the route token returns). */
export function unload(draft: Draft, ship: Ship): CardId | null {
  const card = cargoOf(draft, ship);
  ship.hasCargo = false;
  ship.cargo = null;
  ship.origin = null;
  delete draft.hidden.cargoes[ship.id];
  if (card !== null) draft.shown.discard.push(card);
  return card;
}
