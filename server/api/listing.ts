// Which public tables are listed.
import type { Directory, PublishedTable } from '../../rooms/berth/cluster.ts';
import { clearTimeout, setTimeout } from '../../rooms/clockwork.ts';
import type { RoomService } from '../../rooms/index.ts';
import { type ListedTable, lineOf } from '../../rooms/life/listed-table.ts';
import type { MatchStore } from '../../rooms/life/match-store.ts';
import { codeOfUnavailable } from '../../rooms/life/store-error.ts';
import type { LISTED } from '../../shared/protocol/lists.ts';
import type { ProcessLimits } from '../process/limits.ts';

/** A long list of stored tables is read again after this, however many ask for it. */
const KEPT_MS = 1_000;
/** Rows that are read every time, so that small servers always show the latest. */
const SHORT = 100;
/** Longer than a database needs that is well, and not long for a person who waits. */
const SOON_MS = 500;

interface ListingDeps {
  readonly rooms: Pick<RoomService, 'inFairOrder'>;
  readonly store: Pick<MatchStore, 'list'>;
  readonly directory: Pick<Directory, 'tables'>;
  readonly limits: Pick<ProcessLimits, 'tablesListed' | 'tablesScanned'>;
}

type Status = (typeof LISTED)[number];

interface Wanted {
  readonly game?: string | undefined;
  readonly status: Status;
}

interface Stored {
  /** Public ones, in memory or not. */
  readonly tables: readonly PublishedTable[];
  readonly isLong: boolean;
}

export class Listing {
  readonly #deps: ListingDeps;
  readonly #kept = new Map<Status, Promise<Stored>>();

  constructor(deps: ListingDeps) {
    this.#deps = deps;
  }

  /** Tables with people first, then the newest. The same for everybody who asks. */
  async tables(wanted: Wanted): Promise<ListedTable[]> {
    const { rooms, directory, limits } = this.#deps;
    const [live, stored] = await Promise.all([directory.tables(wanted), soon(this.#stored(wanted.status))]);
    const shown = new Set(live.map(({ line }) => line.matchId));
    const asleep = stored.tables.filter(
      ({ line }) => (wanted.game === undefined || line.game === wanted.game) && !shown.has(line.matchId),
    );
    const newest = [...live, ...asleep].sort((a, b) => b.createdAt - a.createdAt);
    return rooms
      .inFairOrder(newest)
      .slice(0, limits.tablesListed)
      .map(({ line }) => line);
  }

  async #stored(status: Status): Promise<Stored> {
    const kept = this.#kept.get(status);
    if (kept !== undefined) return await kept;
    const reading = this.#read(status);
    this.#kept.set(status, reading);
    const forget = () => this.#kept.delete(status);
    try {
      const stored = await reading;
      if (stored.isLong) setTimeout(forget, KEPT_MS).unref();
      else forget();
      return stored;
    } catch (fault) {
      forget();
      throw fault;
    }
  }

  async #read(status: Status): Promise<Stored> {
    const { store, limits } = this.#deps;
    const rows = await store.list({ status: [status], limit: limits.tablesScanned });
    const tables = rows.flatMap((row): PublishedTable[] => {
      const { table, createdAt } = row;
      if (row.status !== status || table.visibility !== 'public') return [];
      return [{ line: lineOf(row, table), host: table.host, attendedFrom: undefined, createdAt }];
    });
    return { tables, isLong: rows.length > SHORT };
  }
}

const NONE: Stored = { tables: [], isLong: false };

/** Without the storage no sleeping table could be opened: then lists show the others. */
async function soon(reading: Promise<Stored>): Promise<Stored> {
  const late = Promise.withResolvers<Stored>();
  const timer = setTimeout(() => late.resolve(NONE), SOON_MS);
  try {
    return await Promise.race([reading, late.promise]);
  } catch (error) {
    if (codeOfUnavailable(error) !== 'storage-unavailable') throw error;
    return NONE;
  } finally {
    clearTimeout(timer);
    // Answered later, or never: nothing depends on it any more.
    reading.catch(() => undefined);
  }
}
