// The vocabulary of effects (DOC-6): judging a target, listing the legal ones, carrying one out.
import type { Seat } from '../../../kernel/seat.ts';
import { type Refusal, refuse, refuseBy, ruleOfEffect } from '../codes.ts';
import type { Target } from '../commands.ts';
import type { Components } from '../components.ts';
import type { Effect } from '../edition-schema.ts';
import { freePlaces, isAvailable, isNeighbour, mayBoard, type Quayside } from '../harbour.ts';
import { at, berthAt } from '../state.ts';

type TargetOf<Type extends Target['type']> = Extract<Target, { type: Type }>;
type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>;

/** Who plays what where: the question that every judgement here answers. */
export interface Try {
  readonly c: Components;
  readonly harbour: Quayside;
  readonly seat: Seat;
}

/** Why this target is not legal for this effect now; `undefined` if it is. */
export function judgeTarget(trying: Try, effect: Effect, target: Target): Refusal | undefined {
  switch (effect.type) {
    case 'place':
      return target.type === 'place' ? judgePlace(trying, effect, target) : badTarget(effect);
    case 'move':
      return target.type === 'move' ? judgeMove(trying, effect, target) : badTarget(effect);
    case 'swap':
      return target.type === 'swap' ? judgeSwap(trying, effect, target) : badTarget(effect);
    case 'recall':
      return target.type === 'recall' ? judgeRecall(trying, effect, target) : badTarget(effect);
    case 'trade-goods':
      return target.type === 'trade-goods' ? judgeShips(trying, target.quay) : badTarget(effect);
  }
}

function badTarget(effect: Effect): Refusal {
  return refuseBy(ruleOfEffect(effect), 'bad-target');
}

/** Every quay named must hold a ship, and none of these may be departing. */
function judgeShips({ harbour }: Try, quay: number, other = quay): Refusal | undefined {
  const ships = [berthAt(harbour, quay), berthAt(harbour, other)];
  if (ships.some((ship) => ship.shipId === null)) return refuseBy('DOC-6.12', 'quay-empty'); // DOC-6.12
  return ships.every(isAvailable) ? undefined : refuse('ship-departing'); // DOC-7.2
}

function judgePlace(
  trying: Try,
  effect: EffectOf<'place'>,
  { quays }: TargetOf<'place'>,
): Refusal | undefined {
  const { c, harbour, seat } = trying;
  if (quays.length !== effect.count) return badTarget(effect);
  if (!isSpread(effect.spread, quays)) return refuseBy(ruleOfEffect(effect), 'bad-spread');
  const needed = effect.spread === 'one' ? effect.count : 1;
  for (const quay of quays) {
    const berth = berthAt(harbour, quay);
    const obstacle = judgeShips(trying, quay);
    if (obstacle !== undefined) return obstacle;
    if (!mayBoard(c, berth, seat, seat)) return refuse('ship-exclusive');
    if (freePlaces(c, berth) < needed) return refuse('ship-full'); // DOC-5.7
  }
  return at(harbour.reserves, seat) < effect.count ? refuse('not-enough-porters') : undefined; // DOC-6.4
}

function isSpread(spread: EffectOf<'place'>['spread'], quays: readonly number[]): boolean {
  switch (spread) {
    case 'one':
      return quays.every((quay) => quay === quays[0]); // DOC-6.1
    case 'adjacent':
      return isNeighbour(at(quays, 0), at(quays, 1)); // DOC-6.2
    case 'distinct':
      return quays.every((quay, index) => quays.indexOf(quay) === index); // DOC-6.3
  }
}

// DOC-6.5
function judgeMove(trying: Try, effect: Effect, { from, to }: TargetOf<'move'>): Refusal | undefined {
  const { c, harbour, seat } = trying;
  if (!isNeighbour(from, to)) return refuse('not-adjacent');
  const obstacle = judgeShips(trying, from, to);
  if (obstacle !== undefined) return obstacle;
  if (portersOf(harbour, from, seat) === 0) return refuseBy(ruleOfEffect(effect), 'no-such-porter');
  const goal = berthAt(harbour, to);
  if (!mayBoard(c, goal, seat, seat)) return refuse('ship-exclusive');
  return freePlaces(c, goal) < 1 ? refuse('ship-full') : undefined;
}

// DOC-6.6
function judgeSwap(trying: Try, effect: Effect, target: TargetOf<'swap'>): Refusal | undefined {
  const { c, harbour, seat } = trying;
  const { ownQuay, otherQuay } = target;
  if (target.seat === seat) return badTarget(effect);
  if (!isNeighbour(ownQuay, otherQuay)) return refuse('not-adjacent');
  const obstacle = judgeShips(trying, ownQuay, otherQuay);
  if (obstacle !== undefined) return obstacle;
  const bothThere = portersOf(harbour, ownQuay, seat) > 0 && portersOf(harbour, otherQuay, target.seat) > 0;
  if (!bothThere) return refuseBy(ruleOfEffect(effect), 'no-such-porter');
  const bothMayEnter =
    mayBoard(c, berthAt(harbour, otherQuay), seat, seat) &&
    mayBoard(c, berthAt(harbour, ownQuay), seat, target.seat);
  return bothMayEnter ? undefined : refuse('ship-exclusive');
}

// DOC-6.7
function judgeRecall(trying: Try, effect: Effect, target: TargetOf<'recall'>): Refusal | undefined {
  if (target.seat === trying.seat) return badTarget(effect);
  const obstacle = judgeShips(trying, target.quay);
  if (obstacle !== undefined) return obstacle;
  const isThere = portersOf(trying.harbour, target.quay, target.seat) > 0;
  return isThere ? undefined : refuseBy(ruleOfEffect(effect), 'no-such-porter');
}

/** A seat that is not taken has no porters. */
function portersOf(harbour: Quayside, quay: number, seat: Seat): number {
  return berthAt(harbour, quay).porters[seat] ?? 0;
}
