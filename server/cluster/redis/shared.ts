// What processes share through Redis: the directory of tables, and limits counted together.
import { hkdfSync } from 'node:crypto';
import type { Ownership } from '../../../rooms/berth/cluster.ts';
import type { Log } from '../../../rooms/ports.ts';
import type { Counting } from '../../http/counting.ts';
import { OwnMemory, type ShortMemory } from '../../people/spoken-codes.ts';
import type { Limits } from '../../process/limits.ts';
import { aliasesOf } from './aliases.ts';
import { SharedCounts } from './counts.ts';
import { SharedDirectory } from './directory.ts';
import { RedisLink } from './link.ts';
import { SharedRates } from './rates.ts';
import { Repair } from './repair.ts';
import { BEAT, COUNT, FIND, KEEP, KEPT, KNOWN, PUT, REPAIR, SPEND, SWEEP } from './scripts.ts';
import { SharedMemory } from './short-memory.ts';

/** Increases when processes would no longer understand each other's entries. */
const FORMAT = 1;

/** Several clusters may share a Redis: each has its own names. */
export function prefixOf(secret: Uint8Array): string {
  const name = hkdfSync('sha256', secret, '', 'quayside: names in Redis', 6);
  return `quayside:${FORMAT}:${Buffer.from(name).toString('base64url')}:`;
}

export interface SharedOptions {
  /** Contains the password. */
  readonly url: string;
  /** The key of the identities, which all processes share. */
  readonly secret: Uint8Array;
  readonly ownership: Pick<Ownership, 'self' | 'peers' | 'onGone'>;
  readonly limits: Limits;
  readonly log: Log;
  readonly now: () => number;
  /** Redis did not answer, or refused. */
  readonly failed: () => void;
}

export interface Shared {
  readonly directory: SharedDirectory;
  readonly counting: Counting;
  readonly memory: ShortMemory;
  isUp(): boolean;
  /** Removes this process's entries. */
  close(): Promise<void>;
  /** Leaves the entries, like a process that dies. */
  cut(): void;
}

/** Resolves whether or not Redis is available. */
export async function openShared({
  url,
  secret,
  ownership,
  limits,
  log,
  now,
  failed,
}: SharedOptions): Promise<Shared> {
  const { tablesListed, rememberedKeys } = limits.process;
  const { tablesPerHost: perHost, tablesPerAddress: perAddress } = limits.rooms;
  const prefix = prefixOf(secret);
  const alias = aliasesOf(secret);
  const scripts = [PUT, SWEEP, KNOWN, FIND, BEAT, SPEND, COUNT, KEEP, KEPT, REPAIR];
  const link = new RedisLink({ url, scripts, log, failed });
  const repair = new Repair(link, prefix, log);
  const shares = { perHost, perAddress };
  const directory = new SharedDirectory({
    link,
    prefix,
    alias,
    ownership,
    shares,
    listed: tablesListed,
    log,
  });
  const rates = new SharedRates({ link, prefix, alias });
  const counts = new SharedCounts({ link, prefix, alias, ownership, maxKeys: rememberedKeys });
  const cut = () => {
    repair.close();
    rates.close();
    counts.close();
    link.close();
  };
  await link.open();
  return {
    directory,
    counting: { limiter: (options) => rates.limiter(options), elsewhere: (name) => counts.of(name) },
    memory: new SharedMemory({ link, prefix, alias, secret, own: new OwnMemory(now) }),
    isUp: () => link.isUp,
    close: async () => {
      await directory.close();
      cut();
    },
    cut,
  };
}
