// Hints: what a captain would play in a player's place. Nothing is played or stored.
import { accept, type Parsed, reject } from '../../shared/kernel/codes.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Match } from '../../shared/kernel/match.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { HintAnswer } from '../../shared/protocol/advice.ts';
import { type RateLimiter, Tally } from '../people/rate-limits.ts';
import type { Asker } from '../people/viewer.ts';
import type { RoomDeps } from '../ports.ts';
import type { CaptainsQuestion } from './captains.ts';

/** People whose rate is tracked; the least recently seen one is evicted. */
const REMEMBERED = 10_000;

/** A running match in which a player wants a hint. */
export interface Perplexed {
  readonly game: Game;
  readonly editionHash: string;
  readonly match: Match;
  readonly seat: Seat;
}

type Context = Pick<RoomDeps, 'captains' | 'elsewhere' | 'limits' | 'limiter' | 'newSeed' | 'now'>;

/** For all tables together. */
export class Hints {
  readonly #context: Context;
  readonly #rates: RateLimiter;
  /** The players who are waiting for one. */
  readonly #asking = new Set<string>();
  readonly #addresses: Tally;

  constructor(context: Context) {
    const { limits, limiter, now, elsewhere } = context;
    this.#context = context;
    this.#addresses = new Tally(limits.hintsPerAddress, elsewhere('hints-of-address'));
    this.#rates = limiter({
      name: 'hints',
      amount: limits.hintsPerMinute,
      seconds: 60,
      maxKeys: REMEMBERED,
      now,
    });
  }

  /** For the player who holds the seat. */
  async give(
    { identity: { id: player }, address }: Asker,
    { game, editionHash, match, seat }: Perplexed,
  ): Promise<Parsed<HintAnswer>> {
    if (match.over) return reject('game-over', null);
    const decision = match.decisionOf(seat);
    if (decision === undefined) return reject('not-your-turn', null);
    if (this.#asking.has(player) || this.#addresses.isFull(address) || !this.#rates.take(player).ok)
      return reject('rate-limited', null);
    const { version } = match;
    const question = questionFor(
      game,
      editionHash,
      { match, seat, kind: decision.kind },
      this.#context.newSeed(),
    );
    this.#asking.add(player);
    this.#addresses.add(address, 1);
    try {
      const command = await this.#context.captains.choose(question, 'person');
      if (command === undefined) return reject('no-captain', null);
      // Meanwhile the clock or the player may have moved.
      if (match.decisionOf(seat)?.id !== decision.id) return reject('stale-decision', null);
      const ready = game.unasked.includes(command.type) ? command : { decision: decision.id, ...command };
      return accept({ version, decision: decision.id, command: ready });
    } finally {
      this.#asking.delete(player);
      this.#addresses.add(address, -1);
    }
  }
}

/** The captain gets only what the seat may know. */
export function questionFor(
  game: Game,
  editionHash: string,
  { match, seat, kind }: { readonly match: Match; readonly seat: Seat; readonly kind: string },
  seed: string,
): CaptainsQuestion {
  const [all, own] = [match.publicView(), match.seatView(seat)];
  const weight = game.kinds[kind] ?? 'main';
  return { game: game.id, editionHash, rulesVersion: game.rulesVersion, all, own, seat, seed, weight };
}
