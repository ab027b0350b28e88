// A match is never in two hands: whatever brings it, changes it or takes it away, in any order.

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DEEDS, World } from '../testing/berth-world.ts';
import { Berth, Berths } from './berth.ts';

const SEED = 27;

const deeds = fc.array(fc.record({ deed: fc.constantFrom(...DEEDS), matchId: fc.constantFrom('m1', 'm2') }), {
  minLength: 2,
  maxLength: 16,
});

const nothingGoesWrong = (kind: typeof Berths) =>
  fc.asyncProperty(fc.scheduler(), deeds, async (scheduler, what) => {
    const world = new World(scheduler, kind);
    await world.suffer(what);
    expect([...world.faults]).toEqual([]);
  });

test('coming, going, moving and being changed never meet, in any order', async () => {
  await fc.assert(nothingGoesWrong(Berths), { numRuns: 2_000, seed: SEED });
});

test('a berth says where its match is', async () => {
  const ownership = { claim: () => Promise.resolve('mine' as const), release: () => Promise.resolve() };
  const berth = new Berth<string>('m1', { ownership, ended: () => undefined });
  const places = [berth.place];
  const note = () => places.push(berth.place);
  await berth.exclusive({ here: note, stored: note, elsewhere: note });
  const brought = berth.bring(() => Promise.resolve('room'));
  note();
  await brought;
  note();
  const left = berth.leave({
    finish: () => Promise.resolve(),
    handOver: () => Promise.resolve(false),
    disband: () => Promise.resolve(),
  });
  note();
  await left;
  note();
  expect(places).toEqual(['stored', 'busy', 'coming', 'here', 'leaving', 'stored']);
});

const source = ['../schedule.ts', 'berth.ts']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n')
  .replaceAll(/^import .*$/gm, '');

/** Both files as one module, with another piece of code in place of this one. */
async function berthsWith(right: string, wrong: string): Promise<typeof Berths> {
  expect(source.split(right)).toHaveLength(2);
  const planted = `const reasonOf = String;\n${source.replace(right, () => wrong)}`;
  const code = Buffer.from(stripTypeScriptTypes(planted)).toString('base64');
  const module: { Berths: typeof Berths } = await import(`data:text/javascript;base64,${code}`);
  return module.Berths;
}

test.each([
  ['nothing takes turns', 'this.#last.then(work)', 'Promise.resolve().then(work)'],
  ['two are brought at once', 'this.#arriving ??=', 'this.#arriving ='],
  ['a leaving room is given out', "this.place === 'here' && this.#room", 'this.#room'],
  ['its claim is released too early', 'await finish();', 'await this.#release(); await finish();'],
  ['a given claim is released', 'if (!isMoved) await', 'await'],
  ['a room that has left keeps its claim', 'if (!isMoved) await this.#release();', ''],
  ['a match that cannot be loaded stays claimed', 'if (this.#room === undefined) await', 'if (false) await'],
  ['a changed match stays claimed', 'finally {\n        await this.#release();', 'finally {'],
  ['a berth in use is forgotten', "if (berth.place === 'stored') ", ''],
  ['one more comes than there are places', 'this.#places.size >=', 'this.#places.size >'],
])('found: %s', async (_name, right, wrong) => {
  const { failed } = await fc.check(nothingGoesWrong(await berthsWith(right, wrong)), {
    numRuns: 2_000,
    seed: SEED,
    endOnFailure: true,
  });
  expect(failed).toBe(true);
});
