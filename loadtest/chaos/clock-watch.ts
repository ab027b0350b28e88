// The matches that only clocks play: what befell them during a campaign, and whether every time-out came once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '../../cli/private-member.ts';
import type { Postgres } from '../../cli/private-postgres.ts';
import { openClocked, storedClocks, takenAt } from './clocked.ts';
import { clocksAt } from './stored.ts';
import {
  type ClockedMatch,
  GRACE_MS,
  type JudgedClocks,
  judgeClocks,
  type Loss,
  type Outage,
} from './timeouts.ts';

interface ClockWatchOptions {
  /** The time for a decision. */
  readonly allowedMs: number;
  /** How late a time-out may be. */
  readonly lateMs: number;
}

export class ClockWatch {
  readonly #options: ClockWatchOptions;
  readonly #matchIds: string[] = [];
  readonly #losses: Loss[] = [];
  readonly #outages: Outage[] = [];
  /** By match: when it was taken over from a server that was gone. */
  readonly #taken = new Map<string, Set<number>>();

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  get matchIds(): readonly string[] {
    return this.#matchIds;
  }

  /** Starts one more match. */
  async open(url: string, tokens: readonly string[]): Promise<string> {
    const matchId = await openClocked(url, tokens);
    this.#matchIds.push(matchId);
    return matchId;
  }

  /** To be called when a server is about to lose its matches. */
  async lose(postgres: Postgres, { name, port }: Member, what: string): Promise<void> {
    const there = await clocksAt(postgres, port);
    const matchIds = there.filter((matchId) => this.#matchIds.includes(matchId));
    this.#losses.push({ what: `${what} (${name})`, at: Date.now(), matchIds });
  }

  outage(outage: Outage): void {
    this.#outages.push(outage);
  }

  /** The database remembers only the latest time: to be called after each fault. */
  async noteTaken(postgres: Postgres): Promise<void> {
    for (const [matchId, at] of await takenAt(postgres, this.#matchIds))
      this.#taken.set(matchId, (this.#taken.get(matchId) ?? new Set()).add(at));
  }

  /** By then the time-outs of all matches taken over must have been played. */
  async graceEnds(): Promise<void> {
    const latest = Math.max(0, ...[...this.#taken.values()].flatMap((times) => [...times]));
    await sleep(Math.max(0, latest + GRACE_MS + this.#options.lateMs - Date.now()));
  }

  async judge(postgres: Postgres): Promise<JudgedClocks & { readonly matches: readonly ClockedMatch[] }> {
    const stored = await storedClocks(postgres, this.#matchIds);
    const matches = stored.map((match) => ({
      ...match,
      takenAt: [...(this.#taken.get(match.matchId) ?? [])],
    }));
    const judged = judgeClocks(matches, {
      ...this.#options,
      losses: this.#losses,
      outages: this.#outages,
      now: Date.now(),
    });
    return { ...judged, matches };
  }
}
