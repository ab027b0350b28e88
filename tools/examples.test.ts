// The examples of the documents run unchanged against a real server.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { until } from '../rooms/testing/player.ts';
import { createQuayside, type Quayside } from '../server/app.ts';
import { readConfig } from '../server/process/config.ts';
import { limitsOf } from '../server/process/limits.ts';
import { captureLog, type Scratch, scratch } from '../server/testing/scratch.ts';
import { markdownTable, replaced } from './document.ts';

jest.setTimeout(180_000);

let place: Scratch;
let quayside: Quayside;
let port: number;
/** Of sockets. */
const addresses: string[] = [];

beforeAll(async () => {
  place = scratch();
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: place.folder, RATE_LIMITS: 'off' });
  const limits = limitsOf(config);
  quayside = await createQuayside(config, {
    log: captureLog().log,
    limits: { ...limits, rooms: { ...limits.rooms, botPauseMs: 0 } },
  });
  ({ port } = await quayside.listen());
  quayside.http.on('upgrade', ({ url }) => void addresses.push(url ?? ''));
});

afterAll(async () => {
  await quayside.close();
  place.remove();
});

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

function run(command: string, options: readonly string[]) {
  const child = spawn(command, options);
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
  });
  child.on('error', (error) => {
    said.err += error.message;
  });
  return { said, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
}

test.each([
  ['play.ts', [3]],
  ['typed.ts', [2, 2]],
])(
  'docs/examples/%s plays whole matches, without its token in the address of a socket',
  async (name, players) => {
    addresses.length = 0;
    const file = join(import.meta.dirname, '../docs/examples', name);
    const { said, ended } = run(process.execPath, [file, `http://127.0.0.1:${port}`]);
    expect({ code: await ended, err: said.err }).toEqual({ code: 0, err: '' });
    // The news of the last move may come after the state that ended the game.
    const printed = said.out.split('\n').filter((line) => line.startsWith('{'));
    const results = printed.map((line) => JSON.parse(line) as { ranking: unknown[] });
    expect(results.map(({ ranking }) => ranking.length)).toEqual(players);
    // A player at random does what is asked, and nothing else.
    expect(said.out).not.toMatch(/ resigns|reprend les échanges/);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).not.toMatch(/_authToken|eyJ/);
  },
);

test('docs/examples/two-lines.ts plays a whole match by the SDK alone, and the SDK warns of nothing', async () => {
  const file = join(import.meta.dirname, '../docs/examples/two-lines.ts');
  const { said, ended } = run(process.execPath, [file, `http://127.0.0.1:${port}`]);
  expect({ code: await ended, err: said.err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(said.out)).toMatchObject({ ranking: [{}, {}, {}] });
});

test('docs/examples/bot.py opens a table, another one follows its invitation, and they play to the end', async () => {
  const bot = join(import.meta.dirname, '../docs/examples/bot.py');
  const first = run('python3', [bot, `http://127.0.0.1:${port}`, 'dockers']);
  await until(() => first.said.out.includes('\n') || first.said.err !== '', 'the invitation');
  const invitation = first.said.out.trim();
  const second = run('python3', [bot, `http://127.0.0.1:${port}`, invitation]);
  expect([await first.ended, first.said.err, await second.ended, second.said.err]).toEqual([0, '', 0, '']);
  const results = [first, second].map(({ said }) => JSON.parse(said.out.split('\n')[1] ?? ''));
  expect(results[0].ranking.length).toBeGreaterThanOrEqual(2);
  expect(results[1]).toEqual(results[0]);
});

test('generated parts replace the text between their marks, and nothing else', () => {
  const text = 'a\n<!-- x: node tools/print-x.ts -->\nold\n<!-- end of x -->\nb';
  expect(replaced(text, 'x', '$& new')).toBe(text.replace('old', () => '$& new'));
  expect(() => replaced(text, 'y', 'new')).toThrow(/no place/);
});

test('tables are laid out as the formatter wants them, and a bar in a cell is escaped', () => {
  expect(markdownTable(['a', 'b'], [['1 | 2', '']])).toBe(
    '| a      | b   |\n| ------ | --- |\n| 1 \\| 2 |     |',
  );
});
