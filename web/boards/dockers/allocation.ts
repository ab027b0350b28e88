// The goods being laid in front of new ships, from the commands that fit the picks.
import type { Fields } from '../parts/picking.ts';
import type { Command } from './pieces.ts';

export type Allocate = Extract<Command, { type: 'allocate-goods' }>;
const isAllocation = (command: Command): command is Allocate => command.type === 'allocate-goods';

/** By new quay, in the order of the quays: the goods, or undefined while open. */
export function assignedIn(fitting: readonly Command[], quays: readonly number[]): (string | undefined)[] {
  const left = fitting.filter(isAllocation);
  return quays.map((quay) => {
    const found = left.map(
      ({ assignments }) => assignments.find((assignment) => assignment.quay === quay)?.goods,
    );
    return found.every((goods) => goods === found[0]) ? found[0] : undefined;
  });
}

/** What laying these goods at the quay means. */
export function layFields(
  commands: readonly Command[],
  quays: readonly number[],
  quay: number,
  goods: string,
): Fields | undefined {
  const index = quays.indexOf(quay);
  const can = commands.some(
    (command) => isAllocation(command) && command.assignments[index]?.goods === goods,
  );
  return can ? { [`assignments.${index}.goods`]: goods } : undefined;
}
