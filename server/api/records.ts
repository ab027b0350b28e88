// Records of matches that are over, as they are sent: built in pieces, one at a time, and kept.
import { createHash } from 'node:crypto';
import { performance } from '../../rooms/clockwork.ts';
import type { JournalRow, MatchRow, MatchStore } from '../../rooms/life/match-store.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import type { GameShelf, Log } from '../../rooms/ports.ts';
import { Queue } from '../../rooms/schedule.ts';
import { PastMatch, rest } from '../../rooms/show/past-match.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Match } from '../../shared/kernel/match.ts';
import { Problem } from '../http/problem.ts';
import { sha256 } from '../process/chance.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { reasonOf } from '../process/reason.ts';
import { type Empty, emptyRecord, entryOf, isOver } from '../records/record.ts';
import { stateHashOf } from '../records/verify.ts';
import type { Prepared } from './sent.ts';

/** Entries that are read without a replay before a pause. */
const PART = 256;
/** Text that is turned into bytes at once. */
const PIECE_LENGTH = 64 * 1024;

export interface RecordDeps {
  readonly store: Pick<MatchStore, 'journal'>;
  readonly shelf: Pick<GameShelf, 'gameOf'>;
  readonly limits: Pick<ProcessLimits, 'recordEntries' | 'recordBytesKept' | 'recordsWaiting'>;
  readonly log: Log;
}

interface Kept {
  /** Of everything in it but the commands, which do not change any more. */
  readonly head: string;
  readonly record: Prepared;
}

export class Records {
  readonly #deps: RecordDeps;
  /** By match, the one read least recently first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;
  readonly #building = new Map<string, Promise<Prepared>>();
  readonly #queue = new Queue();

  constructor(deps: RecordDeps) {
    this.#deps = deps;
  }

  /** Bytes of all records that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Of a match that is over. What does not show in it, such as who is muted, makes no new one. */
  async of(row: MatchRow): Promise<Prepared> {
    if (!isOver(row)) throw new Error(`match ${row.matchId} is not finished`);
    const empty = emptyRecord(row);
    const head = sha256(JSON.stringify(empty));
    const kept = this.#kept.get(row.matchId);
    if (kept?.head === head) {
      this.#keep(row.matchId, kept);
      return kept.record;
    }
    const key = `${row.matchId} ${head}`;
    const building = this.#building.get(key);
    if (building !== undefined) return await building;
    if (this.#building.size >= this.#deps.limits.recordsWaiting) throw new Problem('rate-limited');
    const built = this.#queue.run(() => this.#build(row, empty)).finally(() => this.#building.delete(key));
    this.#building.set(key, built);
    const record = await built;
    this.#keep(row.matchId, { head, record });
    return record;
  }

  /** It is replayed if it was played with a game that is here. */
  async #build(row: MatchRow, empty: Empty): Promise<Prepared> {
    const { shelf, log } = this.#deps;
    const game = shelf.gameOf(row);
    if (game === undefined || game.rulesVersion !== row.rulesVersion) return await this.#write(row, empty);
    try {
      return await this.#write(row, empty, game);
    } catch (error) {
      if (error instanceof StoreError || error instanceof Problem) throw error;
      // The journal is still what was played; verifying the record will show what is wrong.
      log.error({ match: row.matchId, game: row.game, reason: reasonOf(error) }, 'a record does not replay');
      return await this.#write(row, empty);
    }
  }

  async #write(row: MatchRow, empty: Empty, game?: Game): Promise<Prepared> {
    const { result, abandoned, ...start } = empty;
    const hash = createHash('sha256');
    const pieces: Buffer[] = [];
    let text = `${JSON.stringify(start).slice(0, -1)},"entries":[`;
    const flush = () => {
      pieces.push(Buffer.from(text));
      hash.update(text);
      text = '';
    };
    let last: Match | undefined;
    let count = 0;
    for await (const { entry, match } of this.#entriesOf(row, empty, game)) {
      if (++count > this.#deps.limits.recordEntries) throw new Problem('too-large');
      text += `${count === 1 ? '' : ','}${JSON.stringify(entryOf(entry))}`;
      if (text.length > PIECE_LENGTH) flush();
      last = match;
    }
    const stateHash = last === undefined || row.status !== 'finished' ? null : stateHashOf(last);
    const end = { result, ...(abandoned !== undefined && { abandoned }), stateHash };
    text += `],${JSON.stringify(end).slice(1)}`;
    flush();
    const tag = `"${hash.digest('hex').slice(0, 32)}"`;
    return { bytes: Buffer.concat(pieces), tag, type: 'application/json' };
  }

  async *#entriesOf(
    { matchId }: MatchRow,
    { options, seats, seed, deal }: Empty,
    game: Game | undefined,
  ): AsyncGenerator<{ readonly entry: JournalRow; readonly match?: Match }> {
    const { store } = this.#deps;
    if (game !== undefined) {
      const past = new PastMatch(store, matchId, game, { options, seats, seed: deal?.seed ?? seed });
      for await (const { row: entry, match } of past.versions(1, Number.POSITIVE_INFINITY))
        if (entry !== undefined) yield { entry, match };
      return;
    }
    for (let after = 0; ; ) {
      const began = performance.now();
      const rows = await store.journal(matchId, { after, most: PART });
      for (const entry of rows) yield { entry };
      const last = rows.at(-1);
      if (rows.length < PART || last === undefined) return;
      after = last.version;
      await rest(began);
    }
  }

  #keep(matchId: string, kept: Kept): void {
    const { recordBytesKept } = this.#deps.limits;
    this.#drop(matchId);
    if (kept.record.bytes.length > recordBytesKept) return;
    this.#kept.set(matchId, kept);
    this.#bytes += kept.record.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= recordBytesKept) return;
      this.#drop(oldest);
    }
  }

  #drop(matchId: string): void {
    this.#bytes -= this.#kept.get(matchId)?.record.bytes.length ?? 0;
    this.#kept.delete(matchId);
  }
}
