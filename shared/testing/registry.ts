// Every game that the tests play: those that are registered, each with what its folder holds for tests.
import { families as registered } from '../games/index.ts';
import { builtInOf } from '../kernel/built-in.ts';
import type { Game, GameFamily } from '../kernel/game.ts';
import type { Oracle } from './oracle.ts';
import { salvage } from './salvage/index.ts';

export type ToldEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What `testing/index.ts` in a game's folder exports as `forTests`. */
export interface ForTests {
  /** Who may see what; the first one with the usual edition, others where a secret comes up more often. */
  readonly oracles: readonly [Oracle, ...Oracle[]];
  /** Events that random play hardly ever meets, for the tests of their sentences. */
  readonly rareEvents: readonly ToldEvent[];
}

export interface TestedGame extends ForTests {
  readonly id: string;
  readonly family: GameFamily;
  /** With the built-in edition. */
  readonly game: Game;
  /** From the project's folder. */
  readonly folder: string;
}

const isPlanted = registered.some(({ id }) => id === salvage.id);

/** The sample game is played by every test beside the registered ones, unless it is registered itself. */
export const testedGames: readonly TestedGame[] = await Promise.all([
  ...registered.map((family) => tested(family, `games/${family.id}`)),
  ...(isPlanted ? [] : [tested(salvage, `testing/${salvage.id}`)]),
]);
export const families: readonly GameFamily[] = testedGames.map(({ family }) => family);

/** Relative to the project's folder; a game that is none of these has none, so nothing is found there. */
export function folderOf(game: string): string {
  return testedGames.find(({ id }) => id === game)?.folder ?? `shared/games/${game}`;
}

async function tested(family: GameFamily, folder: string): Promise<TestedGame> {
  const { forTests } = (await import(`../${folder}/testing/index.ts`)) as { forTests: ForTests };
  return { ...forTests, id: family.id, family, game: builtInOf(family), folder: `shared/${folder}` };
}
