// The web client is built once for its sources, and is small.
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Asset } from './assets.ts';
import { keyOf, readAssets } from './cache.ts';
import { WEB } from './place.ts';

let folder: string;
let assets: Asset[];
let built = 0;
const begins = () => {
  built += 1;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-build-'));
  assets = await readAssets({ begins, folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** To be compared instead of megabytes, which jest reads byte by byte. */
const digests = (all: readonly Asset[]) =>
  all.map(({ path, type, plain, brotli, gzip }) => [
    path,
    type,
    ...[plain, brotli, gzip].map((bytes) => bytes && createHash('sha256').update(bytes).digest('hex')),
  ]);
const sent = ({ brotli, plain }: Asset) => (brotli ?? plain).length;
const bytesOf = (paths: ReadonlySet<string>) =>
  assets.filter(({ path }) => paths.has(path)).reduce((sum, asset) => sum + sent(asset), 0);
const text = (path: string) => assets.find((asset) => asset.path === path)?.plain.toString() ?? '';

/** What loads with a script: the scripts that it imports at once. */
function loadedWith(script: string, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found;
  found.add(script);
  for (const [, name] of text(script).matchAll(/(?:from|import)"\/web\/([\w-]+\.js)"/g))
    loadedWith(`/web/${name}`, found);
  return found;
}

test('it is built once; a cache that is damaged is built again', async () => {
  expect(built).toBe(1);
  expect(digests(await readAssets({ begins, folder }))).toEqual(digests(assets));
  expect(built).toBe(1);
  const [name = ''] = readdirSync(folder);
  const bytes = readFileSync(join(folder, name));
  writeFileSync(join(folder, name), bytes.fill(0, 100, 120));
  expect(digests(await readAssets({ begins, folder }))).toEqual(digests(assets));
  expect(built).toBe(2);
});

test('a change of a source is another client, a change of a test is not', () => {
  const key = keyOf();
  const planted = (name: string) => {
    const file = join(WEB, 'lib', name);
    writeFileSync(file, 'export {};\n');
    try {
      return keyOf();
    } finally {
      rmSync(file);
    }
  };
  expect(planted('planted.ts')).not.toBe(key);
  expect(planted('planted.test.ts')).toBe(key);
  expect(keyOf()).toBe(key);
});

test('a folder that cannot be written does not prevent the build', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  chmodSync(file, 0o400);
  expect((await readAssets({ begins: () => undefined, folder: file })).length).toBe(assets.length);
});

test('the first load is at most 200 KB compressed, the board and the socket not counted, each board 80 KB more', () => {
  const page = text('/');
  const main = /src="(\/web\/main-[^"]+\.js)"/.exec(page)?.[1] ?? '';
  const style = /href="(\/web\/main-[^"]+\.css)"/.exec(page)?.[1] ?? '';
  expect([main, style].every((path) => text(path) !== '')).toBe(true);
  const fonts = assets.filter(({ path }) => path.endsWith('.woff2')).map(({ path }) => path);
  const first = loadedWith(main);
  expect(bytesOf(new Set(['/', ...first, style, ...fonts, '/web/icon.svg']))).toBeLessThan(200 * 1024);
  const boards = boardsIn(page);
  expect(Object.keys(boards)).not.toEqual([]);
  for (const [game, { style: boardStyle, scripts }] of Object.entries(boards)) {
    const bytes = bytesOf(new Set([...scripts, boardStyle]));
    expect({ game, fits: bytes > 0 && bytes <= 80 * 1024 }).toEqual({ game, fits: true });
  }
});

test('the rules are in the page that checks matches, at most 260 KB compressed, and where first matches begin', () => {
  const page = text('/');
  const scripts = assets.filter(({ path }) => path.endsWith('.js'));
  // A code that only rules give.
  const withRules = scripts.filter(({ plain }) => plain.includes('option-not-allowed'));
  const isChecker = ({ path }: Asset) => /^\/web\/verify-\w+\.js$/.test(path);
  const [checker] = withRules.filter(isChecker);
  // Loaded by those who begin one: no page names them, and no board.
  const others = withRules.filter((asset) => !isChecker(asset)).map(({ path }) => path);
  expect(others.filter((path) => page.includes(path))).toEqual([]);
  expect(text('/verify')).toContain(checker?.path);
  expect(text('/')).not.toContain('verify');
  expect(bytesOf(new Set([checker?.path ?? '']))).toBeLessThan(260 * 1024);
  for (const path of others) expect(bytesOf(loadedWith(path))).toBeLessThan(160 * 1024);
  // The same program, in the file that needs nothing else.
  const saved = text('/web/quayside-verify.html');
  expect(saved).toContain(checker?.plain.toString());
  expect(saved).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)="(?!data:)/);
});

test('the page names every script that is needed next, so that none waits for another', () => {
  const page = text('/');
  const main = /src="(\/web\/main-[^"]+\.js)"/.exec(page)?.[1] ?? '';
  const first = loadedWith(main);
  const preloaded = [...page.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path = '']) => path);
  for (const path of preloaded) expect([path, text(path) === '']).toEqual([path, false]);
  expect([...first].filter((path) => path !== main && !preloaded.includes(path))).toEqual([]);
  // Besides them only the socket.
  expect(preloaded.filter((path) => !first.has(path))).toHaveLength(1);
  for (const [game, { scripts }] of Object.entries(boardsIn(page))) {
    const script = scripts.find((path) => path.startsWith(`/web/${game}-`)) ?? '';
    const needed = [...loadedWith(script)].filter((path) => !first.has(path));
    expect([game, needed.sort()]).toEqual([game, [...scripts].sort()]);
  }
});

test('the style of a board is in its own file, and nowhere else', () => {
  const page = text('/');
  const style = /href="(\/web\/main-[^"]+\.css)"/.exec(page)?.[1] ?? '';
  const PREFIX = /\.(bor|cab|doc|pln|rot)-/;
  expect(text(style)).toMatch(/\.table-bar\b/);
  expect(text(style)).not.toMatch(PREFIX);
  const boards = Object.values(boardsIn(page));
  for (const board of boards) expect(text(board.style)).toMatch(PREFIX);
  const styles = assets.filter(({ path }) => path.endsWith('.css')).map(({ path }) => path);
  const checking = /href="(\/web\/verify-[^"]+\.css)"/.exec(text('/verify'))?.[1] ?? '';
  expect(styles.sort()).toEqual([style, checking, ...boards.map((board) => board.style)].sort());
});

function boardsIn(
  page: string,
): Record<string, { readonly style: string; readonly scripts: readonly string[] }> {
  return JSON.parse(
    (/name="boards" content="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"'),
  ) as ReturnType<typeof boardsIn>;
}
