// Requesting an analysis until it is done.
import { expect, test } from '@jest/globals';
import type { Analysis } from '../../client/index.ts';
import { Analyst } from './analyst.ts';

const at = (status: Analysis['status'], version: number): Analysis => ({
  matchId: 'm',
  status,
  progress: { at: version, of: 9 },
  chances: [],
  moves: [],
  seats: [],
});

function reading(answers: (Analysis | Error)[]) {
  const seen: (string | undefined)[] = [];
  const analyst: Analyst = new Analyst({
    read: () => {
      const [next] = answers.splice(0, 1);
      return next instanceof Error || next === undefined ? Promise.reject(next) : Promise.resolve(next);
    },
    pause: () => {
      seen.push(analyst.analysis.value?.status);
      return Promise.resolve();
    },
  });
  return { analyst, seen };
}

test('it is requested until it is done, with its progress', async () => {
  const { analyst, seen } = reading([at('waiting', 0), at('running', 4), at('done', 9)]);
  await analyst.ask();
  expect(seen).toEqual(['waiting', 'running']);
  expect(analyst.analysis.value).toEqual(at('done', 9));
  expect(analyst.isAsking.value).toBe(false);
});

test('after a failure it can be requested again', async () => {
  const fault = new Error('no captain');
  const { analyst } = reading([at('running', 4), fault, at('done', 9)]);
  await analyst.ask();
  expect([analyst.fault.value, analyst.analysis.value, analyst.isAsking.value]).toEqual([fault, null, false]);
  await analyst.ask();
  expect([analyst.fault.value, analyst.analysis.value?.status]).toEqual([null, 'done']);
});

test('after closing it makes no more requests', async () => {
  const answers = [at('running', 4), at('done', 9)];
  const { analyst } = reading(answers);
  const asked = analyst.ask();
  analyst.close();
  await asked;
  expect(answers).toHaveLength(1);
});
