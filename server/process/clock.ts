// The server's time: the clock of deadlines, which follows the wall clock, never jumps, and stops while the process is
// stalled; what that one is still behind, kept beside the data; and the time that several processes have in common.

import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { clearInterval, performance, setInterval, wall } from '../../rooms/clockwork.ts';
import type { Log } from '../../rooms/ports.ts';
import { jsonIn } from './json.ts';

/** How fast a difference to the wall clock is made up: one second per hundred. */
export const SLEW = 0.01;

/** At most this much time passes between two beats: the rest was the server's fault and is not charged to any player. */
export const LONGEST_STEP_MS = 1_000;

export interface ClockSources {
  readonly wall: () => number;
  readonly monotonic: () => number;
}

/**
 * Milliseconds since 1970. If the wall clock is set, the machine suspended or the process
 * stalled, no one's time runs out at once: the difference is made up so slowly that players do not notice.
 *
 * Stalled means that `beat` (`watchStalls`) was not called in time. Time has already stopped before
 * that is detected, so it does not matter which timer fires first afterwards.
 */
export class SteadyClock {
  readonly #sources: ClockSources;
  /** At the last beat: the monotonic clock, our time, and how far the wall clock was ahead of it. */
  #beatAt: number;
  #time: number;
  #behind = 0;
  #wallAtBeat: number;
  #isBeating = false;
  #heldUpAt = Number.NEGATIVE_INFINITY;

  constructor(sources: ClockSources = { wall: wall, monotonic: () => performance.now() }) {
    this.#sources = sources;
    this.#beatAt = sources.monotonic();
    this.#wallAtBeat = sources.wall();
    this.#time = this.#wallAtBeat;
  }

  /** Takes the wall clock's time at once, or is that much behind it: only before anything is timed by this one. */
  set(behind = 0): void {
    const { wall, monotonic } = this.#sources;
    this.#beatAt = monotonic();
    this.#wallAtBeat = wall();
    this.#time = this.#wallAtBeat - behind;
    this.#behind = behind;
  }

  /** How far the wall clock was ahead at the last beat, in milliseconds. */
  get behind(): number {
    return this.#behind;
  }

  readonly now = (): number => Math.round(this.#at(this.#sources.monotonic()));

  /** Milliseconds since the last stall (or since the wall clock jumped ahead); infinite if there was none. */
  readonly sinceStall = (): number => {
    const at = this.#sources.monotonic();
    return this.#isBeating && at - this.#beatAt > LONGEST_STEP_MS ? 0 : at - this.#heldUpAt;
  };

  /** Call it often. Returns for how many milliseconds the process was stalled, usually 0. */
  beat(): number {
    const { wall, monotonic } = this.#sources;
    const at = monotonic();
    const passed = at - this.#beatAt;
    const time = this.#at(at);
    const wallTime = wall();
    // The monotonic clock of Linux does not count while the machine is suspended; the wall clock does.
    const elapsed = Math.max(passed, wallTime - this.#wallAtBeat);
    const heldUp = this.#isBeating && elapsed > LONGEST_STEP_MS ? elapsed : 0;
    if (heldUp > 0) this.#heldUpAt = at;
    this.#isBeating = true;
    this.#beatAt = at;
    this.#time = time;
    this.#wallAtBeat = wallTime;
    this.#behind = wallTime - time;
    return Math.round(heldUp);
  }

  #at(monotonic: number): number {
    const passed = monotonic - this.#beatAt;
    const counted = this.#isBeating ? Math.min(passed, LONGEST_STEP_MS) : passed;
    const most = counted * SLEW;
    return this.#time + counted + Math.max(-most, Math.min(most, this.#behind));
  }
}

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

const LAG_FILE = 'clock.json';
/** A longer one is taken for an outage: after a start everybody has a minute. */
export const LONGEST_LAG_MS = 60 * 60_000;
/** A smaller difference is not worth a write. */
const NOTED_MS = 200;

const storedLag = z.strictObject({ behind: z.number().min(0).max(LONGEST_LAG_MS), at: z.number() });
type Stored = z.infer<typeof storedLag>;

/** Where it is kept. */
export interface Shelter {
  /** `undefined`: nothing is kept. */
  read(): string | undefined;
  write(text: string): Promise<void>;
}

/** Not synced: without it the next start is only less kind. */
export function shelterIn(folder: string): Shelter {
  const file = join(folder, LAG_FILE);
  return {
    read: () => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return undefined;
      }
    },
    write: async (text) => {
      const part = `${file}.part`;
      await writeFile(part, text, { mode: 0o600 });
      await rename(part, file);
    },
  };
}

interface LagContext {
  readonly clock: SteadyClock;
  readonly shelter: Shelter;
  readonly wall: () => number;
}

export class KeptLag {
  readonly #context: LagContext;
  #kept: Stored = { behind: 0, at: 0 };
  #isWriting = false;

  constructor(context: LagContext) {
    this.#context = context;
  }

  /** Sets the clock, before anything is timed by it. */
  begin(): void {
    const { clock, shelter, wall } = this.#context;
    const found = storedLag.safeParse(jsonIn(shelter.read() ?? ''));
    if (found.success) this.#kept = found.data;
    clock.set(this.#left(wall()));
  }

  /** To be called after each beat of the clock: writes only what the next process could not know. */
  look(): void {
    const { clock, shelter, wall } = this.#context;
    const at = wall();
    const now = Math.max(0, clock.behind);
    const behind = now > LONGEST_LAG_MS ? 0 : Math.round(now);
    if (this.#isWriting || Math.abs(behind - this.#left(at)) < NOTED_MS) return;
    this.#isWriting = true;
    const next = { behind, at };
    const done = () => {
      this.#isWriting = false;
    };
    shelter
      .write(JSON.stringify(next))
      .then(() => {
        this.#kept = next;
      })
      .then(done, done);
  }

  /** What is left of it by then: it is made up all the time, as if the process ran. */
  #left(at: number): number {
    const { behind, at: since } = this.#kept;
    // The wall clock was set back: nothing is known.
    return at < since ? 0 : Math.max(0, behind - (at - since) * SLEW);
  }
}

const BEAT_MS = 200;

interface StallReport {
  readonly log: Log;
  stalled(seconds: number): void;
  /** After each beat. */
  readonly beaten?: (() => void) | undefined;
}

/**
 * Notices that the process was stopped, suspended or blocked for too long. Returns a function that stops watching; it
 * does not keep the process alive.
 */
export function watchStalls(
  clock: SteadyClock,
  { log, stalled, beaten = () => {} }: StallReport,
): () => void {
  clock.beat();
  const timer = setInterval(() => {
    const heldUp = clock.beat();
    beaten();
    if (heldUp === 0) return;
    stalled(heldUp / 1000);
    log.warn(
      { seconds: heldUp / 1000 },
      'stalled, suspended, or the system clock was set ahead: no player is charged for it',
    );
  }, BEAT_MS).unref();
  return () => clearInterval(timer);
}
