// Time in a live match: due time-outs, and bots that pause meanwhile.
import type { Decision } from '../../shared/kernel/decisions.ts';
import type { RoomDeps } from '../ports.ts';
import { Alarm, afterInput } from '../schedule.ts';
import { type BotPlayers, Bots } from './bots.ts';
import type { Referee } from './referee.ts';

/** A time-out this late was delayed by the server and is not charged to a bank. */
const LATE_MS = 1000;
/** After a stall, open decisions have at least this much time. */
const AFTER_STALL_MS = 6_000;
/** Time-outs of an empty match played in a row; the rest is due again immediately. */
const MOST_AT_ONCE = 100;
/** Delay before a time-out that could not be stored is retried. */
const RETRY_MS = 2_000;

/** The table in play. */
interface Players extends BotPlayers {
  /** Deadlines have been extended, so they are to be shown, and arranged anew. */
  changed(): void;
}

export class Timekeeper {
  readonly #deps: RoomDeps;
  readonly #referee: Referee;
  readonly #players: Players;
  readonly #alarm = new Alarm();
  readonly #bots: Bots;
  #isStopped = false;

  constructor(deps: RoomDeps, referee: Referee, players: Players) {
    this.#deps = deps;
    this.#referee = referee;
    this.#players = players;
    this.#bots = new Bots(deps, players);
  }

  /** Schedules the next time-out and the bots, as long as the match is played. */
  arrange(): void {
    const referee = this.#referee;
    const next = referee.clock.next();
    if (this.#isIdle || next === undefined) this.#alarm.stop();
    else this.#alarm.set(next - this.#deps.now(), () => afterInput(() => this.#timeUp(next)));
    if (this.#isIdle) return;
    if (this.#players.undoQuestion !== null) {
      this.#bots.pause();
      return;
    }
    for (const decision of referee.decisions()) {
      if (referee.isLong) void this.#expire(decision);
      else if (this.#players.botPlays(decision.seat)) this.#bots.think(referee, decision);
    }
    if (!referee.isLong) this.#bots.lookAround(referee);
  }

  stop(): void {
    this.#isStopped = true;
    this.#alarm.stop();
    this.#bots.stop();
  }

  get #isIdle(): boolean {
    return this.#isStopped || this.#referee.obstacle !== undefined;
  }

  #timeUp(due: number): void {
    const { clock } = this.#referee;
    const now = this.#deps.now();
    if (this.#isIdle || this.#wasHeldUp(now)) return;
    if (now - due > LATE_MS) clock.late(now - due, now);
    const late = new Set(clock.expired(now));
    for (const decision of this.#referee.decisions()) {
      if (late.has(decision.seat)) void this.#expire(decision);
    }
    if (late.size === 0) this.arrange();
  }

  /** During a stall no player could see or answer anything: extend the deadlines first. */
  #wasHeldUp(now: number): boolean {
    const patience = AFTER_STALL_MS - this.#deps.sinceStall();
    if (patience <= 0) return false;
    this.#referee.clock.atLeast(patience, now);
    this.#players.changed();
    return true;
  }

  async #expire(decision: Decision): Promise<void> {
    const verdict = await this.#referee.expire(decision);
    if (verdict.ok || verdict.code === 'stale-decision' || this.#isIdle) return;
    // The storage is down: retry later.
    this.#alarm.set(RETRY_MS, () => this.#timeUp(this.#deps.now()));
  }
}

/** Plays the due time-outs of an empty table. */
export async function playOverdue(referee: Referee, now: () => number): Promise<void> {
  for (let played = 0; played < MOST_AT_ONCE && referee.obstacle === undefined; ) {
    const { clock } = referee;
    const due = clock.next();
    if (due === undefined || due > now()) break;
    // It waited in the queue, which is not charged to a bank.
    const at = now();
    clock.late(at - due, at);
    const late = new Set(clock.expired(at));
    for (const decision of referee.decisions().filter(({ seat }) => late.has(seat))) {
      const verdict = await referee.expire(decision);
      if (!verdict.ok && verdict.code !== 'stale-decision') throw new Error(verdict.code);
      played += 1;
    }
  }
}
