// Signs of life of other processes: how long one has been silent is counted by this process's own monotonic clock, since
// the database's can be set.
import { performance } from '../../../rooms/clockwork.ts';

/** A member that has been silent for this long is declared gone. */
export const LEASE_MS = 3_000;
/** One that still starts is given longer: it is busy, and owns nothing that anyone waits for. */
const STARTING_MS = 60_000;

/** What a process has written as its latest sign; `null`: it sends none, and is never replaced. */
export interface Sign {
  readonly number: number;
  readonly sign: string | null;
  /** `null`: it still starts. */
  readonly address?: string | null;
}

/** A longer gap between two looks, and nothing is known about it: this process or the database did not run. */
const LONGEST_GAP_MS = 1_500;

export class Signs {
  readonly #monotonic: () => number;
  #seen = new Map<number, { readonly sign: string | null; readonly since: number }>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** To be called at least once a second: those whose sign has not changed for too long. */
  silentAmong<One extends Sign>(signs: readonly One[]): readonly One[] {
    const now = this.#monotonic();
    const isGap = now - this.#lookedAt > LONGEST_GAP_MS;
    this.#lookedAt = now;
    const before = this.#seen;
    this.#seen = new Map(
      signs.map(({ number, sign }) => {
        const known = before.get(number);
        const isSame = known !== undefined && known.sign === sign && !isGap;
        return [number, isSame ? known : { sign, since: now }];
      }),
    );
    return signs.filter(({ number, sign, address }) => {
      const silence = now - (this.#seen.get(number)?.since ?? now);
      return sign !== null && silence > (address === null ? STARTING_MS : LEASE_MS);
    });
  }
}
