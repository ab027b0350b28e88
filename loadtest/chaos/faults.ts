// What happens to a cluster during a campaign: each fault ends with everything running again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../cli/private-cluster.ts';
import type { Member } from '../../cli/private-member.ts';

export interface FaultContext {
  readonly cluster: Cluster;
  /** The server it happens to; another one each time. */
  readonly victim: Member;
  readonly stoppedSeconds: number;
  readonly awaySeconds: number;
  readonly find: (what: string) => void;
}

/** A supervisor waits before it starts a process again. */
const RESTART_MS = 1_500;
/** A process that was stopped notices that it is gone within this time, however busy the machine is. */
const NOTICE_MS = 60_000;

export const FAULTS = {
  kill: {
    what: 'kill -9 of a server',
    run: async ({ victim }) => {
      victim.signal('SIGKILL');
      await victim.ended;
      await sleep(RESTART_MS);
      await victim.start();
    },
  },
  stop: {
    what: 'SIGSTOP and SIGCONT of a server; meanwhile Redis is restarted empty',
    run: async ({ cluster, victim, stoppedSeconds, find }) => {
      victim.signal('SIGSTOP');
      await sleep(stoppedSeconds * 500);
      await cluster.redis.stop();
      await cluster.redis.start();
      await sleep(stoppedSeconds * 500);
      victim.signal('SIGCONT');
      const code = await Promise.race([victim.ended, sleep(NOTICE_MS, 'it runs on', { ref: false })]);
      if (code !== 1)
        find(`${victim.name}, stopped for ${stoppedSeconds} s, ended with ${code} instead of 1`);
      await victim.kill();
      await victim.start();
    },
  },
  term: {
    what: 'SIGTERM of a server under load',
    run: async ({ victim, find }) => {
      victim.signal('SIGTERM');
      const code = await victim.ended;
      if (code !== 0) find(`${victim.name} ended with ${code} after SIGTERM`);
      await victim.start();
    },
  },
  redis: {
    what: 'Redis is restarted empty',
    run: async ({ cluster }) => {
      await cluster.redis.stop();
      await sleep(RESTART_MS);
      await cluster.redis.start();
    },
  },
  database: {
    what: 'PostgreSQL is stopped',
    run: async ({ cluster, awaySeconds }) => {
      await cluster.postgres.stop('crash');
      await sleep(awaySeconds * 1_000);
      await cluster.postgres.start();
    },
  },
  both: {
    what: 'kill -9 of a server while another one is stopped',
    run: async ({ cluster, victim, stoppedSeconds }) => {
      const other = cluster.members.find((member) => member !== victim);
      other?.signal('SIGSTOP');
      await sleep(stoppedSeconds * 250);
      victim.signal('SIGKILL');
      await victim.ended;
      await sleep(stoppedSeconds * 250);
      // It may find out that it is gone, or that it is not.
      other?.signal('SIGCONT');
      await victim.start();
      await sleep(RESTART_MS);
      if (other?.isRunning === false) await other.start();
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

interface Fault {
  readonly what: string;
  run(context: FaultContext): Promise<void>;
}

export type FaultName = keyof typeof FAULTS;
