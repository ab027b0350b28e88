// Legal targets of an effect, in the order in which a time-out takes the first (DOC-14.2),
// and whole plays of a card: the enumeration behind legal commands, defaults and the bot.

import { pieceOf } from '../../../kernel/pieces.ts';
import { at } from '../../../kernel/plain-data.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Components, RelationKind } from '../components.ts';
import type { Effect } from '../edition.ts';
import { freePlaces, type Harbour, isAvailable, mayBoard, QUAYS } from '../harbour.ts';
import { berthAt } from '../state.ts';
import type { Target } from '../wire.ts';
import { movePorters, takeBack } from './movement.ts';
import type { Try } from './targets.ts';

/** Empty: the effect is not playable (DOC-5.6). */
export function targetsOf(trying: Try, effect: Effect): Target[] {
  switch (effect.type) {
    case 'place':
      return placeTargets(trying, effect);
    case 'move':
      return moveTargets(trying);
    case 'swap':
      return swapTargets(trying);
    case 'recall':
      return recallTargets(trying);
    case 'trade-goods':
      return openQuays(trying).map((quay) => ({ type: 'trade-goods', quay }));
  }
}

function openQuays({ harbour }: Try): number[] {
  return QUAYS.filter((quay) => isAvailable(berthAt(harbour, quay)));
}

/** Whether `needed` own porters may go aboard there. */
function hasRoom({ components, harbour, seat }: Try, quay: number, needed: number): boolean {
  const berth = berthAt(harbour, quay);
  return isAvailable(berth) && mayBoard(components, berth, seat, seat) && freePlaces(berth) >= needed;
}

function placeTargets(trying: Try, effect: Extract<Effect, { type: 'place' }>): Target[] {
  const { count, spread } = effect;
  if (at(trying.harbour.players, trying.seat).reserve < count) return []; // DOC-6.4
  const open = QUAYS.filter((quay) => hasRoom(trying, quay, spread === 'one' ? count : 1));
  if (spread === 'one') {
    return open.map((quay) => ({ type: 'place', quays: new Array<number>(count).fill(quay) }));
  }
  return arrangements(open, count, spread === 'adjacent').map((quays) => ({ type: 'place', quays }));
}

/** All ordered choices of `count` different quays, in lexicographic order. */
function arrangements(open: readonly number[], count: number, neighboursOnly: boolean): number[][] {
  let lists: number[][] = [[]];
  for (let length = 0; length < count; length++) {
    const longer: number[][] = [];
    for (const list of lists) {
      const last = list[length - 1];
      for (const quay of open) {
        if (list.includes(quay)) continue;
        if (neighboursOnly && last !== undefined && Math.abs(last - quay) !== 1) continue;
        longer.push([...list, quay]);
      }
    }
    lists = longer;
  }
  return lists;
}

function moveTargets(trying: Try): Target[] {
  const { harbour, seat } = trying;
  const targets: Target[] = [];
  for (const from of openQuays(trying)) {
    if ((berthAt(harbour, from).porters[seat] ?? 0) === 0) continue;
    for (const to of [from - 1, from + 1]) {
      if (to >= 1 && to <= QUAYS.length && hasRoom(trying, to, 1)) targets.push({ type: 'move', from, to });
    }
  }
  return targets;
}

function swapTargets(trying: Try): Target[] {
  const { components, harbour, seat } = trying;
  const targets: Target[] = [];
  for (const ownQuay of openQuays(trying)) {
    const own = berthAt(harbour, ownQuay);
    if ((own.porters[seat] ?? 0) === 0) continue;
    for (const otherQuay of [ownQuay - 1, ownQuay + 1]) {
      if (otherQuay < 1 || otherQuay > QUAYS.length) continue;
      const other = berthAt(harbour, otherQuay);
      if (!isAvailable(other) || !mayBoard(components, other, seat, seat)) continue;
      for (let owner = 0; owner < other.porters.length; owner++) {
        const mayEnter =
          owner !== seat && at(other.porters, owner) > 0 && mayBoard(components, own, seat, owner);
        if (mayEnter) targets.push({ type: 'swap', ownQuay, otherQuay, seat: owner });
      }
    }
  }
  return targets;
}

function recallTargets(trying: Try): Target[] {
  const { harbour, seat } = trying;
  const targets: Target[] = [];
  for (const quay of openQuays(trying)) {
    const { porters } = berthAt(harbour, quay);
    for (let owner = 0; owner < porters.length; owner++) {
      if (owner !== seat && at(porters, owner) > 0) targets.push({ type: 'recall', quay, seat: owner });
    }
  }
  return targets;
}

/** A card in a hand and the quays it would be played on; these are changed and put back. */
interface CardTry {
  readonly components: Components;
  readonly harbour: Harbour;
  readonly seat: Seat;
}

type Targets = readonly (Target | null)[];

/** `targets` is reused for the next play; `filled` lists the quays that became full, in order. */
type Visit = (targets: Targets, filled: readonly number[]) => void;

/** Visits every legal play of the card, with the harbour as it is after that play. */
export function forEachPlay(trying: CardTry, relation: RelationKind, visit: Visit): void {
  upToLastEffect(trying, relation, (targets, filled, choices) => {
    const last = targets.length - 1;
    for (const choice of choices) {
      targets[last] = choice;
      tryOut(trying, choice, filled, () => visit(targets, filled));
    }
  });
}

/** Every legal play of the card. The last effect is not tried out: no other depends on it. */
export function playsOf(trying: CardTry, relation: RelationKind): (Target | null)[][] {
  const plays: (Target | null)[][] = [];
  upToLastEffect(trying, relation, (targets, _filled, choices) => {
    const last = targets.length - 1;
    for (const choice of choices) {
      targets[last] = choice;
      plays.push(targets.slice());
    }
  });
  return plays;
}

/** Tries out every choice for all effects but the last, whose choices `visit` gets. */
function upToLastEffect(
  trying: CardTry,
  relation: RelationKind,
  visit: (targets: (Target | null)[], filled: number[], choices: Targets) => void,
): void {
  const { effects } = pieceOf(trying.components.relationOf, relation);
  const targets = new Array<Target | null>(effects.length).fill(null);
  const filled: number[] = [];
  const reach = (index: number): void => {
    const choices = choicesFor(trying, at(effects, index));
    if (index === effects.length - 1) {
      visit(targets, filled, choices);
      return;
    }
    for (const choice of choices) {
      targets[index] = choice;
      tryOut(trying, choice, filled, () => reach(index + 1));
    }
  };
  reach(0);
}

/** `null` where the effect may or must be left out (DOC-5.6, DOC-5.8). */
function choicesFor(trying: Try, effect: Effect): Targets {
  const targets = targetsOf(trying, effect);
  return effect.optional || targets.length === 0 ? [null, ...targets] : targets;
}

function tryOut(trying: CardTry, target: Target | null, filled: number[], visit: () => void): void {
  if (target === null) {
    visit();
    return;
  }
  const before = filled.length;
  filled.push(...movePorters(trying, target));
  visit();
  filled.length = before;
  takeBack(trying, target);
}

/** The play of a time-out: nothing optional, and the first target of everything else (DOC-14.2). */
export function defaultTargets(trying: CardTry, relation: RelationKind): (Target | null)[] {
  return pieceOf(trying.components.relationOf, relation).effects.map((effect) => {
    const first = effect.optional ? undefined : targetsOf(trying, effect)[0];
    if (first === undefined) return null;
    movePorters(trying, first);
    return first;
  });
}
