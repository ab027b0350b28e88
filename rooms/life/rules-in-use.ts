// Which rules unfinished matches are played by, and how many processes have them: a match whose rules no process has
// cannot go on.

import type { RoomDeps } from '../ports.ts';
import type { OpenMatches, PlayedWith } from './match-store.ts';

export interface RulesInUse extends OpenMatches {
  /** Living ones that can play these matches. */
  readonly processes: number;
  /** This is one of them. */
  readonly isHere: boolean;
}

interface Known {
  readonly store: Pick<RoomDeps['store'], 'countOpen'>;
  readonly shelf: Pick<RoomDeps['shelf'], 'playable'>;
  readonly ownership: Pick<RoomDeps['ownership'], 'playableElsewhere'>;
}

interface Reports {
  readonly log: RoomDeps['log'];
  readonly metrics: Pick<RoomDeps['metrics'], 'rulesInUse'>;
}

export async function rulesInUse({ store, shelf, ownership }: Known): Promise<RulesInUse[]> {
  const [counts, elsewhere] = await Promise.all([store.countOpen(), ownership.playableElsewhere()]);
  return counts.map((count) => {
    const isThis = (other: PlayedWith) => isSame(other, count);
    const isHere = shelf.playable.some(isThis);
    return { ...count, isHere, processes: elsewhere.filter(isThis).length + (isHere ? 1 : 0) };
  });
}

/** Whether they are played with the same rules and components. */
export function isSame(one: PlayedWith, other: PlayedWith): boolean {
  return (
    one.game === other.game &&
    one.rulesVersion === other.rulesVersion &&
    one.editionHash === other.editionHash
  );
}

/** Reports them, and warns of matches that no process can play. */
export async function reportRules(deps: Known & Reports): Promise<void> {
  const rules = await rulesInUse(deps);
  deps.metrics.rulesInUse(rules);
  for (const { game, rulesVersion, edition, matches, processes } of rules) {
    if (processes === 0)
      deps.log.warn({ game, rulesVersion, edition, matches }, 'no process has the rules of these matches');
  }
}

/** Warns of matches that no process can play once this one has left. */
export async function warnOfLast(deps: Known & Pick<Reports, 'log'>): Promise<void> {
  for (const { game, rulesVersion, edition, matches, processes, isHere } of await rulesInUse(deps)) {
    if (isHere && processes === 1)
      deps.log.warn(
        { game, rulesVersion, edition, matches },
        'the last process with the rules of these matches stops: they wait for another one',
      );
  }
}
