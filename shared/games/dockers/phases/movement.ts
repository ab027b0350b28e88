// Moving porters: the effect of a legal target on the quays, and how to undo it for trials.
import { at } from '../../../kernel/plain-data.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { freePlaces, type Harbour } from '../harbour.ts';
import { berthAt } from '../state.ts';
import type { Target } from '../wire.ts';

interface Mover {
  readonly harbour: Harbour;
  readonly seat: Seat;
}

/** Moves the porters and returns the quays whose ships became full, in that order (DOC-6.11, DOC-7.1). */
export function movePorters(mover: Mover, target: Frozen<Target>): number[] {
  const { harbour, seat } = mover;
  switch (target.type) {
    case 'place': {
      const filled: number[] = [];
      for (const quay of target.quays) {
        shift(harbour, quay, seat, 1);
        at(harbour.players, seat).reserve -= 1;
        if (departs(mover, quay)) filled.push(quay);
      }
      return filled;
    }
    case 'move':
      shift(harbour, target.from, seat, -1);
      shift(harbour, target.to, seat, 1);
      return departs(mover, target.to) ? [target.to] : [];
    case 'swap':
      swap(harbour, target.ownQuay, target.otherQuay, [seat, target.seat]);
      return [];
    case 'recall':
      shift(harbour, target.quay, target.seat, -1);
      at(harbour.players, target.seat).reserve += 1;
      return [];
    case 'trade-goods':
      return [];
  }
}

/** Puts everything back as it was before `movePorters`. */
export function takeBack({ harbour, seat }: Mover, target: Frozen<Target>): void {
  switch (target.type) {
    case 'trade-goods':
      break;
    case 'place':
      for (const quay of target.quays) {
        shift(harbour, quay, seat, -1);
        at(harbour.players, seat).reserve += 1;
        berthAt(harbour, quay).departing = false;
      }
      break;
    case 'move':
      shift(harbour, target.to, seat, -1);
      shift(harbour, target.from, seat, 1);
      berthAt(harbour, target.to).departing = false;
      break;
    case 'swap':
      swap(harbour, target.otherQuay, target.ownQuay, [seat, target.seat]);
      break;
    case 'recall':
      shift(harbour, target.quay, target.seat, 1);
      at(harbour.players, target.seat).reserve -= 1;
  }
}

function departs({ harbour }: Mover, quay: number): boolean {
  const berth = berthAt(harbour, quay);
  if (freePlaces(berth) > 0) return false;
  berth.departing = true; // DOC-7.2
  return true;
}

/** The first seat's porter goes from the first quay to the second, the other's the other way. */
function swap(harbour: Harbour, quay: number, other: number, [own, foreign]: [Seat, Seat]): void {
  shift(harbour, quay, own, -1);
  shift(harbour, other, own, 1);
  shift(harbour, other, foreign, -1);
  shift(harbour, quay, foreign, 1);
}

function shift(harbour: Harbour, quay: number, seat: Seat, change: number): void {
  addTo(berthAt(harbour, quay).porters, seat, change);
}

export function addTo(counts: number[], seat: Seat, change: number): void {
  counts[seat] = at(counts, seat) + change;
}
