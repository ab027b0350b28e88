// Entering a table over a slow network: in how many rounds, and with how many bytes.
import { expect, jest, test } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import { HttpPlayer } from '../../server/testing/http-player.ts';
import { openSite } from './site.ts';

jest.setTimeout(120_000);

const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;
/** The page; its files; the seat and the game; the socket, and everything the table is drawn from. */
const ROUNDS = 4;
/** Of everything up to the board, with headers. */
const MOST_BYTES = 330 * 1024;
/** What a table cannot be drawn without; the rest may come afterwards. */
const NEEDED = /^\/(table\/|web\/.*\.(js|css|woff2)$|matchmake\/|api\/v1\/(tables|games)\/)/;

const GAMES = ['borneo', 'dockers', 'rotterdam', 'cabo-da-roca'] as const;

const site = openSite();

interface Load {
  readonly path: string;
  endedAt: number;
  bytes: number;
  /** One more than the latest that it had to wait for. */
  readonly round: number;
}

/** What the page asks for, in the order in which it asks. */
async function record(session: CDPSession): Promise<readonly Load[]> {
  const loads: Load[] = [];
  const open = new Map<string, Load>();
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const { pathname: path } = new URL(request.url);
    if (!NEEDED.test(path)) return;
    const before = loads.filter(({ endedAt }) => endedAt <= timestamp);
    const round = Math.max(0, ...before.map((load) => load.round)) + 1;
    const load = { path, endedAt: Number.POSITIVE_INFINITY, bytes: 0, round };
    loads.push(load);
    open.set(requestId, load);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const load = open.get(requestId);
    if (load !== undefined) Object.assign(load, { endedAt: timestamp, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  return loads;
}

test.each(GAMES)('a table of %s is entered in few rounds', async (game) => {
  const here = site();
  if (here === undefined) return;
  const player = await HttpPlayer.guest(here.running.port, 'Ann');
  const made = (await player.post('/tables', { game, seats: 3, bots: 2, clock: 'none' })).json();
  const { matchId } = made['table'] as { matchId: string };
  expect((await player.post(`/tables/${matchId}/start`)).status).toBe(204);
  const remembered = { token: player.token, name: 'Ann' };
  const { page, context } = await here.visit('/api/v1/', { remembered });
  const loads = await record(await context.newCDPSession(page));
  const began = performance.now();
  await page.goto(`${here.url}/table/${matchId}`, { waitUntil: 'commit' });
  await page.locator('.table-board .zoomable, .table-board svg').first().waitFor();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const bytes = loads.reduce((sum, load) => sum + load.bytes, 0);
  const rounds = Math.max(...loads.map(({ round }) => round));
  process.stdout.write(`${game}: ${rounds} rounds, ${Math.round(bytes / 1024)} KB, ${seconds} s\n`);
  expect(loads.some(({ path }) => path.endsWith('/schemas'))).toBe(true);
  expect(loads.filter(({ round }) => round > ROUNDS)).toEqual([]);
  expect({ bytes, fits: bytes > 0 && bytes < MOST_BYTES }).toEqual({ bytes, fits: true });
  const twice = loads.map(({ path }) => path).filter((path, index, all) => all.indexOf(path) !== index);
  expect(twice).toEqual([]);
});
