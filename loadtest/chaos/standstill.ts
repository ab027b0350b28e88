// PostgreSQL stands still for a moment: pages are sent all the same.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultContext } from './faults.ts';

const STANDS_STILL_MS = 2_500;
/** Pages are requested until it is certainly over for the proxy too. */
const WATCHED_MS = 8_000;
const LOOK_MS = 250;
/** The machine is busy. */
const SOON_MS = 5_000;

export const pause: Fault = {
  what: 'PostgreSQL stands still for 2.5 s',
  run: async ({ cluster, find }: FaultContext) => {
    cluster.postgres.pause();
    const resumed = sleep(STANDS_STILL_MS).then(() => cluster.postgres.resume());
    const looks: Promise<void>[] = [];
    for (const until = performance.now() + WATCHED_MS; performance.now() < until; await sleep(LOOK_MS)) {
      const page = fetch(cluster.url, { signal: AbortSignal.timeout(SOON_MS) });
      looks.push(
        page.then(
          ({ status }) => {
            if (status !== 200) find(`the page is answered with ${status}`);
          },
          (error: unknown) => find(`the page is not sent: ${String(error)}`),
        ),
      );
    }
    await Promise.all([resumed, ...looks]);
  },
};
