// A server in its own process with long matches and many lobbies, which measures the turns of its event loop.
// Messages from its parent: `{ stage }` stores matches, `watch` begins to measure, `tell` ends it.
import { subscribe } from 'node:diagnostics_channel';
import { type Crowd, crowd } from './crowded-store.ts';
import { startServer } from './start.ts';

/** What is stored. */
export type Stage = Pick<Crowd, 'people' | 'copies' | 'lobbies'>;

export interface Told {
  /** Processor time of the longest turn, in milliseconds. */
  readonly longest: number;
}

/** How long a planted request holds the loop. */
const PLANTED_MS = 60;

const server = await startServer({
  rooms: true,
  environment: {
    ...providerIn(process.env),
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

function providerIn(settings: NodeJS.ProcessEnv): Record<string, string> {
  const found = Object.entries(settings).filter(([name]) => name.startsWith('OIDC_'));
  return Object.fromEntries(found) as Record<string, string>;
}

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
    void crowd(store, { ...message, most: limits.freeCommandsPerMatch, now: now() }).then(() =>
      process.send?.('staged'),
    );
  }
});
process.once('disconnect', () => void server.stop());
process.send?.({ url: server.url });
