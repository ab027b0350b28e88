// Clocks that are wrong, and are set while matches are played: no time-out comes early, and no server ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { setDatabaseClock } from '../../cli/wrong-clocks.ts';
import type { Fault, FaultContext } from './faults.ts';

/** How wrong the servers' clocks are, in milliseconds; the last one is for a server that starts with it. */
const WRONG_BY = [5_000, -60_000, 2_000, 3_600_000];
/** How wrong the database's clock is, in seconds, one after the other. */
const STEPS = [5, -60, 3_600, 0];
/** Longer than a server may be silent. */
const STEP_MS = 4_000;

export const clocks: Fault = {
  what: 'the clocks of servers and of the database are set',
  run: async ({ cluster, clocks: wrong, victim, find }: FaultContext) => {
    for (const [index, member] of cluster.members.entries()) wrong.set(member, WRONG_BY[index % 3] ?? 0);
    await sleep(STEP_MS);
    victim.signal('SIGTERM');
    await victim.ended;
    wrong.set(victim, WRONG_BY[3] ?? 0);
    await victim.start();
    for (const seconds of STEPS) {
      await setDatabaseClock(cluster.postgres, seconds);
      await sleep(STEP_MS);
    }
    for (const member of cluster.members) {
      if (!member.isRunning) find(`${member.name} ended because of a clock`);
      wrong.set(member, 0);
    }
  },
};
