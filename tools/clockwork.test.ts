// Time, timers and chance of the system's own are found, by their line; those of the clockwork are not.
import { expect, test } from '@jest/globals';
import { strayTime } from './clockwork.ts';

test.each([
  ['const now = Date.now();', 'Date.now'],
  ['const now = new Date();', 'new Date()'],
  ['report(Date.now);', 'Date.now'],
  ['const at = performance.now();', 'performance'],
  ['setTimeout(() => work(), 5);', 'setTimeout'],
  ['const timer = setInterval(work, 5).unref();', 'setInterval'],
  ['setImmediate(work);', 'setImmediate'],
  ['clearTimeout(timer);', 'clearTimeout'],
  ['globalThis.setTimeout(work, 5);', 'globalThis.set'],
  ['const luck = Math.random();', 'Math.random'],
  ["import { createHash, randomBytes } from 'node:crypto';", 'randomBytes'],
  ['const id = crypto.randomUUID();', 'crypto.randomUUID'],
  ["import { setTimeout as pause } from 'node:timers/promises';", "'node:timers/promises'"],
  ['const signal = AbortSignal.timeout(5);', 'AbortSignal.timeout'],
])('%s', (line, name) => {
  expect(strayTime('a.ts', `// A file.\n${line}\n`)).toEqual([`a.ts:2: ${name} is the system’s own`]);
});

test.each([
  "import { performance, setTimeout } from '../clockwork.ts';\nsetTimeout(work, performance.now());",
  '// Not setTimeout(work, 5) or Date.now().',
  '/** Math.random() would do. */',
  'socket.setTimeout(5);',
  'const text = new Date(at).toISOString();',
  "import { createHash } from 'node:crypto';",
  'const url = "https://example.org";',
])('none in %j', (text) => {
  expect(strayTime('a.ts', text)).toEqual([]);
});
