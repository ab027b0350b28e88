// Where the latest move went: lines from a place to another, by the names that places and pieces have on the board.
import type { Line } from '../parts/lines.ts';
import type { Event } from './pieces.ts';

export const atCell = (x: number, y: number) => `cell ${x} ${y}`;
const atSeat = (seat: number) => `seat-${seat}`;
/** Where tiles and cards come from, and coins go to. */
export const STACK = 'stack';
export const DECK = 'deck';

interface Piece {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** `before`: where pieces were. */
export function tracesOf(events: readonly Event[], before: readonly Piece[]): Line[] {
  return events.flatMap((event) => linesOf(event, before));
}

function linesOf(event: Event, before: readonly Piece[]): readonly Line[] {
  const placeOf = (id: string) => before.filter((piece) => piece.id === id);
  switch (event.type) {
    case 'tile-placed':
      return [{ from: STACK, to: atCell(event.x, event.y), piece: event.tileId }];
    case 'ship-departed':
    case 'ship-advanced':
      return along([...placeOf(event.shipId), ...event.path]);
    case 'sailor-moved':
      return along([...placeOf(event.sailorId), event]);
    case 'ship-bought':
      return [{ from: atSeat(event.seat), to: event.shipId, kind: 'unseen' }];
    case 'sailor-bought':
      return [{ from: atSeat(event.seat), to: event.sailorId, kind: 'unseen' }];
    case 'ransom-demanded':
      return [{ from: event.pirateId, to: event.shipId, kind: 'attack' }];
    case 'cargo-loaded':
      return [{ from: DECK, to: event.shipId }];
    case 'cargo-refused':
      return [{ from: DECK, to: event.shipId }];
    default:
      return [];
  }
}

function along(cells: readonly Pick<Piece, 'x' | 'y'>[]): Line[] {
  return cells.flatMap((cell, index) => {
    const next = cells[index + 1];
    return next === undefined ? [] : [{ from: atCell(cell.x, cell.y), to: atCell(next.x, next.y) }];
  });
}

/** Pieces and tiles that the latest move is about: outlined until the next. */
export function movedIn(events: readonly Event[]): ReadonlySet<string> {
  return new Set(events.flatMap(movedBy));
}

function movedBy(event: Event): readonly string[] {
  switch (event.type) {
    case 'tile-placed':
    case 'tile-drawn':
      return [event.tileId];
    case 'home-port-founded':
      return event.sailorId === null ? [event.portId] : [event.portId, event.sailorId];
    case 'home-port-forfeited':
      return [event.portId];
    case 'debt-opened':
      return event.dues.map(({ lighthouseId }) => lighthouseId);
    case 'ship-bought':
    case 'ship-turned':
    case 'ship-departed':
    case 'ship-advanced':
    case 'cargo-loaded':
    case 'cargo-refused':
    case 'cargo-discarded':
    case 'bonus-expired':
      return [event.shipId];
    case 'ship-docked':
    case 'cargo-delivered':
      return [event.shipId, event.portId];
    case 'bonus-credited':
      return [event.shipId, event.lighthouseId];
    case 'dues-paid':
      return [event.lighthouseId];
    case 'sailor-bought':
    case 'sailor-moved':
      return [event.sailorId];
    case 'berth-requested':
      return [event.portId];
    case 'ransom-demanded':
      return [event.pirateId, event.shipId];
    case 'ship-sunk':
    case 'sailor-removed':
      return event.by === undefined ? [] : [event.by];
    case 'treasure-revealed':
    case 'treasure-set-aside':
      return [event.cardId];
    default:
      return [];
  }
}

/** What went down, was driven out or sold: it is marked where it was before. */
export function lossesIn(events: readonly Event[]): ReadonlySet<string> {
  return new Set(
    events.flatMap((event) => {
      if (event.type === 'ship-sunk') return [event.shipId];
      if (event.type === 'piece-sold') return [event.pieceId];
      return event.type === 'sailor-removed' ? [event.sailorId] : [];
    }),
  );
}
