// Every game with its built-in edition, for tests that play them all at tables.
import type { Game } from '../../shared/kernel/game.ts';
import type { Oracle } from '../../shared/testing/oracle.ts';
import { testedGames } from '../../shared/testing/registry.ts';

export const games: readonly Game[] = testedGames.map(({ game }) => game);

export function gameOf(id: string): Game {
  const game = games.find((candidate) => candidate.id === id);
  if (game === undefined) throw new Error(`no game ${id}`);
  return game;
}

/** The oracle of every game, with its usual edition. */
export const oracles: readonly Oracle[] = testedGames.map(({ oracles: [usual] }) => usual);

/** All oracles: also with editions in which a secret comes up more often. */
export const allOracles: readonly Oracle[] = testedGames.flatMap((one) => one.oracles);

/** Options for a short game at a table. */
export function shortOptions(game: string, seats: number): object {
  return oracles.find((oracle) => oracle.id === game)?.options(seats)[0] ?? {};
}

/** The smallest and the largest table of every game. */
export const extremes: readonly (readonly [id: string, seats: number])[] = games.flatMap(
  ({ id, seats: { min, max } }) => [...new Set([min, max])].map((seats) => [id, seats] as const),
);
