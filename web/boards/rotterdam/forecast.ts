// The effect of naming a colour on every ship on the water, and who has to decide.
import { type Atlas, leaving, type View } from './atlas.ts';

/** `moves`: by the only free channel; `choice`: its owner decides which; `blocked`: none is free. */
export interface Prospect {
  readonly ship: string;
  readonly owner: number;
  readonly fate: 'moves' | 'choice' | 'blocked';
  /** The channels whose end is free; where none is, all that it faces. */
  readonly channels: readonly string[];
}

/**
 * ROT-4.2, ROT-4.6, ROT-4.7: as the ships lie now. Ships that sail earlier may free or bar a way, which the preview
 * of the server takes into account.
 */
export function forecast(atlas: Atlas, { ships }: Pick<View, 'ships'>, colour: string): Prospect[] {
  const taken = new Set(Object.values(ships).flatMap(({ position }) => position ?? []));
  const isFree = (position: string) => atlas.harbours.has(position) || !taken.has(position);
  return Object.entries(ships).flatMap(([ship, { owner, position }]): Prospect[] => {
    if (position === null) return [];
    const faced = leaving(atlas, position).filter((channel) => channel.colour === colour);
    if (faced.length === 0) return [];
    const free = faced.filter(({ to }) => isFree(to));
    const fate = free.length === 0 ? 'blocked' : free.length === 1 ? 'moves' : 'choice';
    return [{ ship, owner, fate, channels: (free.length === 0 ? faced : free).map(({ id }) => id) }];
  });
}

/**
 * The seats whose ships have not sailed yet in the movement that stands still for a decision; null where nothing
 * tells who decides. ROT-4.3
 */
export function yetToSail(
  { turn, players }: Pick<View, 'turn' | 'players'>,
  deciding: number | null,
): ReadonlySet<number> | null {
  if (turn === null || deciding === null) return null;
  const order = players.map((_, step) => (turn + step) % players.length);
  return new Set(order.slice(order.indexOf(deciding)));
}

export interface SeatProspect {
  readonly seat: number;
  readonly moves: number;
  readonly choices: number;
  readonly blocked: number;
}

/** By owner, in the order in which they sail. ROT-4.3 */
export function bySeat(prospects: readonly Prospect[], first: number, seats: number): SeatProspect[] {
  return Array.from({ length: seats }, (_, step) => {
    const seat = (first + step) % seats;
    const count = (fate: Prospect['fate']) =>
      prospects.filter((one) => one.owner === seat && one.fate === fate).length;
    return { seat, moves: count('moves'), choices: count('choice'), blocked: count('blocked') };
  }).filter(({ moves, choices, blocked }) => moves + choices + blocked > 0);
}
