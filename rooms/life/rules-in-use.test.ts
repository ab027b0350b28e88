// Matches by the rules they are played by: how many processes have these, and who is warned before none has.
import { expect, test } from '@jest/globals';
import { MemoryStore } from '../testing/memory-store.ts';
import { TestOwnership } from '../testing/peers.ts';
import { matchRow } from '../testing/rows.ts';
import type { PlayedWith } from './match-store.ts';
import { type RulesInUse, reportRules, rulesInUse, warnOfLast } from './rules-in-use.ts';

const { game, edition, editionHash } = matchRow('any');
const version = (rulesVersion: number): PlayedWith => ({ game, editionHash, rulesVersion });

/** This process has versions 1 and 2, its peer 2 and 3; nobody has 4. */
function laidDown() {
  const store = new MemoryStore();
  for (const [index, rulesVersion] of [1, 1, 2, 3, 4].entries()) {
    const row = matchRow(`m${index}`, { status: 'playing', rulesVersion });
    store.rows.set(row.matchId, row);
  }
  const ownership = new TestOwnership();
  ownership.known = [version(2), version(3)];
  const shelf = { playable: [version(1), version(2)] };
  const warned: object[] = [];
  const quiet = () => undefined;
  const warn = (fields: object, message: string) => void warned.push({ ...fields, message });
  const measured: RulesInUse[] = [];
  const metrics = { rulesInUse: (rules: readonly RulesInUse[]) => void measured.push(...rules) };
  const log = { debug: quiet, info: quiet, warn, error: quiet };
  return { store, ownership, shelf, log, metrics, warned, measured };
}

test('they are counted, with the processes that can play them', async () => {
  const { store, ownership, shelf } = laidDown();
  const line = ({ rulesVersion, matches, processes, isHere }: RulesInUse) => [
    rulesVersion,
    matches,
    processes,
    isHere,
  ];
  expect((await rulesInUse({ store, ownership, shelf })).map(line)).toEqual([
    [1, 2, 1, true],
    [2, 1, 2, true],
    [3, 1, 1, false],
    [4, 1, 0, false],
  ]);
});

test('rules that no process has are reported; a process that stops warns of those only it has', async () => {
  const at = laidDown();
  await reportRules(at);
  expect(at.measured).toHaveLength(4);
  expect(at.warned).toEqual([
    { game, rulesVersion: 4, edition, matches: 1, message: 'no process has the rules of these matches' },
  ]);
  at.warned.length = 0;
  await warnOfLast(at);
  expect(at.warned).toMatchObject([
    { rulesVersion: 1, matches: 2, message: expect.stringMatching(/^the last process with the rules/) },
  ]);
});
