// Every kind of loss is found by the judge.
import { expect, test } from '@jest/globals';
import { Truth } from './judge.ts';
import type { Found, StoredMatch } from './reopener.ts';

const entry = (version: number) => ({
  version,
  seat: 0,
  by: 'player' as const,
  decision: version,
  command: { type: 'pass' },
  commandId: `c${version}`,
});
function match(matchId: string, versions: readonly number[], status = 'playing'): StoredMatch {
  const record = { edition: 'e', rulesVersion: 1, options: {}, seats: 2, seed: 's', game: 'borneo' };
  return { status, record: { ...record, matchId, entries: versions.map(entry) } };
}
const folder = (...matches: readonly StoredMatch[]): Found => ({ matches, key: 'k', complaints: [] });
const truth = new Truth(folder(match('m', [1, 2, 3])));
const promised = { end: 1, matchId: 'm', version: 2, isStarted: true };

test.each<[string, Found, readonly string[]]>([
  ['as much as was promised', folder(match('m', [1, 2])), []],
  ['more than was promised', folder(match('m', [1, 2, 3])), []],
  ['less', folder(match('m', [1])), ['m: version 2 was promised, 1 are stored']],
  ['nothing', folder(), ['m was promised and is not stored']],
  ['a lobby', folder(match('m', [1, 2], 'lobby')), ['m was started and is a lobby']],
  ['twice', folder(match('m', [1, 2, 2])), ['m: place 3 is not what it was in the end']],
  ['another order', folder(match('m', [2, 1])), ['m: place 1 is not what it was in the end']],
  ['an invented match', folder(match('m', [1, 2]), match('n', [])), ['n is stored and was not in the end']],
  [
    'another key',
    { ...folder(match('m', [1, 2])), key: 'new' },
    ['the key is another one: no player is known'],
  ],
  ['no start', { ...folder(), refused: 'why' }, ['it does not start: why']],
])('stored is %s', (_what, found, faults) => {
  expect(truth.faultsOf(found, [promised])).toEqual(faults);
});

test('the most that was promised counts, in whatever order', () => {
  const later = { ...promised, version: 3, isStarted: false };
  expect(truth.faultsOf(folder(match('m', [1, 2])), [later, promised])).toEqual([
    'm: version 3 was promised, 2 are stored',
  ]);
});
