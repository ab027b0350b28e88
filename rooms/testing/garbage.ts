// Whether something that should not be needed any more can be collected.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export async function isGarbage(watched: WeakRef<object>): Promise<boolean> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let tries = 0; tries < 5 && watched.deref() !== undefined; tries++) {
    // What was made or looked at in this turn stays until its end.
    await nextTurn();
    collect();
  }
  return watched.deref() === undefined;
}
