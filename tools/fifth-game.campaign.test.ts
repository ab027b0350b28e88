// A fifth game is one folder and one line: the recipe of docs/adding-a-game.md, run in a copy of the project,
// gives a complete game.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startServer } from '../cli/server-process.ts';
import { salvage } from '../shared/testing/salvage/index.ts';

jest.setTimeout(900_000);

const ROOT = join(import.meta.dirname, '..');
const LEFT_OUT = new Set(['node_modules', '.git', 'data']);
const { id, sentences } = salvage;

let copy: string;
beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'fifth-game-')));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  // If it is already registered, it is planted again.
  rmSync(join(copy, 'shared/games', id), { recursive: true, force: true });
  const registered = join(copy, 'shared/games/registered.ts');
  const lines = readFileSync(registered, 'utf8').split('\n');
  writeFileSync(registered, lines.filter((line) => !line.includes(`./${id}/`)).join('\n'));
  for (const folder of ['', 'tools/generators'])
    symlinkSync(join(ROOT, folder, 'node_modules'), join(copy, folder, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Without Jest's variables for its workers. */
const environment = {
  PATH: [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  HOME: process.env['HOME'],
};

function run(command: string): {
  readonly line: string;
  readonly status: number | null;
  readonly out: string;
} {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: copy,
    encoding: 'utf8',
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { line: command, status, out: `${stdout}${stderr}`.slice(-4_000) };
}

const read = (path: string) => readFileSync(join(copy, path), 'utf8');

/** In the order of the file: each test depends on the previous ones. */
const recipe =
  /<!-- the recipe[^>]*-->\s*```sh\n([\s\S]*?)```/
    .exec(readFileSync(join(ROOT, 'docs/adding-a-game.md'), 'utf8'))?.[1]
    ?.split('\n')
    .filter((line) => line !== '') ?? [];

test('the recipe exists: a folder, a line, and the generated parts', () => {
  expect(recipe).toHaveLength(6);
  expect(recipe.filter((line) => !line.startsWith('npm '))).toHaveLength(2);
});

/** What an author writes for the game to be played; the rules in words and the tests are counted apart. */
const APART = /^(?:rules\.md|golden\.json|(?:rules|testing)\/.*|.*\.test\.ts)$/;

test('a whole game is at most 15 files and about 600 lines', () => {
  const folder = join(ROOT, 'shared/testing', id);
  const files = globSync('**/*.*', { cwd: folder }).filter((path) => !APART.test(path));
  const lines = files.map((path) => readFileSync(join(folder, path), 'utf8').trimEnd().split('\n').length);
  expect(files).toContain('index.ts');
  expect(files.length).toBeLessThanOrEqual(15);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(650);
});

test.each(recipe)('%s', (line) => {
  expect(run(line)).toMatchObject({ line, status: 0 });
});

test('its golden games are the stored ones, and every document knows it', () => {
  const golden = (folder: string) => read(`${folder}/${id}/golden.json`);
  expect(golden('shared/games')).toBe(golden('shared/testing'));
  for (const document of ['README.md', 'docs/games.md']) expect(read(document)).toContain(`\`${id}\``);
  expect(read('docs/games.md')).toContain(`## ${sentences.en.title}`);
  expect(JSON.parse(read(`docs/schemas/${id}.json`))).toHaveProperty('$id');
  expect(JSON.parse(read('docs/asyncapi.json'))).toHaveProperty(['channels', id]);
});

test('suites that play every game play it: contract, canary, both transports, conformance, bots', () => {
  const suites = [
    'shared/games/index',
    'shared/protocol/schemas',
    'shared/testing/sentences',
    'rooms/trials/canary',
    'rooms/trials/leaky-games',
    'rooms/trials/handshake',
    'rooms/trials/matches',
    'server/api/doors',
    'server/api/client',
    'server/api/descriptions',
    'server/api/rules',
    'tools/rule-ids',
    'conformance/kit',
    'tools/bots',
    'tools/asyncapi',
  ];
  const results = join(copy, 'results.json');
  // Some of them are campaigns, which `npm test` leaves out.
  const all = `${suites.join(' ')} --testPathIgnorePatterns=/node_modules/`;
  const { status, out } = run(`npm test -- ${all} -t '${id}' --json --outputFile=${results}`);
  if (status !== 0) throw new Error(`the suites failed:\n${out}`);
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as {
    testResults: { name: string; assertionResults: { status: string }[] }[];
  };
  const played = testResults.filter(({ assertionResults }) =>
    assertionResults.some((one) => one.status === 'passed'),
  );
  // The AsyncAPI document is tested as a whole, not game by game.
  expect(suites.filter((suite) => !played.some(({ name }) => name.includes(`/${suite}`)))).toEqual([
    'tools/asyncapi',
  ]);
});

test('the load test and the bench of the rules play it', () => {
  const load = `--game ${id} --matches 3 --rate 5 --seconds 3 --think 10 --workers 1 --spectators 1 --drops 10`;
  expect(run(`npm run loadtest -- ${load} --min-moves 10`)).toMatchObject({ status: 0 });
  expect(run(`npm run bench -- rules --game ${id} --seconds 0.05`)).toMatchObject({ status: 0 });
  expect(run(`npm run campaign -- --game ${id} --games 2`)).toMatchObject({ status: 0 });
});

test('the server offers it, on its start page too', async () => {
  // The web client takes the games from the API; without it there is a page that names them.
  const server = startServer({
    folder: copy,
    script: join(copy, 'server/start.mjs'),
    settings: { WEB_CLIENT: 'off' },
  });
  try {
    const port = await server.port;
    const page = async (language: string) =>
      await (
        await fetch(`http://127.0.0.1:${port}/`, {
          // As a browser: programs get JSON there.
          headers: { Accept: 'text/html', 'Accept-Language': language },
        })
      ).text();
    expect(await page('fr')).toContain(sentences.fr.title);
    expect(await page('en')).toContain(sentences.en.title);
    const games = await (await fetch(`http://127.0.0.1:${port}/api/v1/games`)).text();
    expect(games).toContain(`"${id}"`);
  } finally {
    await server.end();
  }
});
