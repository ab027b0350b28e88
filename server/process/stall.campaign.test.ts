// The process is stopped or blocked while players think: they get the time back.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { seatAndStart, TestPlayer, until } from '../../rooms/testing/player.ts';
import { ask } from '../testing/start.ts';

jest.setTimeout(180_000);

/** The time every player can rely on after a stall. */
const PROMISED_MS = 5_000;

let child: ChildProcess;
let url: string;

beforeAll(async () => {
  child = fork(join(import.meta.dirname, '../testing/stallable-server.ts'), { stdio: 'inherit' });
  const [{ url: found }] = (await once(child, 'message')) as [{ url: string }];
  url = found;
});
afterAll(async () => {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
});

async function guest(name: string): Promise<Client> {
  const body = JSON.stringify({ name });
  const made = await ask(Number(new URL(url).port), '/api/v1/guests', { method: 'POST', body });
  const client = new Client(url);
  client.auth.token = String(made.json()['token']);
  return client;
}

interface Thinking {
  readonly table: readonly TestPlayer[];
  /** The seat that must act. */
  readonly thinker: TestPlayer;
  readonly deadline: number;
  deadlineNow(): number;
}

async function tell(message: object): Promise<void> {
  const told = once(child, 'message');
  child.send(message);
  await told;
}

/** A table where a player has this much time left. */
async function thinking(leftMs: number): Promise<Thinking> {
  const clients = [await guest('Ann'), await guest('Bob'), await guest('Zoé')];
  const table = await seatAndStart(clients, 'borneo', { clock: 'fast', absence: 'clock' });
  const decision = () => table[0]?.state.decisions[0];
  const { seat, deadline = 0 } = decision() ?? {};
  const thinker = table.find((player) => player.seat === seat);
  if (thinker === undefined) throw new Error('no seat is asked');
  await tell({ until: deadline - leftMs - 500 });
  // A client that joins makes the room check its clock.
  const [first] = table;
  const looker = new TestPlayer(
    await (await guest('Lou')).joinById(first?.matchId ?? '', { spectate: true }),
  );
  await until(() => looker.matchId !== '', 'welcome');
  return { table: [...table, looker], thinker, deadline, deadlineNow: () => decision()?.deadline ?? 0 };
}

const lastOf = ({ table: [first] }: Thinking) => first?.news.at(-1);

test('stopped for 12 s across a deadline: the time is given back, and at least 5 s remain', async () => {
  const [silent, sending] = [await thinking(9_000), await thinking(9_000)];
  const choice = await sending.thinker.choose();
  child.kill('SIGSTOP');
  await sleep(9_000);
  // It is in the socket's buffer when the process resumes, long after the deadline.
  const answer = sending.thinker.send(choice.type, choice.payload);
  await sleep(3_000);
  child.kill('SIGCONT');
  const resumed = performance.now();
  expect(await answer).toEqual({ version: 1 });
  await until(() => lastOf(sending)?.version === 1, 'the move');
  expect(lastOf(sending)).toMatchObject({ by: 'player' });
  // A client that slept too, or was notified late, can still answer for a while.
  await until(() => lastOf(silent)?.version === 1, 'the time-out');
  expect(performance.now() - resumed).toBeGreaterThan(PROMISED_MS - 500);
  expect(lastOf(silent)).toMatchObject({ by: 'clock', seat: silent.thinker.seat });
  // No client was disconnected for the server's silence.
  for (const { table } of [silent, sending]) {
    expect(table.map(({ left }) => left)).toEqual(table.map(() => undefined));
  }
});

test('busy for 6.5 s across a deadline: the time is given back, and the new deadline is shown', async () => {
  const thought = await thinking(5_000);
  await tell({ busy: 6_500 });
  const choice = await thought.thinker.choose();
  await until(() => thought.deadlineNow() > thought.deadline, 'the new deadline');
  expect(await thought.thinker.send(choice.type, choice.payload)).toEqual({ version: 1 });
  await until(() => lastOf(thought)?.version === 1, 'the move');
  expect(lastOf(thought)).toMatchObject({ by: 'player' });
});

test('a stall far from any deadline is charged to no bank', async () => {
  const thought = await thinking(60_000);
  await tell({ busy: 20_000 });
  // The SDK would not wait that long for an answer.
  expect((await ask(Number(new URL(url).port), '/health')).status).toBe(200);
  const choice = await thought.thinker.choose();
  await thought.thinker.send(choice.type, choice.payload);
  await until(() => lastOf(thought)?.version === 1, 'the move');
  const bank = thought.table[0]?.state.banks[thought.thinker.seat ?? -1] ?? 0;
  // Of the time that was left, some went by, but not the twenty seconds of the stall.
  expect(bank).toBeGreaterThan(60_500 - 19_000);
});
