// Analyses one match that is over: how likely each seat was to win, and the moves of players compared with a
// captain's.

import { canonicalJson } from '../../shared/kernel/canonical.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Match } from '../../shared/kernel/match.ts';
import { seatsFrom } from '../../shared/kernel/seat.ts';
import { isUndo } from '../../shared/kernel/undo.ts';
import { type Analysis, type JudgedMove, type JudgedSeat, MISSES } from '../../shared/protocol/advice.ts';
import { pastChances } from '../../shared/protocol/standing.ts';
import { pause } from '../clockwork.ts';
import { seedOf } from '../life/deal.ts';
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import type { CaptainsQuestion, JudgesAnswer, JudgesQuestion } from '../play/captains.ts';
import { questionFor } from '../play/hints.ts';
import type { RoomDeps } from '../ports.ts';
import { PastMatch } from './past-match.ts';

/** Delay before the next try if no thread is free. */
const RETRY_MS = 500;

/** A match to analyse. */
export interface Over {
  readonly row: MatchRow;
  readonly game: Game;
}

export type Findings = Pick<Analysis, 'chances' | 'moves' | 'seats'>;
type Examiner = Pick<RoomDeps, 'captains' | 'hash' | 'limits' | 'newSeed' | 'now' | 'store'> & {
  readonly signal: AbortSignal;
};

/** No thread was free for too long. */
export class NoCaptain extends Error {}

export class Examination {
  readonly #examiner: Examiner;
  readonly #over: Over;
  readonly #moves: JudgedMove[] = [];
  readonly #chances: Analysis['chances'] = [];
  /** The analysis was dropped while a captain was thinking. */
  readonly #closing = Promise.withResolvers<undefined>();
  #at = 0;
  #of: number | null = null;

  constructor(examiner: Examiner, over: Over) {
    this.#examiner = examiner;
    this.#over = over;
  }

  get progress(): Analysis['progress'] {
    return { at: this.#at, of: this.#of };
  }

  /** Rejects with `NoCaptain`, with an error of the storage, or if the journal cannot be replayed. */
  async run(): Promise<Findings> {
    const { signal } = this.#examiner;
    const close = () => this.#closing.resolve(undefined);
    signal.addEventListener('abort', close);
    try {
      return await this.#examine();
    } finally {
      signal.removeEventListener('abort', close);
    }
  }

  async #examine(): Promise<Findings> {
    const { store, limits, hash } = this.#examiner;
    const { row, game } = this.#over;
    const { options, seats } = row.table;
    const past = new PastMatch(store, row.matchId, game, { options, seats, seed: seedOf(row, hash) });
    const last = await past.end();
    this.#of = last;
    const stride = Math.max(1, Math.ceil((last + 1) / limits.analysisPositions));
    let before: readonly CaptainsQuestion[] = [];
    for await (const { match, row: played } of past.versions(0, last)) {
      if (played !== undefined) await this.#judge(before, played);
      const { version } = match;
      if (version % stride === 0 || version === last)
        this.#chances.push({ version, chances: pastChances(match).map(rounded) });
      before = this.#questions(match);
      this.#at = version;
    }
    return { chances: this.#chances, moves: this.#moves, seats: seatsOf(this.#moves, seats) };
  }

  /** The views of the seats that are asked; empty once enough moves are compared. */
  #questions(match: Match): CaptainsQuestion[] {
    const { limits, newSeed } = this.#examiner;
    if (this.#moves.length >= limits.analysisMoves) return [];
    const { game, row } = this.#over;
    return match
      .decisions()
      .filter(({ kind }) => !game.sharedKinds.includes(kind))
      .map(({ seat, kind }) => questionFor(game, row.editionHash, { match, seat, kind }, newSeed()));
  }

  async #judge(
    before: readonly CaptainsQuestion[],
    { seat, by, command, version }: JournalRow,
  ): Promise<void> {
    if (isUndo(command)) return;
    const question = by === 'player' ? before.find((one) => one.seat === seat) : undefined;
    if (question === undefined) return;
    const answer = await this.#ask({ ...question, played: command });
    if (answer === null) return;
    const { choice, played, best } = answer;
    const loss = canonicalJson(choice) === canonicalJson(command) ? 0 : rounded(best - played);
    this.#moves.push({ version, seat, played: command, choice: loss === 0 ? command : choice, loss });
  }

  /** Waits for a free thread: running matches come first. */
  async #ask(question: JudgesQuestion): Promise<JudgesAnswer> {
    const { captains, limits, now, signal } = this.#examiner;
    const until = now() + limits.analysisPatienceSeconds * 1_000;
    for (;;) {
      const answer = await Promise.race([captains.judge(question), this.#closing.promise]);
      signal.throwIfAborted();
      if (answer !== undefined) return answer;
      if (now() >= until) throw new NoCaptain();
      await pause(RETRY_MS, undefined, { signal, ref: false });
    }
  }
}

function rounded(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000;
}

/** A move that loses nothing is no miss. */
export function seatsOf(moves: readonly JudgedMove[], seats: number): JudgedSeat[] {
  return seatsFrom(0, seats).flatMap((seat) => {
    const own = moves.filter((move) => move.seat === seat);
    if (own.length === 0) return [];
    const lost = own.filter(({ loss }) => loss > 0);
    const misses = lost
      .toSorted((one, other) => other.loss - one.loss || one.version - other.version)
      .slice(0, MISSES)
      .map(({ version }) => version);
    return [{ seat, judged: own.length, agreed: own.length - lost.length, misses }];
  });
}
