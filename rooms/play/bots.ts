// Bots at one table: each pauses and thinks before it answers the decision of its seat.
import { apprentice } from '../../shared/kernel/bots/apprentice.ts';
import type { Decision } from '../../shared/kernel/decisions.ts';
import { reasonOf } from '../../shared/kernel/reason.ts';
import { createRng } from '../../shared/kernel/rng.ts';
import { type Seat, seatsFrom } from '../../shared/kernel/seat.ts';
import type { Strength } from '../../shared/kernel/strength.ts';
import type { MatchRow } from '../life/match-store.ts';
import { isUnstored } from '../life/store-error.ts';
import { strengthAt, type Table } from '../life/table.ts';
import type { RoomDeps } from '../ports.ts';
import { Alarm } from '../schedule.ts';
import type { Referee } from './referee.ts';

/** How many times longer bots wait if several seats are asked at once. */
const PATIENCE = 2;
/** Apprentices play fast; captains spend more time on thinking than on pauses. */
const PACE: Readonly<Record<Strength, number>> = { apprentice: 0.6, mate: 1, captain: 0.4 };
/** How long a bot waits if its move could not be stored. */
const RETRY_MS = 2_000;

/** Whom bots play for. */
export interface BotPlayers {
  readonly row: Pick<MatchRow, 'editionHash'>;
  readonly table: Table;
  /** While people are asked whether something is taken back, bots wait. */
  readonly undoQuestion: object | null;
  /** Whether a bot plays for this seat now. */
  botPlays(seat: Seat): boolean;
}

type Command = { readonly type: string };

/** Used instead of a decision id if the bot is not asked. */
const NONE = -1;

export class Bots {
  readonly #deps: RoomDeps;
  readonly #players: BotPlayers;
  /** Pausing and thinking bots, by seat, with the decision they will answer. */
  readonly #busy = new Map<Seat, { readonly alarm: Alarm; readonly decision: number }>();
  #stopped = false;

  constructor(deps: RoomDeps, players: BotPlayers) {
    this.#deps = deps;
    this.#players = players;
  }

  think(referee: Referee, decision: Decision): void {
    this.#after(this.#pause(referee, decision.seat), referee, decision);
  }

  /** Bots that are not asked may still act: return to a market, for example. */
  lookAround(referee: Referee): void {
    const { match } = referee;
    if (this.#stopped || match.over || match.game.unprompted === undefined) return;
    for (const seat of seatsFrom(0, match.seats)) {
      if (this.#busy.has(seat) || this.#unprompted(referee, seat) === undefined) continue;
      const alarm = new Alarm();
      this.#busy.set(seat, { alarm, decision: NONE });
      alarm.set(this.#pause(referee, seat), () => {
        this.#busy.delete(seat);
        const command = this.#unprompted(referee, seat);
        // If it is refused or not stored, the next change brings another chance.
        if (command !== undefined) void referee.submit(seat, { decision: null, command }, 'bot');
      });
    }
  }

  /** Until the next change nobody plays. */
  pause(): void {
    for (const { alarm } of this.#busy.values()) alarm.stop();
    this.#busy.clear();
  }

  stop(): void {
    this.#stopped = true;
    this.pause();
  }

  #after(ms: number, referee: Referee, decision: Decision): void {
    const busy = this.#busy.get(decision.seat);
    if (this.#stopped || busy?.decision === decision.id) return;
    busy?.alarm.stop();
    const alarm = new Alarm();
    this.#busy.set(decision.seat, { alarm, decision: decision.id });
    alarm.set(ms, () => void this.#play(referee, decision));
  }

  #unprompted({ match, matchId }: Referee, seat: Seat): Command | undefined {
    const deps = this.#deps;
    if (this.#stopped || match.over || match.decisionOf(seat) !== undefined || !this.#players.botPlays(seat))
      return undefined;
    try {
      const luck = createRng(deps.newSeed());
      return match.game.unprompted?.(match.publicView(), match.seatView(seat), seat, luck);
    } catch (fault) {
      deps.log.error({ matchId, version: match.version, reason: reasonOf(fault) }, 'bot failed');
      return undefined;
    }
  }

  /** If several are asked at once (a market), bots leave people time to see and to answer. */
  #pause(referee: Referee, seat: Seat): number {
    const patience = referee.decisions().length > 1 ? PATIENCE : 1;
    return this.#deps.limits.botPauseMs * patience * PACE[strengthAt(this.#players.table, seat)];
  }

  /** Whether the bot still has to answer this: meanwhile the player may have returned, or the clock played. */
  #isDue({ match, obstacle }: Referee, { seat, id }: Decision): boolean {
    return (
      !this.#stopped &&
      this.#players.undoQuestion === null &&
      obstacle === undefined &&
      match.decisionOf(seat)?.id === id &&
      this.#players.botPlays(seat)
    );
  }

  async #play(referee: Referee, decision: Decision): Promise<void> {
    const { match, matchId } = referee;
    const deps = this.#deps;
    const { seat } = decision;
    const done = () => {
      if (this.#busy.get(seat)?.decision === decision.id) this.#busy.delete(seat);
    };
    if (!this.#isDue(referee, decision)) {
      done();
      return;
    }
    if (referee.isExhausted(seat)) {
      done();
      await referee.expire(decision, 'bot');
      return;
    }
    const seen = match.version;
    try {
      const command = await this.#choose(referee, decision).finally(done);
      if (!this.#isDue(referee, decision)) return;
      // The next change makes it think again.
      if (match.game.partings.includes(command.type) && this.#isAwaited(referee, decision)) return;
      const verdict = await referee.submit(seat, { decision: decision.id, command }, 'bot');
      if (verdict.ok || verdict.code === 'stale-decision' || referee.obstacle !== undefined) return;
      if (isUnstored(verdict.code)) {
        // A command that could not be stored never happened; without a retry the table might stall forever.
        this.#after(RETRY_MS, referee, decision);
        return;
      }
      const told = { matchId, version: match.version, code: verdict.code };
      // If several act at once, another command may come first and invalidate this one.
      if (match.version === seen) deps.log.error(told, 'bot refused');
      else {
        deps.log.debug(told, 'bot overtaken');
        this.think(referee, decision);
        return;
      }
    } catch (fault) {
      deps.log.error({ matchId, version: match.version, reason: reasonOf(fault) }, 'bot failed');
    }
    await referee.expire(decision, 'bot');
  }

  /** Whether people are still in the phase that this bot would leave. */
  #isAwaited(referee: Referee, { seat, kind }: Decision): boolean {
    return referee
      .decisions()
      .some((other) => other.kind === kind && other.seat !== seat && !this.#players.botPlays(other.seat));
  }

  async #choose({ match }: Referee, { seat, kind }: Decision): Promise<Command> {
    const deps = this.#deps;
    const { row, table } = this.#players;
    const { game } = match;
    const [all, own, seed] = [match.publicView(), match.seatView(seat), deps.newSeed()];
    const seen = { all, own, seat, luck: createRng(seed) };
    switch (strengthAt(table, seat)) {
      case 'apprentice':
        return apprentice(game, seen);
      case 'mate':
        return game.greedy(all, own, seat, seen.luck);
      case 'captain': {
        const weight = game.kinds[kind] ?? 'main';
        const { id, rulesVersion } = game;
        const question = {
          game: id,
          editionHash: row.editionHash,
          rulesVersion,
          all,
          own,
          seat,
          seed,
          weight,
        };
        return (await deps.captains.choose(question)) ?? game.greedy(all, own, seat, seen.luck);
      }
    }
  }
}
