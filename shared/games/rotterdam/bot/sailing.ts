// How the bot places and sails its ships.
import { seatsFrom } from '../../../kernel/seat.ts';
import type { Command } from '../commands.ts';
import { type ChannelColour, type Components, isHarbour } from '../components.ts';
import { completePlans, convoyOf, defaultPlan, hasChoice, type Move } from '../phases/convoy.ts';
import { isTaken, lowestInSupply } from '../ships.ts';
import { fleetWorth, type Mind, type Ships, withShips } from './mind.ts';

/** The weight of others' gains relative to one's own. */
export const GRUDGE = 0.25;
/** The maximum number of orders and forks considered. */
const PLANS = 60;

function sailed(ships: Ships, plan: readonly Move[]): Ships {
  return withShips(
    ships,
    plan.map(({ ship, channel }) => [ship, { position: channel.to }]),
  );
}

function bestPlan(mind: Mind, ships: Ships, colour: ChannelColour): readonly Move[] {
  const { components, seat } = mind;
  const convoy = convoyOf(components, { ships }, seat, colour);
  let best: readonly Move[] = defaultPlan(components, convoy);
  if (!hasChoice(components, convoy)) return best;
  let worth = fleetWorth(mind, sailed(ships, best), GRUDGE);
  let looked = 0;
  for (const plan of completePlans(components, convoy)) {
    const other = fleetWorth(mind, sailed(ships, plan), GRUDGE);
    if (other > worth) {
      best = plan;
      worth = other;
    }
    if (++looked >= PLANS) break;
  }
  return best;
}

export function chooseMoves(mind: Mind): Extract<Command, { type: 'move-ships' }> {
  const plan = bestPlan(mind, mind.all.ships, mind.all.colour ?? '');
  return { type: 'move-ships', moves: plan.map(({ ship, channel }) => ({ ship, channel: channel.id })) };
}

/** Tries every colour, assuming that the others sail by the default plan. */
export function chooseColour(mind: Mind): Command {
  const { components, all, seat } = mind;
  let best = components.colours[0] ?? '';
  let worth = Number.NEGATIVE_INFINITY;
  for (const colour of components.colours) {
    let ships = mind.all.ships;
    for (const owner of seatsFrom(seat, all.players.length)) {
      const plan =
        owner === seat
          ? bestPlan(mind, ships, colour)
          : defaultPlan(components, convoyOf(components, { ships }, owner, colour));
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

/** The most promising start and cargo. */
export function bestPlacement(mind: Mind): Placement | undefined {
  const { components, seat, all } = mind;
  const { ships } = all;
  const placed = lowestInSupply({ shown: all }, seat);
  if (placed === undefined) return undefined;
  const before = fleetWorth(mind, ships, 0);
  let best: Placement | undefined;
  for (const start of components.starts) {
    if (isTaken({ shown: all }, start)) continue;
    const room = roomAhead(components, ships, start);
    for (const { id: material } of components.materials) {
      if ((all.stock[material] ?? 0) < 1) continue;
      const after = withShips(ships, [[placed, { position: start, cargo: material }]]);
      const gain = fleetWorth(mind, after, 0) - before + room;
      if (best === undefined || gain > best.gain) best = { start, material, gain };
    }
  }
  return best;
}

/** A little for every colour that leads on from here. */
function roomAhead(components: Components, ships: Ships, start: string): number {
  const taken = new Set(Object.values(ships).map(({ position }) => position));
  let room = 0;
  for (const channels of components.leaving.get(start)?.values() ?? []) {
    if (channels.some(({ to }) => isHarbour(components, to) || !taken.has(to))) room += 0.05;
  }
  return room;
}
