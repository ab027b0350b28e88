// Says again and again that this process is alive, and knows for how long it may rely on that.
import { CONNECT_MS } from './connection.ts';
import type { Company, Link } from './link.ts';
import { beat, CERTAIN_MS, LEASE_MS, type Other, others } from './member.ts';
import { type Moment, momentNow, since } from './moment.ts';

const BEAT_MS = 750;

export class Heartbeat {
  readonly #company: Company;
  readonly #sees: (others: readonly Other[]) => void;
  /** When it was last certain that this process has its matches. */
  #certainAt: Moment | undefined;
  /** From then on it may judge other members by their silence, as they could have said something. */
  #judgesFrom = performance.now() + LEASE_MS;

  /** `sees`: called with the other members after every beat; those that are silent may be declared gone. */
  constructor(company: Company, link: Link, sees: (others: readonly Other[]) => void) {
    this.#company = company;
    this.#sees = sees;
    this.#certainAt = link.claimedAt;
  }

  /** Without company nobody else can own the database while this process runs. */
  get isCertain(): boolean {
    return this.#company === 'alone' || this.#silence < CERTAIN_MS;
  }

  get isDue(): boolean {
    return this.#company !== 'alone' && this.#silence > BEAT_MS;
  }

  /** How long ago others could be sure that it is alive. */
  get #silence(): number {
    return this.#certainAt === undefined ? Number.POSITIVE_INFINITY : since(this.#certainAt);
  }

  /** `false`: it was declared gone. */
  async beat({ client, pass }: Link): Promise<boolean> {
    const at = momentNow();
    const seeing = this.#company === 'member' ? others(client, pass) : [];
    // Both are sent together, and one failure is enough.
    const [isAlive, found] = await Promise.all([beat(client, pass), seeing]);
    if (!isAlive) return false;
    // If this process or the database did not run, the others may not have been able to say anything either.
    if (this.#silence > 2 * BEAT_MS) this.#judgeAfter(LEASE_MS);
    this.#certainAt = at;
    const mayJudge = performance.now() >= this.#judgesFrom;
    this.#sees(mayJudge ? found : found.map((other) => ({ ...other, isSilent: false })));
    return true;
  }

  /** After an outage: the others may still be trying to connect. */
  reconnected(): void {
    this.#judgeAfter(LEASE_MS + CONNECT_MS);
  }

  #judgeAfter(milliseconds: number): void {
    this.#judgesFrom = Math.max(this.#judgesFrom, performance.now() + milliseconds);
  }
}
