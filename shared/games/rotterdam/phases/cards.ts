// Navigation cards: may this one be played so?
import type { Seat } from '../../../kernel/seat.ts';
import { type Refusal, refuse, type Verdict } from '../codes.ts';
import type { CardCommand, CommandOf } from '../commands.ts';
import { type Components, channelsTo, isHarbour, type PositionId } from '../components.ts';
import type { NavigationKind } from '../edition.ts';
import { holds } from '../hands.ts';
import type { Position } from '../state.ts';
import { hasShipOnWater, isOpen, lowestInSupply, playerAt, shipNamed } from '../table.ts';
import { judgeMaterial, judgeStart } from './placement.ts';

/** Which kinds of card a command plays. ROT-10.1 */
export const PLAYED_BY: Readonly<Record<CardCommand['type'], readonly NavigationKind[]>> = {
  'play-fortune-turns': ['fortune-turns'],
  'play-extra-cargo': ['extra-cargo'],
  'play-setback': ['setback'],
  'play-storm': ['storm'],
  'play-cargo-thief': ['cargo-thief'],
  'play-inspection': ['inspection'],
  'lay-advantage': ['advantage', 'extra-advantage'], // ROT-10.8
};

export function judgeCard(c: Components, state: Position, seat: Seat, command: CardCommand): Verdict {
  if (!holds(playerAt(state, seat).navigation, command.card)) return refuse('card-not-in-hand', 'ROT-10.1');
  const kind = c.card.get(command.card)?.kind;
  if (kind === undefined || !PLAYED_BY[command.type].includes(kind)) {
    return refuse('wrong-card-kind', 'ROT-10.1');
  }
  return judgeUse(c, state, seat, command);
}

/** Whether the effect is possible, the card being in hand. */
export function judgeUse(c: Components, state: Position, seat: Seat, command: CardCommand): Verdict {
  switch (command.type) {
    case 'play-fortune-turns':
      return judgeFortuneTurns(c, state, command);
    case 'play-extra-cargo':
      return judgeExtraCargo(c, state, seat, command);
    case 'play-setback':
    case 'play-storm':
      return judgeSetback(c, state, command);
    case 'play-cargo-thief':
      return judgeCargoThief(c, state, seat, command);
    case 'play-inspection':
      return judgeInspection(c, state, command);
    case 'lay-advantage':
      return undefined;
  }
}

function judgeKnown(state: Position, ...ships: readonly string[]): Refusal | undefined {
  return ships.every((id) => shipNamed(state, id) !== undefined)
    ? undefined
    : refuse('unknown-ship', 'ROT-1.9');
}

function judgeOnWater(state: Position, ...ships: readonly string[]): Refusal | undefined {
  return ships.every((id) => shipNamed(state, id)?.position != null)
    ? undefined
    : refuse('ship-not-on-water', 'ROT-1.3');
}

/** ROT-11.1; without the option harbours protect nobody. ROT-10.2 */
function judgeHarbours(c: Components, state: Position, ...ships: readonly string[]): Refusal | undefined {
  if (!state.options.safeHarbour) return undefined;
  const safe = ships.some((id) => isHarbour(c, shipNamed(state, id)?.position ?? ''));
  return safe ? refuse('ship-in-safe-harbour', 'ROT-11.1') : undefined;
}

function judgeLoaded(
  state: Position,
  rule: 'ROT-10.4' | 'ROT-10.9' | 'ROT-10.10',
  ...ships: readonly string[]
): Refusal | undefined {
  return ships.every((id) => shipNamed(state, id)?.cargo != null) ? undefined : refuse('ship-empty', rule);
}

/** ROT-10.4 */
function judgeFortuneTurns(
  c: Components,
  state: Position,
  { shipA, shipB }: CommandOf<'play-fortune-turns'>,
): Verdict {
  return (
    judgeKnown(state, shipA, shipB) ??
    (shipA === shipB ? refuse('same-ship', 'ROT-10.4') : undefined) ??
    judgeOnWater(state, shipA, shipB) ??
    judgeHarbours(c, state, shipA, shipB) ??
    judgeLoaded(state, 'ROT-10.4', shipA, shipB)
  );
}

/** ROT-10.5 */
function judgeExtraCargo(
  c: Components,
  state: Position,
  seat: Seat,
  { start, material }: CommandOf<'play-extra-cargo'>,
): Verdict {
  if (lowestInSupply(state, seat) === undefined) return refuse('no-ship-available', 'ROT-10.5');
  const problem = judgeStart(c, state, start, 'ROT-10.5');
  if (problem !== undefined) return problem;
  return material === null ? refuse('material-required', 'ROT-10.5') : judgeMaterial(c, state, material);
}

/** One or two channels back, by the length of the path. ROT-10.6 */
function judgeSetback(
  c: Components,
  state: Position,
  { ship, path }: CommandOf<'play-setback' | 'play-storm'>,
): Verdict {
  const problem = judgeKnown(state, ship) ?? judgeOnWater(state, ship) ?? judgeHarbours(c, state, ship);
  if (problem !== undefined) return problem;
  const way = wayBack(c, shipNamed(state, ship)?.position ?? '', path);
  if (way === undefined) return refuse('illegal-path', 'ROT-10.6');
  if (!way.every((position) => isOpen(c, state, position))) return refuse('position-occupied', 'ROT-1.2');
  return undefined;
}

/** The positions passed by going back along these channels, if they hang together. */
export function wayBack(c: Components, from: PositionId, path: readonly string[]): PositionId[] | undefined {
  const way: PositionId[] = [];
  let here = from;
  for (const id of path) {
    const channel = channelsTo(c, here).find((candidate) => candidate.id === id);
    if (channel === undefined) return undefined;
    here = channel.from;
    way.push(here);
  }
  return way;
}

/** ROT-10.9 */
function judgeCargoThief(
  c: Components,
  state: Position,
  seat: Seat,
  { from, to, start }: CommandOf<'play-cargo-thief'>,
): Verdict {
  const ships = to === null ? [from] : [from, to];
  const problem =
    judgeKnown(state, ...ships) ??
    judgeOnWater(state, from) ??
    judgeHarbours(c, state, ...ships) ??
    judgeLoaded(state, 'ROT-10.9', from);
  if (problem !== undefined) return problem;
  if (to !== null) {
    if (shipNamed(state, to)?.owner !== seat) return refuse('ship-not-yours', 'ROT-10.9');
    if (to === from) return refuse('same-ship', 'ROT-10.9');
    return judgeOnWater(state, to);
  }
  // Ships in a safe harbour are on the water too. ROT-11.2
  if (hasShipOnWater(state, seat)) return refuse('ships-on-water', 'ROT-10.9');
  return judgeStart(c, state, start ?? '', 'ROT-10.9');
}

/** ROT-10.10 */
function judgeInspection(c: Components, state: Position, { ship }: CommandOf<'play-inspection'>): Verdict {
  return (
    judgeKnown(state, ship) ??
    judgeOnWater(state, ship) ??
    judgeHarbours(c, state, ship) ??
    judgeLoaded(state, 'ROT-10.10', ship)
  );
}
