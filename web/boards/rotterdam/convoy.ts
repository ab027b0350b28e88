// The legs of a player's ships, picked ship by ship. Pure functions over the legal commands.
import type { Picks } from '../parts/picking.ts';
import type { Command } from './atlas.ts';
import type { Meaning } from './picking.ts';

interface Leg {
  readonly ship: string;
  readonly channel: string;
}

const at = (leg: number, field: 'ship' | 'channel') => `moves.${leg}.${field}`;

/** The legs picked so far, in order. */
export function legsIn({ values }: Picks): Leg[] {
  const legs: Leg[] = [];
  for (;;) {
    const ship = values.get(at(legs.length, 'ship'));
    const channel = values.get(at(legs.length, 'channel'));
    if (typeof ship !== 'string' || typeof channel !== 'string') return legs;
    legs.push({ ship, channel });
  }
}

/** The ship whose channel is still to be chosen. */
export function steered(picks: Picks): string | undefined {
  const ship = picks.values.get(at(legsIn(picks).length, 'ship'));
  return typeof ship === 'string' ? ship : undefined;
}

/** What can come next. ROT-4.5 */
export function nextLegs(commands: readonly Command[], legs: readonly Leg[]): Leg[] {
  const next = new Map<string, Leg>();
  for (const command of commands) {
    if (command.type !== 'move-ships') continue;
    const goesOn = legs.every(({ ship, channel }, n) => {
      const move = command.moves[n];
      return move?.ship === ship && move.channel === channel;
    });
    const leg = command.moves[legs.length];
    if (goesOn && leg !== undefined) next.set(`${leg.ship} ${leg.channel}`, leg);
  }
  return [...next.values()];
}

/** A ship sails by its only channel, or is steered: then its channel is asked. */
export function shipMeaning(commands: readonly Command[], picks: Picks, ship: string): Meaning | undefined {
  const legs = legsIn(picks);
  const ways = nextLegs(commands, legs).filter((leg) => leg.ship === ship);
  const [only] = ways;
  if (only === undefined) return undefined;
  const held = { [at(legs.length, 'ship')]: ship };
  const fields = ways.length === 1 ? { ...held, [at(legs.length, 'channel')]: only.channel } : held;
  return { type: 'move-ships', fields };
}

/** A channel is taken by the ship that is steered, or by the only one that can. ROT-4.6 */
export function channelMeaning(
  commands: readonly Command[],
  picks: Picks,
  channels: readonly string[],
): Meaning | undefined {
  const legs = legsIn(picks);
  const held = steered(picks);
  const ways = nextLegs(commands, legs).filter(
    ({ ship, channel }) => channels.includes(channel) && (held === undefined || held === ship),
  );
  const [only] = ways;
  if (only === undefined || ways.length > 1) return undefined;
  return {
    type: 'move-ships',
    fields: { [at(legs.length, 'ship')]: only.ship, [at(legs.length, 'channel')]: only.channel },
  };
}

/** The picks to take back so that this ship, and those after it, can sail differently. */
export function picksFrom(picks: Picks, ship: string): [string, unknown][] {
  const from = legsIn(picks).findIndex((leg) => leg.ship === ship);
  if (from < 0) return [];
  return [...picks.values].filter(([path]) => {
    const leg = /^moves\.(\d+)\./.exec(path)?.[1];
    return leg !== undefined && Number(leg) >= from;
  });
}
