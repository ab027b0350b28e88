// Compares what is on a disk after a cut with what was promised before it.
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import type { Found, StoredMatch } from './reopener.ts';
import type { Promised } from './witness.ts';

/** What was stored in the end, when no power was cut. */
export class Truth {
  readonly #entries = new Map<string, readonly string[]>();
  readonly #key: string;

  constructor({ matches, key }: Found) {
    this.#key = key;
    for (const { record } of matches) this.#entries.set(record.matchId, record.entries.map(textOf));
  }

  /** What is wrong with a folder that a server was started on. */
  faultsOf({ refused, matches, key }: Found, promises: readonly Promised[]): readonly string[] {
    if (refused !== undefined) return [`it does not start: ${refused}`];
    const stored = new Map(matches.map((match) => [match.record.matchId, match]));
    const order = matches.flatMap(({ record }) => this.#disorderOf(record.matchId, record.entries));
    const lost = newestOf(promises).flatMap((promised) => lossOf(promised, stored.get(promised.matchId)));
    const keys =
      promises.length > 0 && key !== this.#key ? ['the key is another one: no player is known'] : [];
    return [...order, ...lost, ...keys];
  }

  /** The journal is the beginning of what it became later: in one order, nothing twice, nothing invented. */
  #disorderOf(matchId: string, entries: readonly Entry[]): readonly string[] {
    const later = this.#entries.get(matchId);
    if (later === undefined) return [`${matchId} is stored and was not in the end`];
    const wrong = entries.findIndex((entry, index) => textOf(entry) !== later[index]);
    return wrong < 0 ? [] : [`${matchId}: place ${wrong + 1} is not what it was in the end`];
  }
}

function textOf(entry: Entry): string {
  return canonicalJson(entry);
}

/** The most that was promised about each match. */
function newestOf(promises: readonly Promised[]): readonly Promised[] {
  const newest = new Map<string, Promised>();
  for (const one of promises) {
    const { version = 0, isStarted = false } = newest.get(one.matchId) ?? {};
    newest.set(one.matchId, {
      ...one,
      version: Math.max(version, one.version),
      isStarted: isStarted || one.isStarted,
    });
  }
  return [...newest.values()];
}

function lossOf(
  { matchId, version, isStarted }: Promised,
  match: StoredMatch | undefined,
): readonly string[] {
  if (match === undefined) return [`${matchId} was promised and is not stored`];
  const { status, record } = match;
  if (record.entries.length < version)
    return [`${matchId}: version ${version} was promised, ${record.entries.length} are stored`];
  return isStarted && status === 'lobby' ? [`${matchId} was started and is a lobby`] : [];
}
