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
  readonly referee: Referee;
  readonly botPlays: (seat: Seat) => boolean;
  readonly strengthOf: BotsContext['strengthOf'];
  readonly editionHash: string;
  /** Deadlines have been extended, so they are to be shown and arranged anew. */
  readonly postponed: () => void;
}

export class Timekeeper {
  readonly #context: Context;
  readonly #alarm = new Alarm();
  readonly #bots: Bots;
  #isStopped = false;

  constructor(context: Context) {
    this.#context = context;
    this.#bots = new Bots(context);
  }

  /** Schedules the next time-out and the bots, as long as the match is played. */
  arrange(): void {
    const { referee, deps, botPlays } = this.#context;
    const next = referee.clock.next();
    if (this.#isIdle || next === undefined) this.#alarm.stop();
    else this.#alarm.set(next - deps.now(), () => afterInput(() => this.#timeUp(next)));
    if (this.#isIdle) return;
    for (const decision of referee.decisions()) {
      if (referee.isLong) void this.#expire(decision);
      else if (botPlays(decision.seat)) this.#bots.think(referee, decision);
    }
    if (!referee.isLong) this.#bots.lookAround(referee);
  }

  stop(): void {
    this.#isStopped = true;
    this.#alarm.stop();
    this.#bots.stop();
  }

  get #isIdle(): boolean {
    return this.#isStopped || this.#context.referee.obstacle !== undefined;
  }

  #timeUp(due: number): void {
    const { referee, deps } = this.#context;
    const now = deps.now();
    if (this.#isIdle || this.#wasHeldUp(now)) return;
    if (now - due > LATE_MS) referee.clock.credit(now - due);
    const late = new Set(referee.clock.expired(now));
    for (const decision of referee.decisions()) {
      if (late.has(decision.seat)) void this.#expire(decision);
    }
    if (late.size === 0) this.arrange();
  }

  /** During a stall no player could see or answer anything: extend the deadlines first. */
  #wasHeldUp(now: number): boolean {
    const { referee, deps, postponed } = this.#context;
    const patience = AFTER_STALL_MS - deps.sinceStall();
    if (patience <= 0) return false;
    referee.clock.atLeast(patience, now);
    postponed();
    return true;
  }

  async #expire(decision: Decision): Promise<void> {
    const verdict = await this.#context.referee.expire(decision);
    if (verdict.ok || verdict.code === 'stale-decision' || this.#isIdle) return;
    // The storage is down: retry later.
    this.#alarm.set(RETRY_MS, () => this.#timeUp(this.#context.deps.now()));
  }
}

/** Plays the due time-outs of an empty table. */
export async function playOverdue(referee: Referee, now: () => number): Promise<void> {
  for (let played = 0; played < MOST_AT_ONCE && referee.obstacle === undefined; ) {
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
