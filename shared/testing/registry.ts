// All games that the tests play: the registered ones, each with the test data from its folder.
import { families as registered } from '../games/index.ts';
import { builtInOf } from '../kernel/built-in.ts';
import type { Game, GameFamily } from '../kernel/game.ts';
import type { Oracle } from './oracle.ts';
import type { Reading } from './reading.ts';
import { salvage } from './salvage/index.ts';

export type ToldEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What `testing/index.ts` in a game's folder exports as `forTests`. */
export interface ForTests {
  /** Oracles; the first uses the usual edition, others use editions in which a secret comes up more often. */
  readonly oracles: readonly [Oracle, ...Oracle[]];
  /** Events that random play hardly ever produces, for the tests of their sentences. */
  readonly rareEvents: readonly ToldEvent[];
  /** How a reader follows the game by its sentences alone. */
  readonly reading?: Reading;
}

export interface TestedGame extends ForTests {
  readonly id: string;
  readonly family: GameFamily;
  /** With the built-in edition. */
  readonly game: Game;
  /** Relative to the project folder. */
  readonly folder: string;
}

const isPlanted = registered.some(({ id }) => id === salvage.id);

/** Every test also plays the sample game, unless it is registered itself. */
export const testedGames: readonly TestedGame[] = await Promise.all([
  ...registered.map((family) => tested(family, `games/${family.id}`)),
  ...(isPlanted ? [] : [tested(salvage, `testing/${salvage.id}`)]),
]);
/** Earlier rules that are kept for matches that began with them. */
export const pastGames: readonly (Pick<TestedGame, 'family' | 'game' | 'folder'> & {
  readonly current: GameFamily;
})[] = registered.flatMap((current) =>
  (current.past ?? []).map((family) => ({
    current,
    family,
    game: builtInOf(family),
    folder: `shared/games/${current.id}/past/${family.rulesVersion}`,
  })),
);
export const families: readonly GameFamily[] = testedGames.map(({ family }) => family);

/** Relative to the project folder; other games have no folder, so nothing is found there. */
export function folderOf(game: string): string {
  return testedGames.find(({ id }) => id === game)?.folder ?? `shared/games/${game}`;
}

async function tested(family: GameFamily, folder: string): Promise<TestedGame> {
  const { forTests } = (await import(`../${folder}/testing/index.ts`)) as { forTests: ForTests };
  return { ...forTests, id: family.id, family, game: builtInOf(family), folder: `shared/${folder}` };
}
