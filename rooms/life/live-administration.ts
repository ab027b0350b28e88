// Administrators' actions on a match in memory: between two commands, stored before they take effect.
import type { KernelCode } from '../../shared/kernel/codes.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { Referee } from '../play/referee.ts';
import type { RoomDeps } from '../ports.ts';
import { consequencesOf, type MatchAction } from './match-actions.ts';
import type { MatchChange, MatchRow } from './match-store.ts';
import type { StoredTable } from './stored-table.ts';
import { seatOf } from './table.ts';

interface Context {
  readonly deps: RoomDeps;
  readonly stored: StoredTable;
  /** `undefined` before the start, and if the match cannot be restored. */
  readonly referee: () => Referee | undefined;
  /** The match is over or frozen. */
  readonly stopped: () => void;
  /** The table has changed and can be played; with the id of a player who lost a seat. */
  readonly changed: (reseated?: string) => void;
}

/** `done`: whether there was anything to do; otherwise why it is refused. */
export type ActionAnswer = { readonly done: boolean } | TableCode | KernelCode;

export class LiveAdministration {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  carryOut(action: MatchAction): Promise<ActionAnswer> {
    const { stored, referee } = this.#context;
    return stored.inTurn(() => {
      const playing = referee();
      const work = () => this.#carryOut(action, playing);
      return playing === undefined ? work() : playing.between(work);
    });
  }

  async #carryOut(action: MatchAction, referee: Referee | undefined): Promise<ActionAnswer> {
    const { deps, stored } = this.#context;
    const before = stored.row;
    if (action.kind === 'unfreeze' && (referee === undefined || referee.isBroken)) return 'frozen';
    const circumstances = { now: deps.now(), version: referee?.match.version ?? 0, newId: deps.newId };
    const change = consequencesOf(action, before, circumstances);
    if (change === undefined) return { done: false };
    if (typeof change === 'string') return change;
    // In memory its own session handles the clock; after a crash 0 marks it for the server.
    const refusal = await stored.save(isPlayedHere(change) ? { ...change, wakeAt: 0 } : change);
    if (refusal !== undefined) return refusal;
    this.#takeEffect(action, before, referee);
    return { done: true };
  }

  #takeEffect(action: MatchAction, before: MatchRow, referee: Referee | undefined): void {
    const { deps, stored, stopped, changed } = this.#context;
    const { status, game } = stored.row;
    const { held, pauses } = stored.table;
    const isOver = status === 'abandoned' && before.status !== 'abandoned';
    if (isOver) {
      referee?.halt();
      deps.metrics.matchEnded(game, 'abandoned');
    }
    if (action.kind === 'unfreeze') referee?.clock.credit(pauses?.at(-1)?.ms ?? 0);
    referee?.hold(held !== undefined);
    if (isOver || action.kind === 'freeze') stopped();
    if (action.kind !== 'forget') {
      changed();
      return;
    }
    const seat = seatOf(before.table, action.player);
    if (seat !== undefined && (status === 'playing' || status === 'frozen')) referee?.forgetIds(seat);
    changed(action.player);
  }
}

function isPlayedHere({ status, wakeAt }: MatchChange): boolean {
  return status === 'playing' && typeof wakeAt === 'number';
}
