// How play ends, unless the players give the match up: with a result, or with a fault that freezes it.
import type { Result } from '../../shared/kernel/game.ts';
import type { Match } from '../../shared/kernel/match.ts';
import type { RoomDeps } from '../ports.ts';
import type { MatchChange } from './match-store.ts';
import type { StoredTable } from './stored-table.ts';

interface Context {
  readonly deps: RoomDeps;
  readonly stored: StoredTable;
  /** Of the match; −1 before the setup. */
  readonly version: () => number;
  /** Nothing more is played. */
  readonly frozen: () => void;
}

export class Endings {
  readonly #context: Context;
  #latest: MatchChange | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** What is stored together with the last command. */
  finishing(result: Result): MatchChange {
    const { deps, stored } = this.#context;
    const table = { ...stored.table, finishedAt: deps.now() };
    this.#latest = { status: 'finished', result, wakeAt: null, table };
    return this.#latest;
  }

  /** Once a command is stored: it may have been the last one. */
  noteResult(match: Match | undefined): void {
    const result = match?.result();
    if (match?.over !== true || result === undefined) return;
    const { deps, stored, version } = this.#context;
    const { matchId, game } = stored.row;
    // As it was stored: its time too.
    stored.note(this.#latest ?? this.finishing(result));
    deps.metrics.matchEnded(game, 'finished');
    deps.log.info({ matchId, version: version() }, 'match finished');
  }

  freeze(fault: unknown): void {
    const { deps, stored, version, frozen } = this.#context;
    const { matchId, game, status } = stored.row;
    const stack = fault instanceof Error ? fault.stack : String(fault);
    deps.log.error({ matchId, game, version: version(), stack }, 'match frozen');
    // A finished match keeps its result; only the board cannot be shown.
    if (status === 'finished' || status === 'abandoned') return;
    deps.metrics.matchEnded(game, 'frozen');
    stored.note({ status: 'frozen' });
    frozen();
    stored.awaits(stored.save({ status: 'frozen', wakeAt: null }));
  }
}
