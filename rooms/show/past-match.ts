// A match that can be shown at any version: its journal is read in parts, and positions are kept to go back to.
import type { Game, News } from '../../shared/kernel/game.ts';
import type { Beginning } from '../../shared/kernel/journal.ts';
import { Match } from '../../shared/kernel/match.ts';
import { ReplayError, replayOnto } from '../../shared/kernel/replay.ts';
import { pause, performance } from '../clockwork.ts';
import type { JournalRow, MatchStore } from '../life/match-store.ts';

/** Rows read at once. */
const PART = 32;
/** After this there is a pause. */
const SLICE_MS = 4;
/** Positions kept; when there are more, every second one is dropped. */
const KEPT = 32;
/** Versions between two positions, at first. */
const DISTANCE = 32;

/** The last version that was played, and the match in that state. */
export interface PlayedVersion {
  readonly match: Match;
  /** `undefined`: the setup. */
  readonly row: JournalRow | undefined;
  readonly news: readonly News<{ readonly type: string }>[];
}

interface Position {
  readonly version: number;
  readonly goBack: () => void;
}

/** A pause as long as the work: however many clients read histories, half of the time is left for play. */
export async function rest(began: number): Promise<void> {
  await pause(performance.now() - began);
}

export class PastMatch {
  readonly #store: Pick<MatchStore, 'journal'>;
  readonly #matchId: string;
  readonly #match: Match;
  #positions: Position[];
  #distance = DISTANCE;
  #end: number | undefined;

  constructor(store: Pick<MatchStore, 'journal'>, matchId: string, game: Game, beginning: Beginning) {
    this.#store = store;
    this.#matchId = matchId;
    this.#match = new Match(game, beginning.options, beginning.seats, beginning.seed);
    this.#positions = [{ version: 0, goBack: this.#match.bookmark() }];
  }

  /** The last version of a match that has ended. */
  async end(): Promise<number> {
    if (this.#end !== undefined) return this.#end;
    const versions = this.versions(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    // Plays the match to its end without showing anything.
    while ((await versions.next()).done !== true);
    this.#end = this.#match.version;
    return this.#end;
  }

  /** The versions from `first` to `last`, one after the other; throws if the journal ends before `last`. */
  async *versions(first: number, last: number): AsyncGenerator<PlayedVersion> {
    this.#goBefore(first);
    if (first <= 0) yield { match: this.#match, row: undefined, news: this.#match.overture };
    while (this.#match.version < last) {
      const most = Math.min(PART, last - this.#match.version);
      const rows = await this.#store.journal(this.#matchId, { after: this.#match.version, most });
      let began = performance.now();
      for (const row of rows) {
        const news = this.#play(row);
        if (row.version >= first) yield { match: this.#match, row, news };
        if (performance.now() - began < SLICE_MS) continue;
        await rest(began);
        began = performance.now();
      }
      if (rows.length < most) {
        if (last === Number.POSITIVE_INFINITY) return;
        throw new ReplayError(last, `the journal ends with ${this.#match.version}`);
      }
      await rest(began);
    }
  }

  #play(row: JournalRow): PlayedVersion['news'] {
    let news: PlayedVersion['news'] = [];
    if (row.version !== this.#match.version + 1)
      throw new ReplayError(row.version, `follows ${this.#match.version}`);
    replayOnto(this.#match, [row], (_match, _row, told) => {
      news = told;
    });
    this.#keep();
    return news;
  }

  /** Goes to the position from which the version takes the fewest commands. */
  #goBefore(version: number): void {
    const nearest = this.#positions.findLast((position) => position.version < version);
    const here = this.#match.version;
    if (here < version && here >= (nearest?.version ?? 0)) return;
    (nearest ?? this.#positions[0])?.goBack();
  }

  #keep(): void {
    const { version } = this.#match;
    if (version % this.#distance !== 0 || version <= (this.#positions.at(-1)?.version ?? 0)) return;
    this.#positions.push({ version, goBack: this.#match.bookmark() });
    if (this.#positions.length <= KEPT) return;
    this.#distance *= 2;
    this.#positions = this.#positions.filter((position) => position.version % this.#distance === 0);
  }
}
