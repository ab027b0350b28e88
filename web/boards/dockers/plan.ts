// A relation being composed: which effects are settled, which one is next, and what may be picked for it. Pure
// functions over the legal commands, however the picks were made.
import type { Fields } from '../parts/picking.ts';
import type { Command, PlayRelation, Relation, Target } from './pieces.ts';

export interface Plan {
  readonly relation: Relation;
  /** By effect: a target, `null` if it is left out, `undefined` while it is open. */
  readonly settled: readonly (Target | null | undefined)[];
  /** The current effect: the first open one; once all are settled, the last one that can be changed. */
  readonly index: number;
  readonly isOpen: boolean;
  /** The possible targets of the effect, given the earlier effects. */
  readonly options: readonly Target[];
  /** The same, given all picks. */
  readonly open: readonly Target[];
  readonly mayDecline: boolean;
  /** The porters of the open effect that are placed already. */
  readonly begun: Target | undefined;
}

export const isPlay = (command: Command): command is PlayRelation => command.type === 'play-relation';

/** `commands`: all legal ones; `fitting`: those that fit the picks, all with the same relation. */
export function planOf(
  relation: Relation,
  commands: readonly Command[],
  fitting: readonly Command[],
): Plan | undefined {
  const plays = commands.filter(isPlay).filter((play) => play.relation === relation.id);
  const left = fitting.filter(isPlay).filter((play) => play.relation === relation.id);
  if (left.length === 0) return undefined;
  const settled = relation.effects.map((_, index) => {
    const [only, ...others] = distinct(left.map(({ effects }) => effects[index] ?? null));
    return others.length === 0 ? only : undefined;
  });
  const first = settled.indexOf(undefined);
  const changeable = relation.effects.findLastIndex(
    (_, index) => optionsAt(plays, settled, index).length > 1,
  );
  const index = first >= 0 ? first : Math.max(0, changeable);
  const all = optionsAt(plays, settled, index);
  const open = distinct(left.map(({ effects }) => effects[index] ?? null)).filter(isTarget);
  return {
    relation,
    settled,
    index,
    isOpen: first >= 0,
    options: all.filter(isTarget),
    open,
    mayDecline: all.includes(null) && all.length > 1,
    begun: first >= 0 ? begunIn(open) : undefined,
  };
}

function optionsAt(
  plays: readonly PlayRelation[],
  settled: Plan['settled'],
  index: number,
): (Target | null)[] {
  const before = settled.slice(0, index);
  const possible = plays.filter(({ effects }) =>
    before.every((target, n) => target === undefined || isSame(effects[n] ?? null, target)),
  );
  return distinct(possible.map(({ effects }) => effects[index] ?? null));
}

/** The quays that all have in common from the first on. */
function begunIn(open: readonly Target[]): Target | undefined {
  const places = open.filter((target) => target.type === 'place');
  const [one] = places;
  if (one === undefined || places.length < 2 || places.length < open.length) return undefined;
  const quays = one.quays.slice(0, agreeing(places.map((target) => target.quays)));
  return quays.length === 0 ? undefined : { type: 'place', quays };
}

function agreeing(lists: readonly (readonly number[])[]): number {
  const [one = []] = lists;
  const differs = one.findIndex((quay, n) => lists.some((list) => list[n] !== quay));
  return differs < 0 ? one.length : differs;
}

/** What choosing a ship means for the effect. */
export function shipFields(plan: Plan, quay: number): Fields | undefined {
  const { index, options, open } = plan;
  const path = `effects.${index}`;
  const whole = open.find((target) => isAt(target, quay)) ?? options.find((target) => isAt(target, quay));
  switch (options[0]?.type) {
    case 'trade-goods':
      return whole && { [path]: whole };
    case 'place':
      return placeFields(plan, quay);
    case 'move':
      return moveFields(plan, quay);
    default:
      return undefined;
  }
}

function isAt(target: Target, quay: number): boolean {
  return target.type === 'trade-goods' && target.quay === quay;
}

function placeFields({ index, options, open, relation }: Plan, quay: number): Fields | undefined {
  const all = options.filter((target) => target.type === 'place');
  if (relation.effects[index]?.spread === 'one') {
    const found = all.find(({ quays }) => quays[0] === quay);
    return found && { [`effects.${index}`]: found };
  }
  const left = open.filter((target) => target.type === 'place').map(({ quays }) => quays);
  const [one = []] = left;
  // All settled: the last one may go elsewhere.
  const next = Math.min(agreeing(left), one.length - 1);
  const fits = all.some(
    ({ quays }) => quays[next] === quay && one.slice(0, next).every((before, n) => quays[n] === before),
  );
  return fits ? { [`effects.${index}.quays.${next}`]: quay } : undefined;
}

function moveFields({ index, options, open }: Plan, quay: number): Fields | undefined {
  const moves = open.filter((target) => target.type === 'move');
  const froms = distinct(moves.map(({ from }) => from));
  const [from] = froms;
  if (froms.length !== 1 || from === undefined) return undefined;
  const found = options.find(
    (target) => target.type === 'move' && target.from === from && target.to === quay,
  );
  return found && { [`effects.${index}`]: found };
}

/** What choosing one of a player's porters aboard means for the effect. */
export function porterFields(plan: Plan, quay: number, owner: number, self: number): Fields | undefined {
  const { index, options, open } = plan;
  const path = `effects.${index}`;
  const found = options.filter((target) => {
    switch (target.type) {
      case 'move':
        return owner === self && target.from === quay;
      case 'swap':
        return owner === self ? target.ownQuay === quay : target.otherQuay === quay && target.seat === owner;
      case 'recall':
        return target.quay === quay && target.seat === owner;
      default:
        return false;
    }
  });
  const [one] = found;
  if (one === undefined) return undefined;
  const [only, ...others] = found.filter((target) => open.some((left) => isSame(left, target)));
  if (only !== undefined && others.length === 0) return { [path]: only };
  switch (one.type) {
    case 'move':
      return { [`${path}.from`]: quay };
    case 'swap':
      return owner === self
        ? { [`${path}.ownQuay`]: quay }
        : { [`${path}.otherQuay`]: quay, [`${path}.seat`]: owner };
    default:
      return { [path]: one };
  }
}

/** Whether this porter, ship or tile is part of the picked effect. */
export function isPartOf(plan: Plan, quay: number, owner: number | null, self: number): boolean {
  const { settled, index, open } = plan;
  const target = settled[index];
  if (target !== undefined && target !== null) return touches(target, quay, owner, self);
  return (
    open.length > 1 &&
    open.length < plan.options.length &&
    open.every((one) => touches(one, quay, owner, self))
  );
}

function touches(target: Target, quay: number, owner: number | null, self: number): boolean {
  switch (target.type) {
    case 'place':
      return owner === null && target.quays.includes(quay);
    case 'move':
      return owner === null ? target.to === quay : owner === self && target.from === quay;
    case 'swap':
      return owner === self ? target.ownQuay === quay : owner === target.seat && target.otherQuay === quay;
    case 'recall':
      return owner === target.seat && target.quay === quay;
    case 'trade-goods':
      return owner === null && target.quay === quay;
  }
}

const isTarget = (target: Target | null): target is Target => target !== null;

/** Targets are small and flat, with their fields in one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
