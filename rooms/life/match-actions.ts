// Administrators' actions on a match as changes of its row, whether it is in memory or not.
import type { KernelCode } from '../../shared/kernel/codes.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { RoomDeps } from '../ports.ts';
import { forget } from './forgetting.ts';
import type { MatchChange, MatchRow } from './match-store.ts';
import { newInvitation } from './new-table.ts';
import type { Table } from './table.ts';

export type MatchAction =
  /** No moves are played and no clock runs until it is unfrozen. */
  | { readonly kind: 'freeze' | 'unfreeze' }
  /** The match ends without a result, a table before the start is closed. */
  | { readonly kind: 'close' }
  /** A public table becomes private. */
  | { readonly kind: 'unlist' }
  /** Removes a player's name and id. */
  | { readonly kind: 'forget'; readonly player: string };

export interface Circumstances {
  readonly now: number;
  /** Commands played so far. */
  readonly version: number;
  readonly newId: RoomDeps['newId'];
}

/** The change, or why it is refused; `undefined`: there is nothing to do. */
export type Consequences = MatchChange | TableCode | KernelCode | undefined;

/** Maximum number of pauses; beyond it the oldest are dropped, and their time is charged to the banks again. */
const MOST_PAUSES = 32;

export function consequencesOf(
  action: MatchAction,
  row: MatchRow,
  circumstances: Circumstances,
): Consequences {
  const { table } = row;
  switch (action.kind) {
    case 'freeze':
      return freeze(row, table, circumstances);
    case 'unfreeze':
      return unfreeze(row, table, circumstances);
    case 'close':
      return close(row, table, circumstances);
    case 'unlist':
      return unlist(row, table, circumstances);
    case 'forget':
      return forget(row, table, action.player, circumstances);
  }
}

function freeze(row: MatchRow, table: Table, { now }: Circumstances): Consequences {
  switch (row.status) {
    case 'playing':
      return { status: 'frozen', wakeAt: null, table: { ...table, held: { at: now } } };
    case 'frozen':
      // A match that a fault has frozen would resume when it is woken.
      return table.held === undefined ? { table: { ...table, held: { at: now } } } : undefined;
    case 'lobby':
      return 'not-started';
    case 'finished':
      return 'game-over';
    case 'abandoned':
      return 'match-abandoned';
  }
}

/** The time since then is not charged. A sleeping match is due at once, so that its clock is set. */
function unfreeze(row: MatchRow, table: Table, { now, version }: Circumstances): Consequences {
  const { held, pauses = [], ...rest } = table;
  if (held === undefined) return row.status === 'frozen' ? 'frozen' : undefined;
  const pause = { version, ms: Math.max(0, now - held.at) };
  return {
    status: 'playing',
    wakeAt: table.clock === 'none' ? null : now,
    table: { ...rest, pauses: [...pauses, pause].slice(-MOST_PAUSES) },
  };
}

function close(row: MatchRow, table: Table, { now }: Circumstances): Consequences {
  if (row.status === 'finished') return 'game-over';
  if (row.status === 'abandoned') return 'match-abandoned';
  const { held: _held, ...rest } = table;
  const why = row.status === 'lobby' ? 'closed' : 'administrator';
  const abandoned: Table['abandoned'] = { why, seats: [], at: now };
  return { status: 'abandoned', wakeAt: null, table: { ...rest, abandoned } };
}

/** Those present stay, and can invite others. */
function unlist({ matchId }: MatchRow, table: Table, { newId }: Circumstances): Consequences {
  if (table.visibility === 'private') return undefined;
  return { table: { ...table, visibility: 'private', invitation: newInvitation({ newId }, matchId) } };
}
