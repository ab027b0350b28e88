// Names of players: checks before the server is asked.
import type { LobbyText } from './say.ts';

/** Of the protocol's limits. */
export const LONGEST_NAME = 24;

/** The error, if any; the server may find more. */
export function faultOf(name: string): (LobbyText & ('name-empty' | 'name-long')) | undefined {
  const { length } = [...name.trim()];
  if (length === 0) return 'name-empty';
  return length > LONGEST_NAME ? 'name-long' : undefined;
}
