// The bot of both Borneo servers: the game's own greedy one, from what one seat may see.
import { families } from '../../shared/games/index.ts';
import type { Game, PublicBase } from '../../shared/kernel/game.ts';
import { createRng } from '../../shared/kernel/rng.ts';

export interface Chosen {
  readonly seat: number;
  readonly decision: number;
  readonly type: string;
  readonly fields: object;
}

export function borneo(): Game {
  const family = families.find(({ id }) => id === 'borneo');
  const edition = family?.parseEdition(family.builtIn);
  if (family === undefined || edition?.ok !== true) throw new Error('no Borneo');
  return family.withEdition(edition.value);
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
