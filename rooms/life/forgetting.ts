// Forgetting a player: name and id are removed from a table, and the seat is given up. What was played stays:
// others played it too, and its record can still be verified.

import { distinctName } from '../people/names.ts';
import type { Circumstances, Consequences } from './match-actions.ts';
import type { MatchRow } from './match-store.ts';
import { newInvitation } from './new-table.ts';
import { giveUpSeat } from './succession.ts';
import { cloneTable, freeSeat, namesAt, playerAt, players, seatOf, type Table } from './table.ts';

/** In place of a forgotten name, in every language. */
export const NOBODY = 'N. N.';
/** A random id, different at each table, so that it does not connect them. */
const ALIAS_LENGTH = 26;

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

export function forget(row: MatchRow, stored: Table, id: string, circumstances: Circumstances): Consequences {
  if (!mentions(stored, id)) return undefined;
  const table = cloneTable(stored);
  const name = nameOf(table, id);
  const isOver = leave(row, table, id, circumstances);
  const alias = circumstances.newId(ALIAS_LENGTH);
  replaceId(table, id, alias);
  if (name !== undefined) replaceName(table, name);
  return {
    ...(isOver ? { status: 'abandoned', wakeAt: null } : {}),
    // `updatedAt` stays, so that forgetting does not extend retention.
    ...(isOpen(row) ? {} : { updatedAt: row.updatedAt }),
    table,
    // A match that is being removed is in no player's list.
    players: row.players.length === 0 ? [] : players(table).map((player) => player.id),
  };
}

/** A frozen match may resume. */
function isOpen({ status }: MatchRow): boolean {
  return status === 'lobby' || status === 'playing' || status === 'frozen';
}

/** Leaves a table that is not over; `true`: it is now, without this player. */
function leave(row: MatchRow, table: Table, id: string, { now, version, newId }: Circumstances): boolean {
  if (!isOpen(row)) return false;
  const isLast = players(table).every((player) => player.id === id);
  const seat = seatOf(table, id);
  if (row.status === 'lobby') {
    freeSeat(table, id);
    // A host may have no seat.
    if (table.host === id) table.host = players(table)[0]?.id ?? id;
    if (!isLast) return false;
    table.abandoned = { why: 'closed', seats: [], at: now };
    return true;
  }
  if (seat === undefined) return false;
  if (isLast) {
    table.abandoned = { why: 'agreement', seats: [seat], at: now };
    return true;
  }
  giveUpSeat(table, id, { version, at: now }, newInvitation({ newId }, row.matchId));
  return false;
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
