// The web client as the server serves it.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BUILD_FILE, WORKER_FILE } from '../../web/build/named.ts';
import { ask, type Running, startServer } from '../testing/start.ts';
import { withoutWorker } from './web.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { WEB_CLIENT: 'on' } });
});
afterAll(() => running.stop());

/** As a browser asks for a page. */
const PAGE = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const get = async (
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', url = running.url } = {},
) => {
  const answer = await fetch(`${url}${path}`, { method, headers });
  const bytes = Buffer.from(await answer.bytes());
  return {
    status: answer.status,
    header: (name: string) => answer.headers.get(name),
    bytes,
    text: bytes.toString(),
  };
};
const filesIn = (page: string) =>
  [...page.matchAll(/(?:src|href)="(\/web\/[^"]+)"/g)].map(([, path = '']) => path);

test('every screen of the client has its page; anything else has none', async () => {
  const page = (await get('/', PAGE)).text;
  expect(page).toContain('<div id="app"></div>');
  for (const path of [
    '/new/borneo',
    '/join',
    '/table/abc',
    '/replay/abc?version=3',
    '/rules/borneo/BOR-5.3',
    '/settings',
  ])
    expect((await get(path, PAGE)).text).toBe(page);
  for (const path of [
    '/tables',
    '/table',
    '/table/a/b',
    '/web/',
    '/web/main.js',
    '/Settings',
    '/web/..%2fmain.tsx',
  ]) {
    const answer = await get(path, PAGE);
    expect({ path, refused: answer.status >= 400 }).toEqual({ path, refused: true });
    expect(answer.text).not.toContain('id="app"');
  }
});

test('the page that checks matches is another one, and its saved form is not run here', async () => {
  const page = (await get('/verify', PAGE)).text;
  expect(page).toContain('/web/verify-');
  expect((await get('/verify/p7qk2wz9', PAGE)).text).toBe(page);
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }])
    expect((await get('/verify', headers)).text).toBe(page);
  expect((await get('/verify/a/b', PAGE)).status).toBe(404);
  const saved = await get('/web/quayside-verify.html', PAGE);
  expect(saved.header('content-disposition')).toBe('attachment; filename=quayside-verify.html');
  expect(saved.header('cache-control')).toBe('no-cache');
  expect(saved.text).toContain("content=\"default-src 'none'; script-src 'sha256-");
});

test('programs get JSON at the same address', async () => {
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const answer = await get('/', headers);
    expect(JSON.parse(answer.text)).toMatchObject({ name: 'Quayside', api: '/api/v1/' });
    expect(answer.header('vary')).toMatch(/Accept\b/);
  }
  expect((await get('/settings', { accept: 'application/json' })).status).toBe(404);
});

test('nothing in the pages is inline, and the policy allows nothing from elsewhere', async () => {
  for (const path of ['/', '/verify', '/sign-in']) {
    const answer = await get(path, PAGE);
    const policy = answer.header('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    // A record may come from anywhere, a script never.
    const asks = path === '/verify' ? ";connect-src 'self' http: https:" : '';
    expect(policy.endsWith(asks)).toBe(true);
    expect(policy.slice(0, policy.length - asks.length)).not.toMatch(/unsafe|\*|https?:/);
    // Nobody clicks in it unawares inside another page, and no address of it (with a provider's code) is passed on.
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.header('referrer-policy')).toBe('no-referrer');
    const page = answer.text;
    expect(page).not.toMatch(/<style|<script(?![^>]*src=)|\son\w+=|\sstyle=/);
    expect(page.match(/(?:src|href)="(?!\/web\/)[^"]*"/g)).toBeNull();
  }
});

test('its files are served compressed as the browser accepts, and cached for as long as their names exist', async () => {
  const files = filesIn((await get('/', PAGE)).text);
  expect(files.length).toBeGreaterThanOrEqual(5);
  for (const path of files) {
    const plain = await get(path, { 'accept-encoding': 'identity' });
    const { bytes } = plain;
    expect([path, plain.status, plain.header('content-encoding')]).toEqual([path, 200, null]);
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(path, { 'accept-encoding': encoding });
      expect(packed.bytes).toEqual(bytes);
      if (/\.(js|css|svg)$/.test(path)) expect(packed.header('content-encoding')).toBe(encoding);
    }
    const isNamed = /-[A-Z0-9]{8}\.\w+$/.test(path);
    expect(plain.header('cache-control')).toBe(
      isNamed ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    );
    const tag = plain.header('etag') ?? '';
    // Not with `fetch`, which then asks for a fresh copy.
    expect((await ask(running.port, path, { headers: { 'if-none-match': tag } })).status).toBe(304);
  }
  expect((await get('/', PAGE)).header('cache-control')).toBe('no-cache');
  expect((await get('/', PAGE, { method: 'HEAD' })).status).toBe(200);
});

test('page, worker and the file that says it are of one version; none of them is kept unasked', async () => {
  const { build, worker } = JSON.parse((await get(BUILD_FILE)).text) as { build: string; worker: boolean };
  expect([build, worker]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), true]);
  expect((await get('/', PAGE)).text).toContain(`<meta name="build" content="${build}">`);
  const script = await get(WORKER_FILE);
  expect(script.header('content-type')).toMatch(/javascript/);
  expect(script.text).toContain(build);
  for (const path of [BUILD_FILE, WORKER_FILE])
    expect((await get(path)).header('cache-control')).toMatch(/no-cache/);
  for (const path of filesIn((await get('/', PAGE)).text)) expect(script.text).toContain(path);
});

test('where the host wants no worker, browsers get one that leaves', () => {
  const asset = (path: string, text: string) => ({ path, type: 'text/plain', plain: Buffer.from(text) });
  const page = asset('/', '<!doctype html>');
  const changed = withoutWorker([
    page,
    asset(WORKER_FILE, 'keep()'),
    asset(BUILD_FILE, '{"build":"0123456789abcdef","worker":true}'),
  ]);
  expect(changed[0]).toBe(page);
  expect(changed[1]?.plain.toString()).toMatch(/unregister/);
  expect(changed[1]?.plain.toString()).not.toContain('keep()');
  expect(JSON.parse(changed[2]?.plain.toString() ?? '')).toEqual({
    build: '0123456789abcdef',
    worker: false,
  });
});
