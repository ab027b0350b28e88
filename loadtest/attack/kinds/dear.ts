// Requests that are cheap to send and dear to answer: records and histories of long matches, waking them, lists,
// legal commands, previews, analyses, exports.
import { families } from '../../../shared/games/index.ts';
import { builtInOf } from '../../../shared/kernel/built-in.ts';
import type { Chance } from '../chance.ts';
import { type Answered, ask, type Burst, guest } from '../line.ts';

/** Sent at once. */
const AT_ONCE = 6;

/** Requests of one guest. */
interface Visit {
  readonly burst: Burst;
  readonly chance: Chance;
  get(path: string): Promise<Answered | undefined>;
  post(path: string, body?: object): Promise<Answered | undefined>;
}

/** Returns how many were sent. */
type Demand = (visit: Visit) => Promise<number>;

const DEMANDS: readonly Demand[] = [
  askForRecords,
  wakeLongMatches,
  readHistories,
  readLists,
  startAnalyses,
  askAtOwnTable,
];

export async function dear(burst: Burst, chance: Chance): Promise<number> {
  const address = chance.address();
  const token = await guest(burst, address);
  if (token === undefined) return 1;
  const visit: Visit = {
    burst,
    chance,
    get: (path) => ask(burst, address, 'GET', path, { token }),
    post: (path, body = {}) => ask(burst, address, 'POST', path, { token, body }),
  };
  return 1 + (await chance.pick(DEMANDS)(visit));
}

function anyOf({ burst, chance }: Visit, ...kinds: readonly ('over' | 'old' | 'running')[]): string {
  return `/api/v1/matches/${chance.pick(kinds)}-${1 + chance.below(burst.longMatches)}`;
}

async function many({ get }: Visit, count: number, path: () => string): Promise<number> {
  const paths = Array.from({ length: count }, path);
  for (let at = 0; at < count; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(get));
  return count;
}

function askForRecords(visit: Visit): Promise<number> {
  return many(visit, 12, () => `${anyOf(visit, 'over', 'over', 'over', 'old')}/record`);
}

function wakeLongMatches(visit: Visit): Promise<number> {
  return many(visit, 9, () => anyOf(visit, 'running', 'over', 'old'));
}

function readHistories(visit: Visit): Promise<number> {
  const { chance } = visit;
  return many(visit, 12, () => {
    const query = `as=${chance.pick(['all', 'spectator'])}&count=1000&from=${chance.below(3_000)}`;
    return `${anyOf(visit, 'over', 'old', 'running')}/history?${query}`;
  });
}

function readLists(visit: Visit): Promise<number> {
  const { chance } = visit;
  const lists = [
    '/tables',
    '/tables?game=rotterdam',
    '/tables?status=playing',
    '/me/seats',
    '/me/matches',
    '/me/export',
  ];
  return many(visit, 60, () => `/api/v1${chance.pick(lists)}`);
}

function startAnalyses(visit: Visit): Promise<number> {
  return many(visit, 6, () => `${anyOf(visit, 'over', 'old')}/analysis`);
}

/** Legal commands and previews, against bots. */
async function askAtOwnTable(visit: Visit): Promise<number> {
  const { chance, get, post } = visit;
  const family = chance.pick(families);
  const { min } = builtInOf(family).seats;
  const made = await post('/api/v1/tables', { game: family.id, seats: min, bots: min - 1, clock: 'none' });
  const { matchId } = (made?.body['table'] ?? {}) as { matchId?: string };
  if (matchId === undefined) return 1;
  await post(`/api/v1/tables/${matchId}/start`);
  const path = `/api/v1/matches/${matchId}`;
  let sent = 2;
  for (let n = 0; n < 15; n++, sent += 3) {
    const legal = await get(`${path}/legal`);
    const commands = (legal?.body['commands'] ?? []) as readonly object[];
    if (commands.length === 0) continue;
    const command = chance.pick(commands);
    await post(`${path}/preview`, command);
    await post(`${path}/commands`, command);
  }
  return sent;
}
