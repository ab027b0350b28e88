// The past of a match as each viewer saw it, replayed from the stored journal page by page.
import { type Parsed, reject } from '../../shared/kernel/codes.ts';
import type { Game } from '../../shared/kernel/game.ts';
import { newsFor } from '../../shared/kernel/journal.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { Eyes, HistoryPage, HistoryRequest, PastVersion } from '../../shared/protocol/history.ts';
import { pastStanding } from '../../shared/protocol/standing.ts';
import { seedOf } from '../life/deal.ts';
import type { MatchRow, MatchStore } from '../life/match-store.ts';
import { codeOfUnavailable } from '../life/store-error.ts';
import type { Table } from '../life/table.ts';
import type { MakeLimiter, RateLimiter } from '../people/rate-limits.ts';
import { Turns } from '../people/turns.ts';
import type { Log } from '../ports.ts';
import type { RoomLimits } from '../room-limits.ts';
import { PastMatch, type PlayedVersion } from './past-match.ts';
import { Recent } from './recent.ts';
import { storedFactsOf } from './truth.ts';

/** People and addresses whose rate is tracked; the least recently seen one is evicted. */
const REMEMBERED = 10_000;

interface Context {
  readonly store: Pick<MatchStore, 'journal'>;
  readonly log: Log;
  readonly limits: RoomLimits;
  readonly limiter: MakeLimiter;
  hash(text: string): string;
  now(): number;
}

/** A match whose history is requested. */
export interface Past {
  readonly row: MatchRow;
  readonly game: Game;
  /** The version in force; nothing later may be shown. `undefined`: the match is finished. */
  readonly newest: number | undefined;
}

/** Who asks: the id of a person, where from, and the seat. */
interface Reader {
  readonly id: string;
  /** The key of limits per address. */
  readonly address: string;
  readonly seat: Seat | null;
}

type Answer = Parsed<HistoryPage>;

export class History {
  readonly #context: Context;
  readonly #matches: Recent<string, PastMatch>;
  readonly #rates: RateLimiter;
  readonly #addressRates: RateLimiter;
  /** One page at a time: several replays at once would take all processor time. */
  readonly #turns: Turns;

  constructor(context: Context) {
    const { limits, limiter, now } = context;
    this.#context = context;
    this.#matches = new Recent(limits.historiesKept);
    this.#turns = new Turns({ most: limits.historyWaiting, perAddress: limits.historyWaitingPerAddress });
    const perMinute = (name: string, amount: number) =>
      limiter({ name, amount, seconds: 60, maxKeys: REMEMBERED, now });
    this.#rates = perMinute('history-of-player', limits.historyPerMinute);
    this.#addressRates = perMinute('history', limits.historyPerAddress);
  }

  /** A page for this person, or why there is none. */
  async page(past: Past, asked: HistoryRequest, who: Reader): Promise<Answer> {
    const { table } = past.row;
    const eyes = asked.as ?? who.seat ?? 'spectator';
    const refusal = refusalOf(past, table, eyes, who);
    if (refusal !== undefined) return reject(refusal, null);
    const isTooMuch = !this.#rates.take(who.id).ok || !this.#addressRates.take(who.address).ok;
    if (isTooMuch || this.#turns.lack(who.address) !== undefined) return reject('rate-limited', null);
    return await this.#turns.take(who.address, () => this.#tell(past, table, { ...asked, as: eyes }));
  }

  /** A journal that cannot be replayed is a fault of the program or the disk, and affects only its match. */
  async #tell(past: Past, table: Table, asked: Told): Promise<Answer> {
    const { matchId, game } = past.row;
    try {
      return { ok: true, value: await this.#read(past, table, asked) };
    } catch (fault) {
      this.#matches.delete(matchId);
      const unavailable = codeOfUnavailable(fault);
      const stack = fault instanceof Error ? fault.stack : String(fault);
      this.#context.log.error({ matchId, game, stack }, 'no history');
      return reject(unavailable ?? 'match-damaged', null);
    }
  }

  async #read(past: Past, table: Table, asked: Told): Promise<HistoryPage> {
    const { limits } = this.#context;
    const { row } = past;
    const match = this.#matchOf(past, table);
    const newest = past.newest ?? (await match.end());
    const last = Math.min(newest, asked.from + Math.min(asked.count, limits.historyVersions) - 1);
    const versions: PastVersion[] = [];
    let left = limits.historyBytes;
    if (asked.from <= last) {
      for await (const played of match.versions(asked.from, last)) {
        const version = versionOf(past, table, asked, played);
        if (past.newest === undefined && version.version === newest)
          version.result = row.result as PastVersion['result'];
        left -= Buffer.byteLength(JSON.stringify(version));
        if (left < 0 && versions.length > 0) break;
        versions.push(version);
      }
    }
    const end = versions.at(-1)?.version;
    const next = end === undefined || end >= newest ? null : end + 1;
    return {
      matchId: row.matchId,
      table: storedFactsOf(row, table, limits),
      as: asked.as,
      newest,
      versions,
      next,
    };
  }

  #matchOf({ row, game }: Past, { options, seats }: Table): PastMatch {
    const { store, hash } = this.#context;
    const { matchId } = row;
    const seed = seedOf(row, hash);
    return this.#matches.renew(matchId, () => new PastMatch(store, matchId, game, { options, seats, seed }));
  }
}

type Told = HistoryRequest & { readonly as: Eyes };

function refusalOf(
  { row, game, newest }: Past,
  { seats }: Table,
  eyes: Eyes,
  { seat }: Reader,
): TableCode | undefined {
  if (typeof eyes === 'number' && eyes >= seats) return 'unknown-seat';
  if (newest !== undefined && eyes !== 'spectator' && eyes !== seat) return 'not-finished';
  return row.rulesVersion === game.rulesVersion ? undefined : 'other-rules';
}

function versionOf(
  { newest }: Past,
  table: Table,
  { as, views }: Told,
  { match, row, news }: PlayedVersion,
): PastVersion {
  const seenBy = (seat: Seat | null) => ({
    events: newsFor(news, seat),
    ...(views && { seatView: seat === null ? null : (match.seatView(seat) as PastVersion['seatView']) }),
  });
  const all = Array.from({ length: as === 'all' ? table.seats : 0 }, (_, seat) => ({
    seat,
    ...seenBy(seat),
  }));
  return {
    version: match.version,
    seat: row?.seat ?? null,
    by: row?.by ?? null,
    at: row?.at ?? table.startedAt ?? 0,
    // A command may contain hidden facts.
    command: newest === undefined ? (row?.command ?? null) : null,
    ...seenBy(typeof as === 'number' ? as : null),
    ...(views && { view: match.publicView() as unknown as PastVersion['view'] }),
    ...(as === 'all' && { seats: all }),
    // Hidden facts may count.
    standing: newest === undefined ? pastStanding(match) : null,
    result: null,
  };
}
