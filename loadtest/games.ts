// Games by their ids, with the editions that come with the program.
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
