// The order in which porters are placed matters only for ships that become full: pure functions.
import { afloatAfter, type Step } from './afloat.ts';
import type { Berth, Command, View } from './pieces.ts';
import { isPlay } from './plan.ts';

/** The quays of the ships that these effects fill, in that order (DOC-7.3). */
export function filledBy(steps: readonly Step[], quays: readonly Berth[]): number[] {
  // Whose porters they are does not matter for the places that they take.
  const ships = afloatAfter(quays, steps, 0, undefined).filter(({ departs }) => departs > 0);
  return ships.toSorted((one, other) => one.departs - other.departs).map(({ quay }) => quay);
}

/** The same for plays that differ only in the order of quays, and fill the same ships in the same order. */
export function outcomeOf(command: Command, { quays }: View): string | undefined {
  if (!isPlay(command)) return undefined;
  const { relation, effects } = command;
  const targets = effects.map((target) =>
    target?.type === 'place' ? { ...target, quays: target.quays.toSorted() } : target,
  );
  return JSON.stringify([relation, targets, filledBy(effects, quays)]);
}
