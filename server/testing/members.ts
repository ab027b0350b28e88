// Several processes around one Redis; the test decides which are alive, instead of a database.
import type { Peer } from '../../rooms/berth/cluster.ts';
import { aliasesOf } from '../cluster/redis/aliases.ts';
import { openShared, prefixOf, type Shared } from '../cluster/redis/shared.ts';
import { readConfig } from '../process/config.ts';
import { limitsOf, type ProcessLimits } from '../process/limits.ts';
import { type Captured, captureLog } from './scratch.ts';

const SECRET = new Uint8Array(32);

/** The prefix of all keys. */
export const PREFIX = prefixOf(SECRET);
/** What addresses and players are called in Redis. */
export const aliasOf = aliasesOf(SECRET);

export interface Member extends Shared {
  readonly number: number;
  readonly captured: Captured;
  /** Requests that Redis did not answer. */
  readonly failures: () => number;
}

export class Members {
  readonly #url: string;
  readonly #limits: Partial<ProcessLimits>;
  readonly #living = new Map<number, Member>();
  readonly #listeners = new Map<number, Set<(peer: Peer) => void>>();
  #last = 0;

  constructor(url: string, limits: Partial<ProcessLimits> = {}) {
    this.#url = url;
    this.#limits = limits;
  }

  async join(): Promise<Member> {
    this.#last += 1;
    const number = this.#last;
    const captured = captureLog();
    const listeners = new Set<(peer: Peer) => void>();
    this.#listeners.set(number, listeners);
    const defaults = limitsOf(readConfig({}));
    let failures = 0;
    const shared = await openShared({
      url: this.#url,
      secret: SECRET,
      ownership: {
        self: number,
        peers: () => [...this.#living.keys()].filter((one) => one !== number).map(peerOf),
        onGone: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      limits: { ...defaults, process: { ...defaults.process, ...this.#limits } },
      log: captured.log,
      now: Date.now,
      failed: () => {
        failures += 1;
      },
    });
    const member = { ...shared, number, captured, failures: () => failures };
    this.#living.set(number, member);
    return member;
  }

  /** It sends nothing to Redis any more; the others are told. */
  kill({ number }: Member): void {
    this.#living.get(number)?.cut();
    this.#living.delete(number);
    this.#listeners.delete(number);
    for (const listeners of this.#listeners.values())
      for (const listener of listeners) listener(peerOf(number));
  }

  async leave({ number }: Member): Promise<void> {
    const member = this.#living.get(number);
    this.#living.delete(number);
    await member?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#living.values()].map((member) => this.leave(member)));
  }
}

function peerOf(number: number): Peer {
  return { number, address: `member-${number}:2567` };
}
