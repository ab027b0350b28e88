// Games by their ids, with the editions that come with the program.
import { option } from '../cli/options.ts';
import { families } from '../shared/games/index.ts';
import { builtInOf } from '../shared/kernel/built-in.ts';
import type { Game, GameFamily } from '../shared/kernel/game.ts';

export function familyOf(id: string): GameFamily {
  const family = families.find((one) => one.id === id);
  if (family === undefined) throw new Error(`there is no game ${id}`);
  return family;
}

export function gameOf(id: string): Game {
  return builtInOf(familyOf(id));
}

/** The option `--game`, with all games or the first one as its default. */
export function gamesOption(unlessGiven: 'all' | 'first') {
  const all = families.map(({ id }) => id);
  const games = (id: string) => (id === 'all' ? all : all.filter((one) => one === id));
  const otherwise = unlessGiven === 'all' ? 'all' : (all[0] ?? '');
  return option<readonly string[], readonly string[]>(
    { flag: 'game', shows: 'ID|all', otherwise: games(otherwise), shown: otherwise },
    (id, refuse) => (games(id).length > 0 ? games(id) : refuse(`one of ${all.join(', ')}, or all`)),
  );
}
