// What administrators of the server do to a match, as changes of its row, whether it is in memory or not.
import type { KernelCode } from '../shared/kernel/codes.ts';
import type { TableCode } from '../shared/protocol/codes.ts';
import { forget } from './forgetting.ts';
import { newInvitation } from './new-table.ts';
import type { MatchChange, MatchRow, RoomDeps } from './ports.ts';
import { type Table, tableSchema } from './table.ts';

export type Deed =
  /** Nothing is played until it is unfrozen, and no clock runs. */
  | { readonly kind: 'freeze' | 'unfreeze' }
  /** The match ends without a result, a table before the start is closed. */
  | { readonly kind: 'close' }
  /** A public table becomes a private one. */
  | { readonly kind: 'unlist' }
  /** A person leaves no name and no id behind. */
  | { readonly kind: 'forget'; readonly player: string };

export interface Circumstances {
  readonly now: number;
  /** Commands played so far. */
  readonly version: number;
  readonly newId: RoomDeps['newId'];
}

/** What changes, or why nothing can; `undefined`: there is nothing to do. */
export type Consequences = MatchChange | TableCode | KernelCode | undefined;

/** How often time was given back; the oldest are dropped first, and then count for their players' banks. */
const MOST_PAUSES = 32;

export function consequencesOf(deed: Deed, row: MatchRow, circumstances: Circumstances): Consequences {
  const table = tableSchema.safeParse(row.table).data;
  if (table === undefined) return 'match-damaged';
  switch (deed.kind) {
    case 'freeze':
      return freeze(row, table, circumstances);
    case 'unfreeze':
      return unfreeze(row, table, circumstances);
    case 'close':
      return close(row, table, circumstances);
    case 'unlist':
      return unlist(row, table, circumstances);
    case 'forget':
      return forget(row, table, deed.player, circumstances);
  }
}

function freeze(row: MatchRow, table: Table, { now }: Circumstances): Consequences {
  switch (row.status) {
    case 'playing':
      return { status: 'frozen', wakeAt: null, table: { ...table, held: { at: now } } };
    case 'frozen':
      // What a fault has stopped would go on when it is woken.
      return table.held === undefined ? { table: { ...table, held: { at: now } } } : undefined;
    case 'lobby':
      return 'not-started';
    case 'finished':
      return 'game-over';
    case 'abandoned':
      return 'match-abandoned';
  }
}

/** The time since then is nobody's. Asleep it is due at once, so that its clock is looked after. */
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

/** Who is there stays, and can invite others. */
function unlist({ matchId }: MatchRow, table: Table, { newId }: Circumstances): Consequences {
  if (table.visibility === 'private') return undefined;
  return { table: { ...table, visibility: 'private', invitation: newInvitation({ newId }, matchId) } };
}
