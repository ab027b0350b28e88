// Where the latest move went: lines from a place to another, by the names that places and pieces have on the board.
import type { Line } from '../parts/lines.ts';
import type { Event, Target } from './pieces.ts';

export const atSeat = (seat: number) => `seat-${seat}`;
export const atQuay = (quay: number) => `quay-${quay}`;
export const atCrate = (quay: number) => `crate-${quay}`;
export const atPorters = (quay: number, seat: number) => `porters-${quay}-${seat}`;
export const SHIP_PILE = 'ship-pile';
export const GOODS_PILE = 'goods-pile';
export const EVENT_PILE = 'event-pile';
export const AUCTION = 'auction';

/** What the events of one version trace, in their order. */
export function tracesOf(events: readonly Event[]): Line[] {
  const lines = events.flatMap(linesOf);
  // Many events take the same way: one line shows it.
  return [...new Map(lines.map((line) => [`${line.from} ${line.to}`, line])).values()];
}

function linesOf(event: Event): readonly Line[] {
  switch (event.type) {
    case 'effect-applied':
      return effectLines(event.target, event.seat);
    case 'goods-traded':
      return [{ from: atCrate(event.quay), to: atSeat(event.seat) }];
    case 'primes-paid':
      return seatsIn(event.amounts).map((seat) => ({ from: atQuay(event.quay), to: atSeat(seat) }));
    case 'porters-returned':
      // After a departure the primes go the same way.
      return event.cause === 'departure' || event.cause === 'recall'
        ? []
        : seatsIn(event.counts).map((seat) => ({ from: atQuay(event.quay), to: atSeat(seat) }));
    case 'primes-claimed':
      return seatsIn(event.losses).map((seat) => ({ from: atSeat(seat), to: atSeat(event.seat) }));
    case 'event-played':
      return [{ from: atSeat(event.seat), to: event.eventId, orTo: atQuay(event.quay) }];
    case 'ship-docked':
      return [{ from: SHIP_PILE, to: event.shipId, orTo: atQuay(event.quay) }];
    case 'goods-dealt':
      return seatsIn(event.counts).map((seat) => ({ from: GOODS_PILE, to: atSeat(seat) }));
    case 'goods-drawn':
      return [{ from: GOODS_PILE, to: atSeat(event.seat) }];
    case 'goods-laid':
      return event.assignments.map(({ quay }) => ({ from: atSeat(event.seat), to: atCrate(quay) }));
    case 'slate-moved':
      return [{ from: atSeat(event.fromSeat), to: atSeat(event.toSeat) }];
    case 'auction-opened':
      return [{ from: EVENT_PILE, to: AUCTION }];
    case 'bid-made':
      return [{ from: atSeat(event.seat), to: AUCTION }];
    case 'auction-won':
      return [{ from: AUCTION, to: atSeat(event.seat) }];
    default:
      return [];
  }
}

function effectLines(target: Target, seat: number): readonly Line[] {
  switch (target.type) {
    case 'place':
      return target.quays.map((quay) => ({
        from: atSeat(seat),
        to: atPorters(quay, seat),
        orTo: atQuay(quay),
      }));
    case 'move':
      return [{ from: atQuay(target.from), to: atPorters(target.to, seat), orTo: atQuay(target.to) }];
    case 'swap':
      return [
        {
          from: atQuay(target.ownQuay),
          to: atPorters(target.otherQuay, seat),
          orTo: atQuay(target.otherQuay),
        },
        {
          from: atQuay(target.otherQuay),
          to: atPorters(target.ownQuay, target.seat),
          orTo: atQuay(target.ownQuay),
        },
      ];
    case 'recall':
      return [{ from: atQuay(target.quay), to: atSeat(target.seat), kind: 'attack' }];
    case 'trade-goods':
      return [{ from: atSeat(seat), to: atCrate(target.quay) }];
  }
}

function seatsIn(counts: readonly number[]): number[] {
  return counts.flatMap((count, seat) => (count > 0 ? [seat] : []));
}

/** Pieces and places that the latest move is about: outlined until the next. */
export function movedIn(events: readonly Event[]): ReadonlySet<string> {
  return new Set(events.flatMap(movedBy));
}

function movedBy(event: Event): readonly string[] {
  switch (event.type) {
    case 'relation-played':
      return [`${event.relation}-${event.seat}`];
    case 'effect-applied':
      return boardedBy(event.target, event.seat);
    case 'event-played':
    case 'auction-won':
      return [event.eventId];
    case 'ship-docked':
    case 'ship-filled':
      return [event.shipId];
    case 'ship-departed':
    case 'ship-removed':
      return [atQuay(event.quay)];
    case 'goods-traded':
      return [atCrate(event.quay)];
    case 'goods-laid':
      return event.assignments.map(({ quay }) => atCrate(quay));
    default:
      return [];
  }
}

function boardedBy(target: Target, seat: number): readonly string[] {
  switch (target.type) {
    case 'place':
      return target.quays.map((quay) => atPorters(quay, seat));
    case 'move':
      return [atPorters(target.to, seat)];
    case 'swap':
      return [atPorters(target.otherQuay, seat), atPorters(target.ownQuay, target.seat)];
    default:
      return [];
  }
}
