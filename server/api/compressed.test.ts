// What is sent compressed: what is the same for everybody, and nothing that is one player's.
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
let player: HttpPlayer;
let match: string;
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off' } });
  player = await HttpPlayer.guest(running.port, 'Ann');
  for (let count = 0; count < 12; count++) await player.post('/tables', { game: 'borneo', seats: 3 });
  const open = await player.post('/tables', { game: 'borneo', seats: 3, bots: 2, visibility: 'private' });
  match = (open.json()['table'] as { matchId: string }).matchId;
  await player.post(`/tables/${match}/start`);
});
afterAll(() => running.stop());

interface Got {
  readonly encoding: string | undefined;
  readonly vary: string;
  readonly tag: string | undefined;
  readonly status: number | undefined;
  readonly bytes: Buffer;
}

/** As it comes over the line; a stream only as far as its first piece. */
function get(path: string, accepted: string, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const known = { Authorization: `Bearer ${player.token}`, 'Accept-Encoding': accepted, ...headers };
    const { port } = running;
    const request = httpRequest(
      { port, path: `/api/v1${path}`, host: '127.0.0.1', agent: false, headers: known },
      (response) => {
        const parts: Buffer[] = [];
        const { 'content-encoding': encoding, vary = '', etag: tag } = response.headers;
        const done = () => {
          request.destroy();
          resolve({ encoding, vary, tag, status: response.statusCode, bytes: Buffer.concat(parts) });
        };
        response.on('data', (part: Buffer) => {
          parts.push(part);
          if (path.endsWith('/stream')) done();
        });
        response.on('end', done);
      },
    );
    request.on('error', reject);
    request.end();
  });
}

const opened = { br: brotliDecompressSync, gzip: gunzipSync } as const;

test.each([
  '/games',
  '/games/rotterdam',
  '/games/rotterdam/schemas',
  '/games/rotterdam/sentences/fr',
  '/games/rotterdam/rules/en',
  '/sentences/en',
  '/openapi.json',
  '/asyncapi.json',
])('%s is the same for everybody and never changes: smaller by half, in two encodings', async (path) => {
  const plain = await get(path, 'identity');
  expect([plain.status, plain.encoding]).toEqual([200, undefined]);
  const tags = new Set([plain.tag]);
  for (const encoding of ['br', 'gzip'] as const) {
    const packed = await get(path, encoding);
    expect(packed).toMatchObject({ status: 200, encoding });
    expect(packed.vary).toContain('Accept-Encoding');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(opened[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
    expect((await get(path, encoding, { 'If-None-Match': packed.tag ?? '' })).status).toBe(304);
    tags.add(packed.tag);
  }
  expect(tags.size).toBe(3);
  expect((await get(path, 'gzip;q=0.5, br;q=0.1')).encoding).toBe('gzip');
  expect((await get(path, '')).encoding).toBe(undefined);
});

test('the list of public tables is compressed too, since it shows everybody the same', async () => {
  const [plain, packed] = [await get('/tables', 'identity'), await get('/tables', 'br, gzip')];
  expect(packed).toMatchObject({ status: 200, encoding: 'gzip' });
  expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  // A short one is not worth it.
  expect((await get('/tables?game=rotterdam', 'gzip')).encoding).toBe(undefined);
});

test.each([
  ['/me/seats'],
  ['/me/export'],
  ['/tables/MATCH'],
  ['/matches/MATCH'],
  ['/matches/MATCH/legal'],
  ['/matches/MATCH/history'],
  ['/matches/MATCH/stream'],
])('%s holds what one player may know, and is never compressed', async (path) => {
  const answer = await get(path.replace('MATCH', match), 'br, gzip');
  expect(answer).toMatchObject({ status: 200, encoding: undefined });
});
