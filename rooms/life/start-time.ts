// When a table is to begin: agreed upon while it waits. Its players keep their seats until then, and are reminded of it;
// it begins as any table does, so nobody who is late is played by a bot.
import type { MatchRow } from './match-store.ts';
import { isLobby, type Refusal } from './states.ts';
import { allReady, players, type Table } from './table.ts';

const FURTHEST_MS = 30 * 24 * 60 * 60_000;
/** Each change is told to everybody who sits there. */
const MOST_CHANGES = 20;
/** How long before it the players are reminded. */
const REMINDERS_MS = [60 * 60_000, 0];

/** `null`: none is agreed upon, or it is of no concern any more. */
export function startsAt(row: Pick<MatchRow, 'status' | 'table'>): number | null {
  return isLobby(row) ? (row.table.startTime?.at ?? null) : null;
}

/** `undefined`: there is nothing to change. */
export function agreeOnStart(table: Table, at: number | null, now: number): Table | Refusal | undefined {
  const { at: before = null, changes = -1 } = table.startTime ?? {};
  if (at === before) return undefined;
  const isPossible = at === null || (at > now && at <= now + FURTHEST_MS && table.startWhenFull !== true);
  if (!isPossible || changes >= MOST_CHANGES) return 'option-not-allowed';
  return { ...table, startTime: { at, changes: changes + 1, reminders: remindersBy(at, now) } };
}

/** When the next reminder is due. */
export function nextReminder({ startTime }: Table): number | null {
  const before = REMINDERS_MS[startTime?.reminders ?? 0];
  return typeof startTime?.at !== 'number' || before === undefined ? null : startTime.at - before;
}

/** Those that are due are told as one. */
export function reminded(table: Table, now: number): Table {
  const { startTime } = table;
  if (typeof startTime?.at !== 'number') return table;
  return { ...table, startTime: { ...startTime, reminders: remindersBy(startTime.at, now) } };
}

function remindersBy(at: number | null, now: number): number {
  return at === null ? 0 : REMINDERS_MS.filter((before) => at - before <= now).length;
}

/** People agree days ahead: until then it begins without its host only while everybody is there. */
export function beginsWhenReady(
  row: Pick<MatchRow, 'status' | 'table'>,
  now: number,
  isHere: (id: string) => boolean,
): boolean {
  const at = startsAt(row);
  return (
    allReady(row.table) && (at === null || now >= at || players(row.table).every(({ id }) => isHere(id)))
  );
}
