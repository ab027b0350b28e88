// Borneo after a change of its rules, with and without the rules it had before.
import { borneo } from '../../shared/games/borneo/index.ts';
import type { GameFamily } from '../../shared/kernel/game.ts';

export const old = borneo as unknown as GameFamily;

/** Every match is laid out differently: no journal of the old rules replays. */
export const changed: GameFamily = {
  ...old,
  rulesVersion: old.rulesVersion + 1,
  withEdition: (edition) => {
    const game = old.withEdition(edition);
    const turned = (seed: string) => [...seed].reverse().join('');
    return {
      ...game,
      rulesVersion: old.rulesVersion + 1,
      setup: (options, seats, seed) => game.setup(options, seats, turned(seed)),
    };
  },
};

export const both: GameFamily = { ...changed, past: [old] };

/** For the threads in which captains think. */
export const families: readonly GameFamily[] = [both];
