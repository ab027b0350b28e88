// A thread in which captains think: answers one question at a time.
import { workerData } from 'piscina';
import type { CaptainsQuestion } from '../rooms/ports.ts';
import type { Budget } from '../shared/kernel/bots/budget.ts';
import { captain } from '../shared/kernel/bots/captain.ts';
import type { Game, GameFamily } from '../shared/kernel/game.ts';
import { createRng } from '../shared/kernel/rng.ts';

export interface CaptainsStart {
  /** URL of the module that exports `families`. */
  readonly registry: string;
  readonly editions: readonly {
    readonly game: string;
    readonly editionHash: string;
    readonly raw: unknown;
  }[];
}

export interface CaptainsTask extends CaptainsQuestion {
  readonly ms: number;
}

const { registry, editions }: CaptainsStart = workerData;
const { families }: { readonly families: readonly GameFamily[] } = await import(registry);
const games = new Map<string, Game>();

export default function think(task: CaptainsTask): { readonly type: string } {
  const { all, own, seat, seed, ms } = task;
  const luck = createRng(seed);
  return captain(gameOf(task), { all, own, seat, luck }, within(ms));
}

function within(ms: number): Budget {
  const start = performance.now();
  return () => (performance.now() - start) / ms;
}

function gameOf({ game: id, editionHash }: CaptainsTask): Game {
  const known = games.get(editionHash);
  if (known !== undefined) return known;
  const family = families.find((one) => one.id === id);
  const edition = editions.find((one) => one.game === id && one.editionHash === editionHash);
  if (family === undefined || edition === undefined) throw new Error(`${id}: an unknown edition`);
  const parsed = family.parseEdition(edition.raw);
  if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
  const game = family.withEdition(parsed.value);
  games.set(editionHash, game);
  return game;
}
