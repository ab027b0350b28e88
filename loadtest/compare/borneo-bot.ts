// The bot of both Borneo servers: the game's own greedy one, from what one seat may see.
import type { Game, PublicBase } from '../../shared/kernel/game.ts';
import { createRng } from '../../shared/kernel/rng.ts';
import { gameOf } from '../games.ts';

export interface Chosen {
  readonly seat: number;
  readonly decision: number;
  readonly type: string;
  readonly fields: object;
}

export function borneo(): Game {
  return gameOf('borneo');
}

/** `undefined`: the game is over. `ownOf` returns what a seat knows in addition. */
export function chooser(
  game: Game,
): (all: PublicBase, ownOf: (seat: number) => object) => Chosen | undefined {
  const luck = createRng('b0a7'.repeat(8));
  return (all, ownOf) => {
    const [open] = all.decisions;
    if (open === undefined) return undefined;
    const { type, ...fields } = game.greedy(all, ownOf(open.seat), open.seat, luck);
    return { seat: open.seat, decision: open.id, type, fields };
  };
}
