// What happens to a cluster during a campaign: each fault ends with everything running again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../cli/private-cluster.ts';
import type { Member } from '../../cli/private-member.ts';
import type { WrongClocks } from '../../cli/wrong-clocks.ts';
import { clocks } from './clocks.ts';
import type { Links } from './links.ts';
import { slowHandOver } from './slow-hand-over.ts';
import { pause } from './standstill.ts';

export interface FaultContext {
  readonly cluster: Cluster;
  readonly clocks: WrongClocks;
  /** The server it happens to; another one each time. */
  readonly victim: Member;
  readonly stoppedSeconds: number;
  readonly awaySeconds: number;
  readonly redisSeconds: number;
  /** Every table must accept a command from now on; otherwise that is a finding. */
  readonly allPlay: (what: string) => Promise<void>;
  /** The lists of all servers must soon be correct; otherwise that is a finding. */
  readonly listsHeal: () => Promise<void>;
  readonly find: (what: string) => void;
  readonly links: Links;
  readonly newToken: () => Promise<string>;
  /** Call it just before a server dies, or is stopped for longer than others wait. */
  readonly lose: (member: Member) => Promise<void>;
}

/** A supervisor waits before it starts a process again. */
const RESTART_MS = 1_500;
/** Longer than a match may be without a server: the survivors take it over, not the one that is started again. */
const REPLACED_MS = 6_000;
/** A process that was stopped notices that it is gone within this time, however busy the machine is. */
const NOTICE_MS = 60_000;

export const FAULTS = {
  kill: {
    what: 'kill -9 of a server',
    run: async ({ victim, lose }) => {
      await lose(victim);
      victim.signal('SIGKILL');
      await victim.ended;
      await sleep(REPLACED_MS);
      await victim.start();
    },
  },
  stop: {
    what: 'SIGSTOP and SIGCONT of a server; meanwhile Redis is restarted empty',
    run: async ({ cluster, victim, stoppedSeconds, find, lose }) => {
      await lose(victim);
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
  both: {
    what: 'kill -9 of a server while another one is stopped',
    run: async ({ cluster, victim, stoppedSeconds, lose }) => {
      const other = cluster.members.find((member) => member !== victim);
      other?.signal('SIGSTOP');
      await sleep(stoppedSeconds * 250);
      await lose(victim);
      victim.signal('SIGKILL');
      await victim.ended;
      await sleep(stoppedSeconds * 250);
      // It may learn that it is gone, or that it is not.
      other?.signal('SIGCONT');
      await victim.start();
      await sleep(RESTART_MS);
      if (other?.isRunning === false) await other.start();
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
  'slow-hand-over': {
    what: 'SIGTERM of a server far from the others, which are asked for its matches',
    run: slowHandOver,
  },
  redis: {
    what: 'Redis is away and comes back empty',
    run: async ({ cluster, redisSeconds, allPlay, listsHeal }) => {
      await cluster.redis.stop();
      await Promise.all([allPlay('while Redis is away'), sleep(redisSeconds * 1_000)]);
      await cluster.redis.start();
      await listsHeal();
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
  pause,
  clocks,
} as const satisfies Readonly<Record<string, Fault>>;

export interface Fault {
  readonly what: string;
  run(context: FaultContext): Promise<void>;
}

export type FaultName = keyof typeof FAULTS;
