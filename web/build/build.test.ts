// The web client is built once for its sources, and is small.
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

const sent = ({ brotli, plain }: Asset) => (brotli ?? plain).length;
const bytesOf = (paths: ReadonlySet<string>) =>
  assets.filter(({ path }) => paths.has(path)).reduce((sum, asset) => sum + sent(asset), 0);
const text = (path: string) => assets.find((asset) => asset.path === path)?.plain.toString() ?? '';

/** What loads with a script: the scripts that it imports at once. */
function loadedWith(script: string, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found;
  found.add(script);
  for (const [, name] of text(script).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g))
    loadedWith(`/web/${name}`, found);
  return found;
}

test('it is built once; a cache that is damaged is built again', async () => {
  expect(built).toBe(1);
  expect(await readAssets({ begins, folder })).toEqual(assets);
  expect(built).toBe(1);
  const [name = ''] = readdirSync(folder);
  const bytes = readFileSync(join(folder, name));
  writeFileSync(join(folder, name), bytes.fill(0, 100, 120));
  expect(await readAssets({ begins, folder })).toEqual(assets);
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
  const boards = JSON.parse(
    (/name="board-styles" content="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"'),
  ) as Record<string, string>;
  expect(Object.keys(boards)).not.toEqual([]);
  for (const [game, boardStyle] of Object.entries(boards)) {
    const script = assets.find(({ path }) => path.startsWith(`/web/${game}-`) && path.endsWith('.js'));
    const files = loadedWith(script?.path ?? '');
    for (const shared of first) files.delete(shared);
    const bytes = bytesOf(new Set([...files, boardStyle]));
    expect({ game, fits: bytes > 0 && bytes <= 80 * 1024 }).toEqual({ game, fits: true });
  }
});
