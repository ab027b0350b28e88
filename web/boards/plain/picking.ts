// Which part of a command a component stands for. Pure functions.
import { isPlainList, leavesOf } from '../../choice/leaves.ts';

export interface Way {
  readonly path: string;
  /** One value, or one of several items. */
  readonly how: 'one' | 'items';
}

/** By component: the first place in any legal command where it can be named. */
export function waysOf(commands: readonly object[]): ReadonlyMap<string, Way> {
  const ways = new Map<string, Way>();
  const note = (value: unknown, way: Way) => {
    if (typeof value === 'string' && !ways.has(value)) ways.set(value, way);
  };
  for (const command of commands)
    for (const { path, value } of leavesOf(command)) {
      if (path === 'type') continue;
      if (isPlainList(value)) for (const item of value) note(item, { path, how: 'items' });
      else note(value, { path, how: 'one' });
    }
  return ways;
}

/** Whether a command names a component anywhere. */
export function isNamedIn(command: object, id: string): boolean {
  return leavesOf(command).some(({ value }) => value === id || (isPlainList(value) && value.includes(id)));
}
