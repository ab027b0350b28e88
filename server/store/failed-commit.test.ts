// A sync fails, then the process is killed: the answers to writes are true afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { badDisk, hasCompiler } from '../testing/bad-disk.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { openSqliteStore } from './sqlite.ts';

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

/** What the writer was told, what it saw itself, and what is there after kill -9. */
async function outcome(
  thread: 'on' | 'off',
  order: string,
): Promise<{ answer: string; seen: number; left: number }> {
  const disk = badDisk(place.folder);
  const file = join(place.folder, 'quayside.sqlite');
  const script = join(import.meta.dirname, '../testing/doubtful-write.ts');
  const child = spawn(process.execPath, [script, file, thread, disk?.environment['BAD_DISK'] ?? '', order], {
    env: { PATH: '', ...disk?.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'close');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.endsWith('\n')) resolve();
    });
    child.once('close', () => reject(new Error('the writer ended by itself')));
  });
  child.kill('SIGKILL');
  await gone;
  const store = openSqliteStore({ file });
  const left = (await store.journal('m1')).length;
  await store.close();
  return { ...(JSON.parse(said) as { answer: string; seen: number }), left };
}

const cases = hasCompiler() ? (['off', 'on'] as const) : [];
(cases.length > 0 ? test.each(cases) : test.skip.each(['off', 'on'] as const))(
  'thread %s: a refused write is never stored, an acknowledged one always, and an unknown one is called unknown',
  async (thread) => {
    expect(await outcome(thread, 'eio 1')).toEqual({ answer: 'written', seen: 2, left: 2 });
    place.remove();
    place = scratch();
    expect(await outcome(thread, 'eio 2')).toEqual({ answer: 'failed', seen: 1, left: 1 });
    place.remove();
    place = scratch();
    expect(await outcome(thread, 'eio 1000')).toMatchObject({ answer: 'unconfirmed', seen: 1 });
  },
);
