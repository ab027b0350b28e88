// Forgetting a player: name and id are removed from a table, and the seat is given up. What was played stays:
// others played it too, and its record can still be verified.

import { distinctName } from '../people/names.ts';
import type { Circumstances, Next } from './life.ts';
import type { MatchChange, MatchRow } from './match-store.ts';
import { newInvitation } from './new-table.ts';
import { isLobby, type State, stateOf } from './states.ts';
import { giveUpSeat } from './succession.ts';
import { cloneTable, freeSeat, namesAt, playerAt, players, seatOf, type Table } from './table.ts';

/** In place of a forgotten name, in every language. */
export const NOBODY = 'N. N.';
/** A random id, different at each table, so that it does not connect them. */
const ALIAS_LENGTH = 26;
/** A held or broken match may resume. */
const OPEN: readonly State[] = ['lobby', 'dealing', 'playing', 'held', 'broken'];

/** Every place of a table where a player's id may be. */
export function mentions(table: Table, id: string): boolean {
  return (
    table.host === id ||
    table.former.includes(id) ||
    table.removed?.includes(id) === true ||
    table.newcomers?.some((one) => one.id === id) === true ||
    seatOf(table, id) !== undefined
  );
}

export function forget(row: MatchRow, id: string, circumstances: Circumstances): Next {
  if (!mentions(row.table, id)) return undefined;
  const table = cloneTable(row.table);
  const name = nameOf(table, id);
  const isOpen = OPEN.includes(stateOf(row));
  if (isOpen) leave(row, table, id, circumstances);
  replaceId(table, id, circumstances.newId(ALIAS_LENGTH));
  if (name !== undefined) replaceName(table, name);
  const isEnded = isOpen && table.abandoned !== null;
  // `updatedAt` stays once a match is over, so that forgetting does not extend retention.
  const change: MatchChange = {
    table,
    ...(isEnded ? { status: 'abandoned' } : {}),
    ...(isOpen ? {} : { updatedAt: row.updatedAt }),
  };
  return { change, reseated: id };
}

/** The table goes on without this player, or ends with the last one. */
function leave(row: MatchRow, table: Table, id: string, { now, version, newId }: Circumstances): void {
  const isLast = players(table).every((player) => player.id === id);
  const seat = seatOf(table, id);
  if (row.status === 'lobby') {
    freeSeat(table, id);
    // A host may have no seat.
    if (table.host === id) table.host = players(table)[0]?.id ?? id;
    if (isLast || !isLobby(row)) table.abandoned = { why: 'closed', seats: [], at: now };
  } else if (seat !== undefined && isLast) table.abandoned = { why: 'agreement', seats: [seat], at: now };
  else giveUpSeat(table, id, { version, at: now }, newInvitation({ newId }, row.matchId));
}

/** At the table, or when the seat was given up: both lists are in the same order. */
function nameOf(table: Table, id: string): string | undefined {
  const seat = seatOf(table, id);
  if (seat !== undefined) return playerAt(table, seat)?.name;
  return table.successions.filter(({ from }) => from !== null)[table.former.indexOf(id)]?.from ?? undefined;
}

function replaceId(table: Table, id: string, alias: string): void {
  if (table.host === id) table.host = alias;
  table.former = table.former.map((one) => (one === id ? alias : one));
  if (table.removed !== undefined) table.removed = table.removed.map((one) => (one === id ? alias : one));
  if (table.newcomers !== undefined) table.newcomers = table.newcomers.filter((one) => one.id !== id);
  const player = players(table).find((one) => one.id === id);
  if (player !== undefined) player.id = alias;
}

/** At one table a name stands for the same player throughout. */
function replaceName(table: Table, name: string): void {
  const known = [...table.names, ...table.successions.flatMap(({ from, name: to }) => [from, to])];
  const taken = [...namesAt(table), ...known.flatMap((one) => one ?? [])].filter((one) => one !== name);
  const nobody = distinctName(NOBODY, taken);
  const instead = <Name extends string | null>(one: Name) => (one === name ? nobody : one);
  table.names = table.names.map(instead);
  table.successions = table.successions.map((one) => ({
    ...one,
    from: instead(one.from),
    name: instead(one.name),
  }));
  for (const player of players(table)) player.name = instead(player.name);
}
