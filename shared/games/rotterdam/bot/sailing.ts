// How the bot places and sails its ships.
import { seatsFrom } from '../../../kernel/seat.ts';
import type { Command, CommandOf } from '../commands.ts';
import { type ChannelColour, type Components, isHarbour } from '../components.ts';
import { completePlans, convoyOf, defaultPlan, hasChoice, type Move } from '../phases/convoy.ts';
import { type Afloat, fleetWorth, type Mind } from './mind.ts';

/** Others' gains count for so much of one's own. */
export const GRUDGE = 0.25;
/** Orders and forks that are looked at. */
const PLANS = 60;

function sailed(ships: readonly Afloat[], plan: readonly Move[]): Afloat[] {
  return ships.map((ship) => {
    const move = plan.find((candidate) => candidate.ship === ship.id);
    return move === undefined ? ship : { ...ship, position: move.channel.to };
  });
}

function bestPlan(mind: Mind, ships: readonly Afloat[], colour: ChannelColour): readonly Move[] {
  const { c, seat } = mind;
  const convoy = convoyOf(c, { ships }, seat, colour);
  let best: readonly Move[] = defaultPlan(c, convoy);
  if (!hasChoice(c, convoy)) return best;
  let worth = fleetWorth(mind, sailed(ships, best), GRUDGE);
  let looked = 0;
  for (const plan of completePlans(c, convoy)) {
    const other = fleetWorth(mind, sailed(ships, plan), GRUDGE);
    if (other > worth) {
      best = plan;
      worth = other;
    }
    if (++looked >= PLANS) break;
  }
  return best;
}

export function chooseMoves(mind: Mind): CommandOf<'move-ships'> {
  const plan = bestPlan(mind, mind.ships, mind.all.colour ?? '');
  return { type: 'move-ships', moves: plan.map(({ ship, channel }) => ({ ship, channel: channel.id })) };
}

/** Tries every colour; the others are taken to sail by the default plan. */
export function chooseColour(mind: Mind): Command {
  const { c, all, seat } = mind;
  let best = c.colours[0] ?? '';
  let worth = Number.NEGATIVE_INFINITY;
  for (const colour of c.colours) {
    let ships = mind.ships;
    for (const owner of seatsFrom(seat, all.players.length)) {
      const plan =
        owner === seat
          ? bestPlan(mind, ships, colour)
          : defaultPlan(c, convoyOf(c, { ships }, owner, colour));
      if (plan.length > 0) ships = sailed(ships, plan);
    }
    const after = fleetWorth(mind, ships, GRUDGE);
    if (after > worth) {
      best = colour;
      worth = after;
    }
  }
  return { type: 'choose-colour', colour: best, keepTurn: false };
}

interface Placement {
  readonly start: string;
  readonly material: string;
  readonly gain: number;
}

/** The start and the cargo that promise most. */
export function bestPlacement(mind: Mind): Placement | undefined {
  const { c, ships, seat, all } = mind;
  const placed = ships.find(({ owner, position }) => owner === seat && position === null);
  if (placed === undefined) return undefined;
  const before = fleetWorth(mind, ships, 0);
  let best: Placement | undefined;
  for (const start of c.starts) {
    if (ships.some(({ position }) => position === start)) continue;
    const room = roomAhead(c, ships, start);
    for (const { id: material } of c.materials) {
      if ((all.stock[material] ?? 0) < 1) continue;
      const after = ships.map((ship) =>
        ship === placed ? { ...ship, position: start, cargo: material } : ship,
      );
      const gain = fleetWorth(mind, after, 0) - before + room;
      if (best === undefined || gain > best.gain) best = { start, material, gain };
    }
  }
  return best;
}

/** A little for every colour that leads on from here. */
function roomAhead(c: Components, ships: readonly Afloat[], start: string): number {
  const taken = new Set(ships.map(({ position }) => position));
  let room = 0;
  for (const channels of c.leaving.get(start)?.values() ?? []) {
    if (channels.some(({ to }) => isHarbour(c, to) || !taken.has(to))) room += 0.05;
  }
  return room;
}
