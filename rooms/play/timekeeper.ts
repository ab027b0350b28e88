// Time in a live match: due time-outs, and bots that pause meanwhile.
import type { Decision } from '../../shared/kernel/decisions.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { RoomDeps } from '../ports.ts';
import { Alarm, afterInput } from './alarm.ts';
import { Bots, type BotsContext } from './bots.ts';
import type { Referee } from './referee.ts';

/** A time-out this late was delayed by the server and is not charged to a bank. */
const LATE_MS = 1000;
/** After a stall, open decisions have at least this much time. */
const AFTER_STALL_MS = 6_000;
/** Time-outs of an empty match played in a row; the rest is due again immediately. */
const MOST_AT_ONCE = 100;
/** Delay before a time-out that could not be stored is retried. */
const RETRY_MS = 2_000;

interface Context {
  readonly deps: RoomDeps;
  /** `undefined` while there is no play. */
  readonly referee: () => Referee | undefined;
  readonly botPlays: (seat: Seat) => boolean;
  readonly strengthOf: BotsContext['strengthOf'];
  readonly editionHash: string;
  /** Deadlines have been extended. */
  readonly postponed: () => void;
}

export class Timekeeper {
  readonly #context: Context;
  readonly #alarm = new Alarm();
  readonly #bots: Bots;

  constructor(context: Context) {
    this.#context = context;
    this.#bots = new Bots(context);
  }

  /** Schedules the next time-out and the bots. */
  arrange(): void {
    const { referee, deps, botPlays } = this.#context;
    const playing = referee();
    if (playing === undefined) return;
    const next = playing.clock.next();
    if (next === undefined) this.stopClock();
    else this.#alarm.set(next - deps.now(), () => afterInput(() => this.#timeUp(next)));
    for (const decision of playing.decisions()) {
      if (playing.isLong) void this.#expire(playing, decision);
      else if (botPlays(decision.seat)) this.#bots.think(playing, decision);
    }
    if (!playing.isLong) this.#bots.lookAround(playing);
  }

  stopClock(): void {
    this.#alarm.stop();
  }

  stop(): void {
    this.stopClock();
    this.#bots.stop();
  }

  #timeUp(due: number): void {
    const playing = this.#context.referee();
    if (playing === undefined) return;
    const now = this.#context.deps.now();
    if (this.#wasHeldUp(playing, now)) return;
    if (now - due > LATE_MS) playing.clock.credit(now - due);
    const late = new Set(playing.clock.expired(now));
    for (const decision of playing.decisions()) {
      if (late.has(decision.seat)) void this.#expire(playing, decision);
    }
    if (late.size === 0) this.arrange();
  }

  /** During a stall no player could see or answer anything: extend the deadlines first. */
  #wasHeldUp(playing: Referee, now: number): boolean {
    const patience = AFTER_STALL_MS - this.#context.deps.sinceStall();
    if (patience <= 0) return false;
    playing.clock.atLeast(patience, now);
    this.#context.postponed();
    this.arrange();
    return true;
  }

  async #expire(playing: Referee, decision: Decision): Promise<void> {
    const verdict = await playing.expire(decision);
    if (verdict.ok || verdict.code === 'stale-decision') return;
    if (this.#context.referee() === undefined) return;
    // The storage is down: retry later.
    this.#alarm.set(RETRY_MS, () => this.#timeUp(this.#context.deps.now()));
  }
}

/** Plays the due time-outs of an empty table. */
export async function playOverdue(
  referee: Referee,
  now: () => number,
  isPlaying: () => boolean,
): Promise<void> {
  for (let played = 0; played < MOST_AT_ONCE && isPlaying(); ) {
    const { clock } = referee;
    const due = clock.next();
    if (due === undefined || due > now()) break;
    // It waited in the queue, which is not charged to a bank.
    clock.credit(now() - due);
    const late = new Set(clock.expired(now()));
    for (const decision of referee.decisions().filter(({ seat }) => late.has(seat))) {
      const verdict = await referee.expire(decision);
      if (!verdict.ok && verdict.code !== 'stale-decision') throw new Error(verdict.code);
      played += 1;
    }
  }
}
