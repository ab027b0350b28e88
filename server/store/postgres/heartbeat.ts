// Repeats the sign of life, and tracks how long ownership is confirmed by it.
import { performance } from '../../../rooms/clockwork.ts';
import type { CommonTime } from '../../process/clock.ts';
import { CONNECT_MS } from './connection.ts';
import type { DatabaseLink, DatabaseLinkOptions } from './link.ts';
import { beat, CERTAIN_MS, type Other, others } from './member.ts';
import { type Moment, momentNow, since } from './moment.ts';
import { LEASE_MS, Signs } from './signs.ts';

const BEAT_MS = 750;

/** `silent`: those that may be declared gone. */
export type Sees = (others: readonly Other[], silent: readonly Other[]) => void;

export class Heartbeat {
  readonly #company: DatabaseLinkOptions['company'];
  readonly #now: () => number;
  readonly #time: CommonTime;
  readonly #sees: Sees;
  readonly #signs = new Signs();
  /** When ownership was last confirmed. */
  #certainAt: Moment | undefined;
  /** From then on other members' silence counts, since they could have sent a sign of life. */
  #judgesFrom = performance.now() + LEASE_MS;

  /** `sees`: called with the other members after every beat. */
  constructor({ company, now, time }: DatabaseLinkOptions, link: DatabaseLink, sees: Sees) {
    this.#company = company;
    this.#now = now;
    this.#time = time;
    this.#sees = sees;
    this.#certainAt = link.claimedAt;
  }

  /** Without other members or a standby, no other process can own the database while this one runs. */
  get isCertain(): boolean {
    return this.#company === 'alone' || this.#silence < CERTAIN_MS;
  }

  get isDue(): boolean {
    return this.#company !== 'alone' && this.#silence > BEAT_MS;
  }

  /** Time since the last confirmed sign of life. */
  get #silence(): number {
    return this.#certainAt === undefined ? Number.POSITIVE_INFINITY : since(this.#certainAt);
  }

  /** `false`: it was declared gone. */
  async beat({ client, pass }: DatabaseLink): Promise<boolean> {
    const at = momentNow();
    const seeing = this.#company === 'member' ? others(client, pass) : [];
    // Both are sent together, and one failure is enough.
    const ahead = this.#now() - this.#time.database();
    const [sample, found] = await Promise.all([beat(client, pass, ahead), seeing]);
    if (sample === undefined) return false;
    const oldest = found.find((other) => other.ahead !== null);
    const follows = oldest !== undefined && oldest.number < pass.member;
    this.#time.learn({ ...sample, ahead: follows ? (oldest.ahead ?? undefined) : undefined });
    // If this process or the database did not run, the others may have been unable to send theirs either.
    if (this.#silence > 2 * BEAT_MS) this.#judgeAfter(LEASE_MS);
    this.#certainAt = at;
    const silent = this.#signs.silentAmong(found);
    this.#sees(found, performance.now() >= this.#judgesFrom ? silent : []);
    return true;
  }

  /** After an outage others may still be connecting. */
  reconnected(): void {
    this.#judgeAfter(LEASE_MS + CONNECT_MS);
  }

  #judgeAfter(milliseconds: number): void {
    this.#judgesFrom = Math.max(this.#judgesFrom, performance.now() + milliseconds);
  }
}
