// Every door speaks the language that the client prefers, and the same one.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RefusalTexts } from '../../rooms/life/refusal-texts.ts';
import { languageOf } from '../../rooms/people/language.ts';
import { until } from '../../rooms/testing/player.ts';
import { RawClient, reserve } from '../../rooms/testing/raw-client.ts';
import type { Language } from '../../shared/kernel/game.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
let ann: HttpPlayer;
let matchId: string;
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off' } });
  ann = await HttpPlayer.guest(running.port, 'Ann');
  const made = await ann.post('/tables', { game: 'toy', clock: 'none' });
  matchId = (made.json()['table'] as { matchId: string }).matchId;
});
afterAll(() => running.stop());

/** The match has not begun. */
const MOVE = { tokens: 1, decision: 0 };

async function refusedOverHttp(language: string): Promise<unknown> {
  const headers = { 'Accept-Language': language };
  return (await ann.post(`/matches/${matchId}/commands`, { type: 'take', ...MOVE }, headers)).json();
}

async function refusedOverSocket(language: string): Promise<unknown> {
  const headers = { 'accept-language': language };
  const place = await reserve(running.url, ann.token, `joinById/${matchId}`, {}, headers);
  if (typeof place === 'string') throw new Error(place);
  const client = await RawClient.connect(running.url, place);
  client.acknowledge();
  client.request('take', MOVE);
  await until(() => client.answers.length === 1, 'the answer');
  client.socket.terminate();
  return client.answers[0]?.payload;
}

test.each([
  ['en;q=0.1, fr;q=0.9', 'fr'],
  ['fr;q=0, en', 'en'],
  ['de, fr-CA;q=0.8, en;q=0.3', 'fr'],
  ['de', 'en'],
])('with Accept-Language: %s both transports answer in the same language: %s', async (header, language) => {
  const message = new RefusalTexts(undefined).ofCode('not-started', language as Language);
  const refusal = expect.objectContaining({ code: 'not-started', message });
  expect([await refusedOverHttp(header), await refusedOverSocket(header)]).toEqual([refusal, refusal]);
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr', 'fr'],
  ['FR-ca', 'fr'],
  ['french', 'en'],
  ['en-GB, fr', 'en'],
  ['fr;q=banana, en;q=0.1', 'en'],
  ['fr-CA, en', 'fr'],
  ['en;q=0.5, fr ; q=0.8', 'fr'],
])('Accept-Language: %s means %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

test('only the beginning of an overlong header counts', () => {
  expect(languageOf(`fr,${'x,'.repeat(10_000)}`)).toBe('fr');
  expect(languageOf(`${'x,'.repeat(10_000)}fr`)).toBe('en');
});
