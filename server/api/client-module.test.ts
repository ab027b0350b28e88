// The client as one module, for pages without the package.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, type Running, startServer } from '../testing/start.ts';

const PAGE = 'https://pages.example.org';

let running: Running;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-module-'));
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off', CORS_ORIGINS: PAGE } });
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (headers: Record<string, string> = {}) => ask(running.port, '/api/v1/client.js', { headers });

test('one module without imports, which plays', async () => {
  const { status, headers, text } = await get();
  expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(text).not.toMatch(/^import /m);
  // Nothing of a package is in it.
  expect(text).not.toContain('node_modules');
  const file = join(folder, 'client.mjs');
  writeFileSync(file, text);
  const { guest, quayside, Refusal } = (await import(
    pathToFileURL(file).href
  )) as typeof import('../../client/index.ts');
  const { url } = running;
  const token = await guest({ url, name: 'Ann' });
  const table = await quayside({ url, token }).create('borneo', { seats: 3, bots: 2, clock: 'none' });
  expect(await table.start()).toEqual({ ok: true });
  const turn = (await table.turns().next()).value;
  const [command] = (await turn?.legal()) ?? [];
  expect(command && (await turn?.send(command))).toEqual({ ok: true, version: expect.any(Number) });
  table.close();
  const unknown = quayside({ url, token, language: 'fr' }).joinById('borneo', 'nowhere');
  await expect(unknown).rejects.toBeInstanceOf(Refusal);
  await expect(unknown).rejects.toThrow(/^unknown-match: \p{Lu}/u);
});

test('pages of listed origins may load it, and no others', async () => {
  const listed = await get({ Origin: PAGE });
  expect([listed.status, listed.headers['access-control-allow-origin']]).toEqual([200, PAGE]);
  expect(listed.headers['cross-origin-resource-policy']).toBe('cross-origin');
  const other = await get({ Origin: 'https://elsewhere.example.org' });
  expect(other.headers['access-control-allow-origin']).toBeUndefined();
});

test('never older than the program: confirmed by a tag', async () => {
  const { headers } = await get();
  expect(headers['cache-control']).toBe('public, no-cache');
  const again = await get({ 'If-None-Match': String(headers.etag) });
  expect([again.status, again.text]).toEqual([304, '']);
});
