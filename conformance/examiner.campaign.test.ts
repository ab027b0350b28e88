// The other direction: good clients pass on a faulty network, and each mistake of a bad one is reported.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { guest, quayside } from '../client/index.ts';
import { Guest, type Json, type Reach } from './guest.ts';
import { type Exam, reportOf, startExam } from './serve.ts';

jest.setTimeout(180_000);

let exam: Exam;
let reach: Reach;
beforeEach(async () => {
  exam = await startExam();
  reach = { url: exam.url, atEnd: [], known: new Map(), arrived: new Set() };
});
afterEach(async () => {
  for (const close of reach.atEnd) close();
  await exam.stop();
});

const mistakes = () => [...exam.examiner.mistakes.keys()].sort();

test('the typed client plays through it without a mistake', async () => {
  const token = await guest({ url: exam.url, name: 'Ann' });
  const table = await quayside({ url: exam.url, token }).create('borneo', {
    seats: 3,
    bots: 2,
    clock: 'none',
  });
  await table.start();
  const { weather } = exam.examiner;
  const met = () => Math.min(weather['lost answers'], weather['broken streams'], weather['come later']);
  let played = 0;
  for await (const turn of table.turns()) {
    const [command] = await turn.legal();
    if (command !== undefined && (await turn.send(command)).ok) played += 1;
    // Whole matches on a faulty network take a minute.
    if (met() > 0) break;
  }
  expect(played).toBeGreaterThan(3);
  expect(met()).toBeGreaterThan(0);
  expect(mistakes()).toEqual([]);
  expect([...exam.examiner.remarks.keys()]).toEqual([]);
});

test('each mistake of a careless client is reported', async () => {
  const ann = await Guest.arrive(reach, 'Ann');
  const place = await ann.must('POST', '/tables', { game: 'borneo', seats: 3, bots: 2, clock: 'none' });
  const id = String((place['table'] as Json)['matchId']);
  await ann.must('POST', `/tables/${id}/start`);
  const path = `/matches/${id}/commands`;
  const watch = ann.stream(id);
  await watch.begun();
  await ann.ask('POST', path, { type: 'no-such-thing' });
  const skip = { type: 'skip-mission', decision: 1 };
  for (let times = 0; times < 3; times++) await ann.ask('POST', path, skip);
  let sent: Json | undefined;
  for (let moves = 0; moves < 4; ) {
    const { commands } = (await ann.must('GET', `/matches/${id}/legal`)) as unknown as { commands: Json[] };
    [sent] = commands;
    if (sent === undefined) await pause(20);
    else {
      const answer = await ann.ask('POST', path, sent).catch(() => ({ status: 0 }));
      if (answer.status === 200 || answer.status === 0) moves += 1;
      if (answer.status === 200) await ann.ask('POST', path, sent);
    }
  }
  // The answer to the fourth was lost.
  await ann.ask('POST', path, sent);
  for (let streams = 0; streams < 8; streams++) ann.stream(id);
  await pause(500);
  expect(mistakes()).toEqual([
    'answered-twice',
    'ignored-refusal',
    'malformed',
    'no-back-off',
    'out-of-turn',
    'too-early',
    'unsafe-repeat',
  ]);
  expect([...exam.examiner.remarks.keys()].sort()).toEqual(['no-command-id', 'no-since']);
  const report = reportOf(exam.examiner).join('\n');
  for (const mistake of mistakes()) expect(report).toContain(`FAIL ${mistake}`);
});
