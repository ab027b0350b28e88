// Every registered game with its built-in edition, for tests that play them all.
import { families } from '../../shared/games/index.ts';
import type { Game } from '../../shared/kernel/game.ts';

export const games: readonly Game[] = families.map((family) => {
  const parsed = family.parseEdition(family.builtIn);
  if (!parsed.ok) throw new Error(`${family.id}: ${parsed.reasons.join('; ')}`);
  return family.withEdition(parsed.value);
});

export function gameOf(id: string): Game {
  const game = games.find((candidate) => candidate.id === id);
  if (game === undefined) throw new Error(`no game ${id}`);
  return game;
}

/** The smallest and the largest table of every game. */
export const extremes: readonly (readonly [id: string, seats: number])[] = games.flatMap(
  ({ id, seats: { min, max } }) => [...new Set([min, max])].map((seats) => [id, seats] as const),
);
