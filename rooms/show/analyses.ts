// Analyses of matches that are over: computed on request, in the background, one at a time.
import { accept, type Parsed, reject } from '../../shared/kernel/codes.ts';
import type { Analysis } from '../../shared/protocol/advice.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import { codeOfUnavailable } from '../life/store-error.ts';
import type { RateLimiter } from '../people/rate-limits.ts';
import { Turns } from '../people/turns.ts';
import type { RoomDeps } from '../ports.ts';
import { Examination, type Findings, NoCaptain, type Over } from './examination.ts';
import { Recent } from './recent.ts';

/** People whose rate is tracked; the least recently seen one is evicted. */
const REMEMBERED = 10_000;

interface Open {
  readonly examination: Examination;
  /** The player who requested it first. */
  readonly player: string;
}

/** Who asks, and where from: the key of limits per address. */
interface Client {
  readonly id: string;
  readonly address: string;
}

type Context = Pick<
  RoomDeps,
  'captains' | 'hash' | 'limits' | 'limiter' | 'log' | 'newSeed' | 'now' | 'store'
>;

const NOTHING: Findings = { chances: [], moves: [], seats: [] };

export class Analyses {
  readonly #context: Context;
  readonly #rates: RateLimiter;
  /** Waiting and running analyses, by match. */
  readonly #open = new Map<string, Open>();
  readonly #done: Recent<string, Analysis>;
  /** Failed analyses: the next request gets the refusal; the one after that starts a new try. */
  readonly #failed: Recent<string, TableCode>;
  readonly #closing = new AbortController();
  #running: string | undefined;
  readonly #turns: Turns;

  constructor(context: Context) {
    const { limits, limiter, now } = context;
    this.#context = context;
    // One is under way.
    const most = limits.analysesWaiting + 1;
    this.#turns = new Turns({ most, perAddress: limits.analysesPerAddress });
    this.#rates = limiter({
      name: 'analyses',
      amount: limits.analysesPerHour,
      seconds: 3_600,
      maxKeys: REMEMBERED,
      now,
    });
    this.#done = new Recent(limits.analysesKept);
    this.#failed = new Recent(limits.analysesKept);
  }

  /** The analysis, or its progress; starts it for this player if needed. */
  of(over: Over, client: Client): Parsed<Analysis> {
    const { row, game } = over;
    const { matchId } = row;
    const done = this.#done.get(matchId);
    if (done !== undefined) {
      this.#done.set(matchId, done);
      return accept(done);
    }
    const open = this.#open.get(matchId);
    if (open !== undefined) return accept(this.#told(matchId, open.examination));
    const failed = this.#failed.get(matchId);
    this.#failed.delete(matchId);
    if (failed !== undefined) return reject(failed, null);
    if (row.rulesVersion !== game.rulesVersion) return reject('other-rules', null);
    const lack = this.#turns.lack(client.address);
    if (lack === 'all') return reject('no-captain', null);
    const own = [...this.#open.values()].filter((one) => one.player === client.id);
    const isShareTaken = lack === 'share' || own.length >= this.#context.limits.analysesPerPlayer;
    if (isShareTaken || !this.#rates.take(client.id).ok) return reject('rate-limited', null);
    return accept(this.#told(matchId, this.#begin(over, client)));
  }

  /** Analyses under way are dropped. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turns.idle();
  }

  #told(matchId: string, { progress }: Examination): Analysis {
    return { matchId, status: this.#running === matchId ? 'running' : 'waiting', progress, ...NOTHING };
  }

  #begin(over: Over, { id: player, address }: Client): Examination {
    const { signal } = this.#closing;
    const examination = new Examination({ ...this.#context, signal }, over);
    this.#open.set(over.row.matchId, { examination, player });
    void this.#turns.take(address, () => this.#run(over, examination));
    return examination;
  }

  async #run({ row: { matchId, game } }: Over, examination: Examination): Promise<void> {
    this.#running = matchId;
    try {
      this.#closing.signal.throwIfAborted();
      const findings = await examination.run();
      this.#done.set(matchId, { matchId, status: 'done', progress: examination.progress, ...findings });
    } catch (fault) {
      if (this.#closing.signal.aborted) return;
      this.#failed.set(
        matchId,
        fault instanceof NoCaptain ? 'no-captain' : this.#codeOf(fault, matchId, game),
      );
    } finally {
      this.#running = undefined;
      this.#open.delete(matchId);
    }
  }

  /** A journal that cannot be replayed is a fault of the program or the disk, and affects only its match. */
  #codeOf(fault: unknown, matchId: string, game: string): TableCode {
    const stack = fault instanceof Error ? fault.stack : String(fault);
    this.#context.log.error({ matchId, game, stack }, 'no analysis');
    return codeOfUnavailable(fault) ?? 'match-damaged';
  }
}
