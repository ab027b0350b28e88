// A history in EDN says by itself whether the promises were kept; each kind of fault in one is found.
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { faultsOfHistory } from './check.ts';
import { Chronicle } from './chronicle.ts';
import { Diary } from './diary.ts';
import { Keyword, printEdn, readEdn } from './edn.ts';

/** Two players and the clock in one match; one command's answer was lost, one was refused. */
function written(): string[] {
  const lines: string[] = [];
  const chronicle = new Chronicle({ write: (line) => void lines.push(line), now: () => lines.length });
  const play = (who: string, commandId: string, version: number) => {
    const end = chronicle.begin({ who, matchId: 'm1', commandId });
    chronicle.stored('m1', version, commandId);
    return end;
  };
  const look = (who: string, version: number) => chronicle.begin({ who, matchId: 'm1' })('ok', version);
  play('ann', 'a1', 1)('ok');
  look('bob', 1);
  play('bob', 'b1', 2)('info');
  chronicle.stored('m1', 3, undefined);
  look('ann', 3);
  chronicle.begin({ who: 'bob', matchId: 'm1', commandId: 'b2' })('fail');
  play('ann', 'a2', 4)('ok');
  look('bob', 4);
  chronicle.finish();
  return lines;
}

test('a history is in EDN, as Jepsen writes it', () => {
  const lines = written();
  expect(lines.slice(0, 2)).toEqual([
    '{:index 0, :type :invoke, :process 0, :f :txn, :value [[:append "m1" 0]], :time 0}',
    '{:index 1, :type :ok, :process 0, :f :txn, :value [[:append "m1" 0]], :time 1000000}',
  ]);
  expect(lines.at(-1)).toContain(':value [[:r "m1" [0 1 2 4]]]');
  for (const line of lines) expect(printEdn(readEdn(line))).toBe(line);
  expect(readEdn('[nil true "a\\"b" :c -4 {}]')).toEqual([
    null,
    true,
    'a"b',
    new Keyword('c'),
    -4,
    new Map(),
  ]);
});

test.each(['', '[1', '{:a}', '(1 2)', '1 2'])('no EDN: «%s»', (text) => {
  expect(() => readEdn(text)).toThrow();
});

test('what happened is found right; whoever does not know an outcome goes on as another process', () => {
  const lines = written();
  expect(faultsOfHistory(lines.join('\n'))).toEqual([]);
  const processes = lines
    .filter((line) => line.includes(':type :info'))
    .map((line) => /:process (\d+)/.exec(line)?.[1]);
  const later = lines.slice(lines.findIndex((line) => line.includes(':type :info')) + 1);
  expect(later.some((line) => line.includes(`:process ${processes[0]},`))).toBe(false);
});

test.each([
  ['a command is lost', '[0 1 2 4]', '[0 1 2]', '4 was acknowledged, and is lost'],
  ['a command is there twice', '[0 1 2 4]', '[0 1 2 4 4]', 'something is in the list twice'],
  ['a refused command is there', '[0 1 2 4]', '[0 1 2 4 3]', '3 was refused, and is there'],
  ['something was never sent', '[0 1 2 4]', '[0 1 2 4 9]', '9 was read, and never appended'],
  ['two orders are seen', '[0 1 2]', '[0 2 1]', 'read another order'],
  ['a later command stands first', '[0 1 2 4]', '[4 0 1 2]', '0 stands before|another order|stands before'],
  ['an answer is old', '[0 1 2]', '[]', 'read 0, after 3 were known'],
])('found in a history: %s', (_name, from, to, fault) => {
  const changed = written().map((line) => line.replace(`"m1" ${from}]`, `"m1" ${to}]`));
  expect(faultsOfHistory(changed.join('\n')).join('\n')).toMatch(new RegExp(fault));
});

test('a diary is written once it is known what was stored; a lie in it is found', () => {
  const { folder, remove } = temporaryFolder('diary');
  const diaryOf = (stored: readonly (string | undefined)[]) => {
    const diary = new Diary(join(folder, 'history.edn'));
    const m1 = { matchId: 'm1' };
    diary.begin({ who: 'ann', ...m1, commandId: 'a1' })('ok');
    diary.begin({ who: 'bob looks', ...m1 })('ok', 2);
    diary.begin({ who: 'bob', ...m1, commandId: 'b1' })('fail');
    diary.begin({ who: 'ann', ...m1, commandId: 'a2' });
    diary.begin({ who: 'ann', matchId: 'of another campaign', commandId: 'a3' })('ok');
    const ids = stored.map((commandId) => ({ commandId }));
    diary.stored('m1', ids);
    return diary.write();
  };
  // The second was done by the server itself; nobody knows of the third.
  expect(diaryOf(['a1', undefined, 'a2'])).toEqual([]);
  expect(diaryOf([undefined, 'a1'])).toEqual([]);
  expect(diaryOf([undefined, 'a2']).join()).toContain('was acknowledged, and is lost');
  expect(diaryOf(['a1', 'b1']).join()).toContain('was refused, and is there');
  expect(diaryOf([undefined, undefined, 'a1']).join()).toContain('read 2, after 3 were known');
  remove();
});
