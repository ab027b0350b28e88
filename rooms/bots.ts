// Bots at one table: each pauses before it answers the decision of its seat.
import type { Decision } from '../shared/kernel/decisions.ts';
import { createRng } from '../shared/kernel/rng.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import { Alarm } from './alarm.ts';
import type { RoomDeps } from './ports.ts';
import type { Referee } from './referee.ts';
import { isUnstored } from './store-error.ts';

/** How many times longer bots wait if several seats are asked at once. */
const PATIENCE = 5;
/** How long a bot waits if its move could not be stored. */
const RETRY_MS = 2_000;

export class Bots {
  readonly #deps: RoomDeps;
  readonly #mayPlay: (seat: Seat) => boolean;
  /** Pausing bots, by seat, with the decision they will answer. */
  readonly #thinking = new Map<Seat, { readonly alarm: Alarm; readonly decision: number }>();
  #stopped = false;

  /** `mayPlay`: whether a bot still plays for this seat after its pause. */
  constructor(deps: RoomDeps, mayPlay: (seat: Seat) => boolean) {
    this.#deps = deps;
    this.#mayPlay = mayPlay;
  }

  think(referee: Referee, decision: Decision): void {
    const thinking = this.#thinking.get(decision.seat);
    if (this.#stopped || thinking?.decision === decision.id) return;
    const alarm = thinking?.alarm ?? new Alarm();
    this.#thinking.set(decision.seat, { alarm, decision: decision.id });
    alarm.set(this.#pause(referee), () => {
      this.#thinking.delete(decision.seat);
      if (this.#mayPlay(decision.seat)) void this.#play(referee, decision);
    });
  }

  stop(): void {
    this.#stopped = true;
    for (const { alarm } of this.#thinking.values()) alarm.stop();
  }

  /** If several are asked at once (a market), bots leave people time to see and to answer. */
  #pause(referee: Referee): number {
    return this.#deps.limits.botPauseMs * (referee.decisions().length > 1 ? PATIENCE : 1);
  }

  async #play(referee: Referee, decision: Decision): Promise<void> {
    const { match, matchId } = referee;
    const { seat } = decision;
    if (match.decisionOf(seat)?.id !== decision.id) return;
    try {
      const luck = createRng(this.#deps.newSeed());
      const command = match.game.greedy(match.publicView(), match.seatView(seat), seat, luck);
      const seen = match.version;
      const verdict = await referee.submit(seat, { decision: decision.id, command }, 'bot');
      if (verdict.ok || verdict.code === 'stale-decision' || referee.frozen || referee.halted) return;
      if (isUnstored(verdict.code)) {
        if (!this.#stopped) this.#tryAgain(referee, decision);
        return;
      }
      const told = { matchId, version: match.version, code: verdict.code };
      // If several act at once, another command may come first and invalidate this one.
      if (match.version === seen) this.#deps.log.error(told, 'bot refused');
      else {
        this.#deps.log.debug(told, 'bot overtaken');
        this.think(referee, decision);
        return;
      }
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      this.#deps.log.error({ matchId, version: match.version, reason }, 'bot failed');
    }
    await referee.expire(decision, 'bot');
  }

  /** A command that could not be stored never happened; without a retry the table might stall forever. */
  #tryAgain(referee: Referee, decision: Decision): void {
    const alarm = new Alarm();
    this.#thinking.set(decision.seat, { alarm, decision: decision.id });
    alarm.set(RETRY_MS, () => {
      this.#thinking.delete(decision.seat);
      this.think(referee, decision);
    });
  }
}
