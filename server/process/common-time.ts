// The time that processes with one database have in common: the database's, whatever their own clocks say.
import { performance, wall } from '../../rooms/clockwork.ts';
import type { ClockSources } from './clock.ts';

/** What the database's clock said at some moment between two moments of this process's monotonic clock. */
export interface TimeSample {
  readonly time: number;
  readonly sent: number;
  readonly received: number;
  /** How far the time of the oldest living process is ahead of the database's; `undefined`: this one is the oldest. */
  readonly ahead?: number | undefined;
}

/** A clock that is wrong by more than this is reported. */
const WARN_MS = 1_000;

interface CommonTimeOptions {
  /** Called when this machine's clock begins to differ from the database's (`true`), or agrees with it again. */
  readonly differs?: (differs: boolean, seconds: number) => void;
}

/**
 * Without samples it is the wall clock of this process. Deadlines follow it slowly (`clock.ts`), so that no step of the
 * database's clock reaches a player. They follow the oldest process instead of the database, so that all of them are
 * as far on their way after such a step: a match may move from any of them to any other.
 */
export class CommonTime {
  readonly #sources: ClockSources;
  readonly #differs: (differs: boolean, seconds: number) => void;
  /** The database's time when the monotonic clock was 0. */
  #base: number | undefined;
  #ahead = 0;
  #isDifferent = false;

  constructor(
    sources: ClockSources = { wall: wall, monotonic: () => performance.now() },
    { differs = () => {} }: CommonTimeOptions = {},
  ) {
    this.#sources = sources;
    this.#differs = differs;
  }

  /** What deadlines follow. */
  readonly now = (): number => this.database() + this.#ahead;

  /** Never slowed: for what processes tell each other, such as seals. */
  readonly database = (): number => {
    const { wall, monotonic } = this.#sources;
    return this.#base === undefined ? wall() : Math.round(monotonic() + this.#base);
  };

  /** How far this machine's clock is ahead of the database's, in milliseconds. */
  get difference(): number {
    return this.#sources.wall() - this.database();
  }

  /** A sample that took long on its way says little: the time is corrected only as far as it is certain. */
  learn({ time, sent, received, ahead = 0 }: TimeSample): void {
    const [least, most] = [time - received, time - sent];
    this.#base = this.#base === undefined ? (least + most) / 2 : Math.min(most, Math.max(least, this.#base));
    this.#ahead = ahead;
    const { difference } = this;
    const isDifferent = Math.abs(difference) > WARN_MS;
    if (isDifferent !== this.#isDifferent) this.#differs(isDifferent, difference / 1000);
    this.#isDifferent = isDifferent;
  }
}
