// DOC-6: the effects, and why a target is refused.

import { type Rejection, type RuleId, reject } from '../../../kernel/codes.ts';
import { at } from '../../../kernel/plain-data.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { Components } from '../components.ts';
import type { Effect } from '../edition.ts';
import { freePlaces, isAvailable, isNeighbour, mayBoard, type Quayside } from '../harbour.ts';
import { berthAt, type Types } from '../state.ts';
import type { Target } from '../wire.ts';

type TargetOf<Type extends Target['type']> = Frozen<Extract<Target, { type: Type }>>;
type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>;

/** The context in which a target is checked. */
export interface Try {
  readonly components: Components;
  readonly harbour: Quayside;
  readonly seat: Seat;
}

/** Why this target is not legal for this effect now; `undefined` if it is. */
export function refuseTarget(trying: Try, effect: Effect, target: Frozen<Target>): RefusalOf<Types> {
  switch (effect.type) {
    case 'place':
      return target.type === 'place' ? refusePlace(trying, effect, target) : badTarget(effect);
    case 'move':
      return target.type === 'move' ? refuseMove(trying, effect, target) : badTarget(effect);
    case 'swap':
      return target.type === 'swap' ? refuseSwap(trying, effect, target) : badTarget(effect);
    case 'recall':
      return target.type === 'recall' ? refuseRecall(trying, effect, target) : badTarget(effect);
    case 'trade-goods':
      return target.type === 'trade-goods' ? refuseShips(trying, target.quay) : badTarget(effect);
  }
}

function badTarget(effect: Effect): Rejection<'bad-target'> {
  return reject('bad-target', ruleOfEffect(effect));
}

function ruleOfEffect(effect: Effect): RuleId {
  switch (effect.type) {
    case 'place':
      return { one: 'DOC-6.1', adjacent: 'DOC-6.2', distinct: 'DOC-6.3' }[effect.spread];
    case 'move':
      return 'DOC-6.5';
    case 'swap':
      return 'DOC-6.6';
    case 'recall':
      return 'DOC-6.7';
    case 'trade-goods':
      return 'DOC-6.8';
  }
}

/** Every quay named must hold a ship, and none of these may be departing. */
function refuseShips({ harbour }: Try, quay: number, other = quay): RefusalOf<Types> {
  const ships = [berthAt(harbour, quay), berthAt(harbour, other)];
  if (ships.some((ship) => ship.shipId === null)) return reject('quay-empty', 'DOC-6.12');
  if (!ships.every(isAvailable)) return reject('ship-departing', 'DOC-7.2');
  return undefined;
}

function refusePlace(trying: Try, effect: EffectOf<'place'>, { quays }: TargetOf<'place'>): RefusalOf<Types> {
  const { components, harbour, seat } = trying;
  if (quays.length !== effect.count) return badTarget(effect);
  if (!isSpread(effect.spread, quays)) return reject('bad-spread', ruleOfEffect(effect));
  const needed = effect.spread === 'one' ? effect.count : 1;
  for (const quay of quays) {
    const berth = berthAt(harbour, quay);
    const refusal = refuseShips(trying, quay);
    if (refusal !== undefined) return refusal;
    if (!mayBoard(components, berth, seat, seat)) return reject('ship-exclusive', 'DOC-12.3');
    if (freePlaces(berth) < needed) return reject('ship-full', 'DOC-6.10'); // DOC-5.7
  }
  if (at(harbour.players, seat).reserve < effect.count) return reject('not-enough-porters', 'DOC-6.4');
  return undefined;
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

/** DOC-6.5 */
function refuseMove(trying: Try, effect: Effect, { from, to }: TargetOf<'move'>): RefusalOf<Types> {
  const { components, harbour, seat } = trying;
  if (!isNeighbour(from, to)) return reject('not-adjacent', 'DOC-6.9');
  const refusal = refuseShips(trying, from, to);
  if (refusal !== undefined) return refusal;
  if (portersOf(harbour, from, seat) === 0) return reject('no-such-porter', ruleOfEffect(effect));
  const goal = berthAt(harbour, to);
  if (!mayBoard(components, goal, seat, seat)) return reject('ship-exclusive', 'DOC-12.3');
  if (freePlaces(goal) < 1) return reject('ship-full', 'DOC-6.10');
  return undefined;
}

/** DOC-6.6 */
function refuseSwap(trying: Try, effect: Effect, target: TargetOf<'swap'>): RefusalOf<Types> {
  const { components, harbour, seat } = trying;
  const { ownQuay, otherQuay } = target;
  if (target.seat === seat) return badTarget(effect);
  if (!isNeighbour(ownQuay, otherQuay)) return reject('not-adjacent', 'DOC-6.9');
  const refusal = refuseShips(trying, ownQuay, otherQuay);
  if (refusal !== undefined) return refusal;
  const bothThere = portersOf(harbour, ownQuay, seat) > 0 && portersOf(harbour, otherQuay, target.seat) > 0;
  if (!bothThere) return reject('no-such-porter', ruleOfEffect(effect));
  const bothMayEnter =
    mayBoard(components, berthAt(harbour, otherQuay), seat, seat) &&
    mayBoard(components, berthAt(harbour, ownQuay), seat, target.seat);
  if (!bothMayEnter) return reject('ship-exclusive', 'DOC-12.3');
  return undefined;
}

/** DOC-6.7 */
function refuseRecall(trying: Try, effect: Effect, target: TargetOf<'recall'>): RefusalOf<Types> {
  if (target.seat === trying.seat) return badTarget(effect);
  const refusal = refuseShips(trying, target.quay);
  if (refusal !== undefined) return refusal;
  if (portersOf(trying.harbour, target.quay, target.seat) === 0)
    return reject('no-such-porter', ruleOfEffect(effect));
  return undefined;
}

/** A seat that is not in the game has no porters. */
function portersOf(harbour: Quayside, quay: number, seat: Seat): number {
  return berthAt(harbour, quay).porters[seat] ?? 0;
}
