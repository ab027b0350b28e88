// A server whose storage thread dies or hangs: it reports that, and everything that needs no disk continues.
import { afterEach, expect, test } from '@jest/globals';
import { matchRow, storedTable } from '../../rooms/testing/rows.ts';
import { ask, type Running, startServer } from '../testing/start.ts';

let server: Running | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const start = async () => {
  const storeThread = new URL('../testing/dying-store.ts', import.meta.url);
  server = await startServer({ environment: { STORE_THREAD: 'on' }, overrides: { storeThread } });
  return server;
};

test('dead: a line in the log, 503 at /ready, and the process stays alive', async () => {
  const { quayside, port, captured } = await start();
  expect((await ask(port, '/ready')).status).toBe(200);
  await expect(quayside.deps.store.create(matchRow('die-quietly'))).rejects.toThrow(/thread ended/);
  expect(captured.lines()).toContainEqual(
    expect.objectContaining({ level: 50, msg: 'the storage is lost until a restart' }),
  );
  // What was asked within the last second is not asked again.
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  const answer = await ask(port, '/ready');
  expect([answer.status, answer.json()['detail']]).toEqual([503, 'storage']);
  expect((await ask(port, '/health')).status).toBe(200);
});

test('hanging: /ready returns 503 in time, and waiting writes are stored afterwards', async () => {
  const { quayside, port } = await start();
  const { store } = quayside.deps;
  const order: string[] = [];
  const table = storedTable({ host: 'hang-on' });
  const written = store.create(matchRow('m1', { table })).then(() => order.push('written'));
  const answer = ask(port, '/ready').then(({ status }) => order.push(`/ready: ${status}`));
  expect((await ask(port, '/health')).status).toBe(200);
  await Promise.all([written, answer]);
  expect(order).toEqual(['/ready: 503', 'written']);
  expect((await store.load('m1'))?.matchId).toBe('m1');
});
