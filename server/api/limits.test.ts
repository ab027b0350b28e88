// What one address and one player may do over HTTP: the bounds, and what is answered at them.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import type { ProcessStore } from '../store/process-store.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Answered, type Running, startServer } from '../testing/start.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { TRUST_PROXY: '1' },
    limits: { requestsPerMinute: 100, playerRequestsPerMinute: 60, joinsPerMinute: 5, openingsPerMinute: 7 },
    roomLimits: { commandBurst: 12, commandsPerSecond: 0.001, tablesPerMinute: 4, chatPerMinute: 2 },
  });
});
afterAll(() => running.stop());

const from = (address: string) => ({ 'X-Forwarded-For': address });
const isLimited = (answer: Answered | undefined) => {
  expect([answer?.status, answer?.json()['code']]).toEqual([429, 'rate-limited']);
  expect(Number(answer?.headers['retry-after'])).toBeGreaterThan(0);
};
/** How many of these requests succeed, and the last refusal. */
async function burst(count: number, attempt: (n: number) => Promise<Answered>) {
  const answers: Answered[] = [];
  for (let n = 0; n < count; n++) answers.push(await attempt(n));
  const refused = answers.filter((answer) => answer.status === 429);
  return { admitted: count - refused.length, last: refused.at(-1) };
}

test('requests of one address are limited, with any token; other addresses are not affected', async () => {
  const anonymous = new HttpPlayer(running.port, '');
  const { admitted, last } = await burst(140, () => anonymous.get('/games', from('192.0.2.1')));
  // A slow machine earns a few more while the burst lasts.
  expect(admitted).toBeGreaterThanOrEqual(100);
  expect(admitted).toBeLessThan(120);
  isLimited(last);
  expect((await anonymous.get('/games', from('192.0.2.2'))).status).toBe(200);
});

test('requests of one player, from any address', async () => {
  const ann = await HttpPlayer.guest(running.port, 'Ann');
  const { admitted, last } = await burst(100, (n) => ann.get('/me/seats', from(`198.51.100.${n}`)));
  expect(admitted).toBeGreaterThanOrEqual(60);
  expect(admitted).toBeLessThan(80);
  isLimited(last);
});

test('invitations tried, tables opened', async () => {
  const [ann, bob] = [
    await HttpPlayer.guest(running.port, 'Ann'),
    await HttpPlayer.guest(running.port, 'Bob'),
  ];
  const joins = await burst(7, () => ann.post('/join', { invitation: 'guess.guess' }, from('192.0.2.3')));
  expect(joins.admitted).toBe(5);
  isLimited(joins.last);
  const tables = await burst(5, () => ann.post('/tables', { game: 'toy' }, from('192.0.2.4')));
  expect(tables.admitted).toBe(4);
  isLimited(tables.last);
  const more = await burst(4, () => bob.post('/tables', { game: 'toy' }, from('192.0.2.4')));
  expect(more.admitted).toBe(2);
});

test('commands, reads and chat at one table', async () => {
  const ann = await HttpPlayer.guest(running.port, 'Ann');
  const made = (await ann.post('/tables', { game: 'toy' }, from('192.0.2.5'))).json();
  const { matchId } = made['table'] as { matchId: string };
  const chat = await burst(3, () => ann.post(`/tables/${matchId}/chat`, { text: 'x' }, from('192.0.2.5')));
  expect(chat.admitted).toBe(2);
  isLimited(chat.last);
  const looks = await burst(12, () => ann.get(`/matches/${matchId}`, from('192.0.2.5')));
  // Opening took one, talking three.
  expect(looks.admitted).toBe(8);
  isLimited(looks.last);
});

test('previews count like commands, over one budget for both', async () => {
  const eve = await HttpPlayer.guest(running.port, 'Eve');
  const made = (await eve.post('/tables', { game: 'toy', bots: 1 }, from('192.0.2.9'))).json();
  const { matchId } = made['table'] as { matchId: string };
  const take = { type: 'take', tokens: 1, decision: 999 };
  const tries = await burst(16, () => eve.post(`/matches/${matchId}/preview`, take, from('192.0.2.9')));
  expect(tries.admitted).toBeLessThanOrEqual(12);
  isLimited(tries.last);
  isLimited(await eve.post(`/matches/${matchId}/commands`, take, from('192.0.2.9')));
});

test('simultaneous exports, so that no address takes all of them', async () => {
  const store = running.quayside.deps.store as ProcessStore;
  const actions = store.actions.bind(store);
  const held = Promise.withResolvers<void>();
  const spy = jest.spyOn(store, 'actions').mockImplementation(async (filter) => {
    await held.promise;
    return await actions(filter);
  });
  const exported = async (address: string) =>
    (await HttpPlayer.guest(running.port, 'Ann')).get('/me/export', from(address));
  const first = [exported('192.0.2.10'), exported('192.0.2.10')];
  await until(() => spy.mock.calls.length === 2, 'both');
  isLimited(await exported('192.0.2.10'));
  const other = exported('192.0.2.11');
  await until(() => spy.mock.calls.length === 3, 'that of another address');
  held.resolve();
  for (const answer of await Promise.all([...first, other])) expect(answer.status).toBe(200);
  spy.mockRestore();
  expect((await exported('192.0.2.10')).status).toBe(200);
});
