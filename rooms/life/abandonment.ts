// How long the server waits before it abandons a table.
import type { TableFacts } from '../../shared/protocol/table.ts';
import type { RoomLimits } from '../room-limits.ts';
import type { MatchRow } from './match-store.ts';
import { isPlaying } from './states.ts';
import type { Table } from './table.ts';

/** Public, and to be played in one sitting: no absent player is waiting for it. */
export function isForNow({ visibility, clock }: Table): boolean {
  return visibility === 'public' && clock !== 'days' && clock !== 'none';
}

/** A match with a clock ends by itself. */
export function patienceOf(row: MatchRow, limits: RoomLimits): TableFacts['patience'] {
  const { table } = row;
  if (row.status === 'lobby')
    return { left: null, idle: isForNow(table) ? limits.unattendedLobbySeconds : limits.lobbySeconds };
  if (!isPlaying(row) || table.clock !== 'none') return { left: null, idle: null };
  return { left: finite(limits.leftSeconds), idle: finite(limits.idleSeconds) };
}

function finite(seconds: number): number | null {
  return Number.isFinite(seconds) ? seconds : null;
}
