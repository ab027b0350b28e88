// A server in its own process with long matches and many lobbies, which measures the turns of its event loop.
// Messages from its parent: `{ stage }` stores matches, `watch` begins to measure, `tell` ends it.
import { subscribe } from 'node:diagnostics_channel';
import { longMatch } from '../../rooms/testing/long-matches.ts';
import { SEATED, storedTable } from '../../rooms/testing/rows.ts';
import type { Sleeper } from '../../rooms/testing/sleepers.ts';
import { startServer } from './start.ts';

/** What is stored, all asleep. */
export interface Stage {
  /** Ids of the four players of each match. */
  readonly people: readonly string[];
  /**
   * Matches `running-1`, `spare-1`, `over-1` and `old-1` to this number; the old ones have more commands than are
   * allowed now.
   */
  readonly copies: number;
  readonly lobbies: number;
}

export interface Told {
  /** Processor time of the longest turn, in milliseconds. */
  readonly longest: number;
}

/** Of matches of older programs. */
const ONCE_ALLOWED = 20_000;
/** Rows in one transaction. */
const AT_ONCE = 1_000;
/** How long a planted request holds the loop. */
const PLANTED_MS = 60;

const server = await startServer({
  rooms: true,
  environment: {
    RATE_LIMITS: 'off',
    BOT_PAUSE_MS: '0',
    BOT_THREADS: '2',
    BOT_MS: '50',
    MAX_TABLES: '2000',
    MAX_TABLES_PER_PLAYER: '2000',
    ADMIN_USERS: 'zoe:another-password',
  },
});
const { store, now, limits } = server.quayside.deps;

if (process.env['PLANT'] !== undefined)
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: { readonly url?: string } };
    if (request.url?.includes(process.env['PLANT'] ?? '') !== true) return;
    const end = processorMs() + PLANTED_MS;
    while (processorMs() < end);
  });

/** Of this thread: time in which other programs had the processor does not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

let isWatching = false;
let longest = 0;

/** The loop turns without waiting for input meanwhile, so that each turn is measured. */
function watch(since: number): void {
  if (!isWatching) return;
  setImmediate(() => {
    const at = processorMs();
    longest = Math.max(longest, at - since);
    watch(at);
  });
}

async function stage({ people, copies, lobbies }: Stage): Promise<void> {
  const most = limits.freeCommandsPerMatch;
  const made = (commands: number, status: 'playing' | 'abandoned') =>
    longMatch('', { commands, at: now(), people, status });
  // Not at the bound: then the server would play it to its end at once.
  const running = made(most - 500, 'playing');
  const kinds = {
    running,
    // For what changes who plays.
    spare: running,
    over: made(most, 'abandoned'),
    old: made(ONCE_ALLOWED, 'abandoned'),
  };
  for (const [name, match] of Object.entries(kinds))
    for (let n = 1; n <= copies; n++) await keep(`${name}-${n}`, match);
  for (let n = 0; n < lobbies; n++) await keepLobby(n, running);
}

/** No bot plays for players who are away. */
async function keep(matchId: string, { row, journal }: Sleeper): Promise<void> {
  await store.create({ ...row, matchId, table: { ...(row.table as object), absence: 'clock' } });
  for (let at = 0; at < journal.length; at += AT_ONCE)
    await store.commit(matchId, journal.slice(at, at + AT_ONCE), {});
}

async function keepLobby(n: number, { row }: Sleeper): Promise<void> {
  const host = `host-${n}`;
  const waiting = { ...SEATED, id: host, name: host, away: true };
  const table = storedTable({
    ...(row.table as object),
    clock: 'days',
    host,
    occupants: [waiting, ...[1, 2, 3].map(() => ({ kind: 'open' as const }))],
    names: [],
    startedAt: null,
    crew: host,
  });
  await store.create({
    ...row,
    matchId: `lobby-${n}`,
    status: 'lobby',
    createdAt: now(),
    table,
    players: [host],
  });
}

process.on('message', (message: 'watch' | 'tell' | Stage) => {
  if (message === 'watch') {
    isWatching = true;
    longest = 0;
    watch(processorMs());
    process.send?.('watching');
  } else if (message === 'tell') {
    isWatching = false;
    process.send?.({ longest } satisfies Told);
  } else {
    void stage(message).then(() => process.send?.('staged'));
  }
});
process.once('disconnect', () => void server.stop());
process.send?.({ url: server.url });
