// The examples of the documents run as they stand, against a whole server.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createQuayside, type Quayside } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { limitsOf } from '../server/limits.ts';
import { captureLog, type Scratch, scratch } from '../server/testing/scratch.ts';
import { markdownTable, replaced } from './document.ts';

jest.setTimeout(60_000);

let place: Scratch;
let quayside: Quayside;
let port: number;

beforeAll(async () => {
  place = scratch();
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: place.folder, RATE_LIMITS: 'off' });
  const limits = limitsOf(config);
  quayside = await createQuayside(config, {
    log: captureLog().log,
    limits: { ...limits, rooms: { ...limits.rooms, botPauseMs: 0 } },
  });
  ({ port } = await quayside.listen());
});

afterAll(async () => {
  await quayside.close();
  place.remove();
});

test('docs/examples/play.ts plays a whole match', async () => {
  const file = join(import.meta.dirname, '../docs/examples/play.ts');
  const child = spawn(process.execPath, [file, `http://127.0.0.1:${port}`]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  // The news of the last move may come after the state that ended the game.
  const printed = out.split('\n').find((line) => line.startsWith('{')) ?? '';
  const result = JSON.parse(printed) as { ranking: unknown[] };
  expect(result.ranking).toHaveLength(3);
});

test('made parts replace what stands between their marks, and nothing else', () => {
  const text = 'a\n<!-- x: node tools/print-x.ts -->\nold\n<!-- end of x -->\nb';
  expect(replaced(text, 'x', '$& new')).toBe(text.replace('old', () => '$& new'));
  expect(() => replaced(text, 'y', 'new')).toThrow(/no place/);
});

test('tables are laid out as the formatter wants them, and a bar in a cell is escaped', () => {
  expect(markdownTable(['a', 'b'], [['1 | 2', '']])).toBe(
    '| a      | b   |\n| ------ | --- |\n| 1 \\| 2 |     |',
  );
});
