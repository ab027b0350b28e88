// The polls of the first page: the player's tables, and public ones.
import { computed, effect, untracked } from '@preact/signals';
import type { ListedTable, MyTables } from '../../client/index.ts';
import { showBadge } from '../lib/badge.ts';
import { overHttp, playerId } from '../lib/player.ts';
import { Poll } from '../lib/poll.ts';
import { standingOf } from './standings.ts';

const MINE_MS = 5_000;
const OPEN_MS = 6_000;

export const myTables = new Poll<MyTables>(() => overHttp().myTables(), MINE_MS);

interface PublicTables {
  /** With free seats. */
  readonly open: readonly ListedTable[];
  /** Running ones that may be watched. */
  readonly running: readonly ListedTable[];
}

export const publicTables = new Poll<PublicTables>(async () => {
  const http = overHttp();
  const [open, running] = await Promise.all([http.tables(), http.tables({ status: 'playing' })]);
  return {
    open: open.filter(({ free }) => free > 0),
    running: running.filter(({ spectatorsAllowed }) => spectatorsAllowed),
  };
}, OPEN_MS);

/** Another player: other tables. */
effect(() => {
  void playerId.value;
  untracked(() => myTables.forget());
});

/** How many tables wait for the player, as last told. */
export const waitingTables = computed(
  () => myTables.value.value?.seats.filter((one) => standingOf(one) === 'your-turn').length ?? 0,
);

/** On the icon of the installed client. */
effect(() => {
  const { value: count } = waitingTables;
  if (myTables.value.value !== null) showBadge(count);
});
