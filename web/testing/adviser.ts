// Good moves for a seat, computed from the server's record of the match: for browser tests that play a match to
// its end.
import { seedOf } from '../../rooms/life/deal.ts';
import { gameOf } from '../../rooms/testing/games.ts';
import type { Running } from '../../server/testing/start.ts';
import { Match } from '../../shared/kernel/match.ts';
import { replayOnto } from '../../shared/kernel/replay.ts';
import { createRng } from '../../shared/kernel/rng.ts';
import type { Seat } from '../../shared/kernel/seat.ts';

const MOST = 1_000;

export class Adviser {
  readonly #running: Running;
  readonly #id: string;
  readonly #seat: Seat;
  readonly #luck = createRng('8'.repeat(32));
  #match: Match | undefined;

  constructor(running: Running, matchId: string, seat: Seat) {
    this.#running = running;
    this.#id = matchId;
    this.#seat = seat;
  }

  /** The command that a bot would give now; undefined while the seat is not asked. */
  async command(): Promise<{ readonly type: string } | undefined> {
    const match = await this.#now();
    if (match.decisionOf(this.#seat) === undefined) return undefined;
    return match.game.greedy(match.publicView(), match.seatView(this.#seat), this.#seat, this.#luck);
  }

  async isOver(): Promise<boolean> {
    return (await this.#now()).over;
  }

  async #now(): Promise<Match> {
    const { store } = this.#running.quayside.deps;
    this.#match ??= await this.#begun();
    replayOnto(this.#match, await store.journal(this.#id, { after: this.#match.version, most: MOST }));
    return this.#match;
  }

  async #begun(): Promise<Match> {
    const { store, hash } = this.#running.quayside.deps;
    const row = await store.load(this.#id);
    if (row === undefined) throw new Error('the match is not stored');
    const { options, seats } = row.table;
    return new Match(gameOf(row.game), options, seats, seedOf(row, hash));
  }
}
