// Ways out of a match over HTTP, through kill -9 of the real process: what was answered is still so afterwards.
import { beforeEach, expect, jest, test } from '@jest/globals';
import { families } from '../../shared/games/index.ts';
import { verifyRecord } from '../records/verify.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { kill } from '../testing/process.ts';
import { Processes } from '../testing/processes.ts';

jest.setTimeout(180_000);

const here = new Processes({ RATE_LIMITS: 'off' });
beforeEach(() => here.listen());

async function killed(): Promise<void> {
  await kill(here.server);
  await here.listen();
}

test('consent, changes of hands and the end survive kill -9', async () => {
  const [ann, bob, zoe, dan] = (await Promise.all(
    ['Ann', 'Bob', 'Zoé', 'Dan'].map((name) => HttpPlayer.guest(here.port, name)),
  )) as [HttpPlayer, HttpPlayer, HttpPlayer, HttpPlayer];
  const wish = { game: 'borneo', seats: 3, clock: 'none', absence: 'clock' };
  const made = (await ann.post('/tables', { ...wish, visibility: 'private', vacancy: 'person' })).json();
  const { matchId: id } = made['table'] as { matchId: string };
  for (const who of [bob, zoe]) await who.post('/join', { invitation: made['invitation'] });
  const closed = (await zoe.post('/tables', wish)).json()['table'] as { matchId: string };
  expect((await zoe.send('DELETE', `/tables/${closed.matchId}`)).status).toBe(204);
  expect((await ann.post(`/tables/${id}/start`)).status).toBe(204);
  const { seatView: hand } = (await bob.get(`/matches/${id}`)).json();
  expect((await ann.post(`/tables/${id}/abandon`)).json()).toEqual({ abandoned: false });
  expect((await bob.post(`/tables/${id}/give-up-seat`)).status).toBe(204);
  await killed();

  const read = (await zoe.get(`/tables/${id}`)).json();
  const { invitation } = read;
  expect(invitation).not.toBe(made['invitation']);
  expect(read['table']).toMatchObject({
    seats: [{ abandon: true }, { occupant: 'open', name: null }, { abandon: false }],
    successions: [{ seat: 1, version: 0, from: 'Bob', occupant: 'open', name: null }],
  });
  expect((await bob.get(`/matches/${id}`)).json()['code']).toBe('invitation-required');
  expect((await bob.get('/me/seats')).json()['seats']).toEqual([]);
  expect((await bob.post('/join', { invitation })).json()['code']).toBe('seat-given-up');
  expect((await dan.post('/join', { invitation })).json()['code']).toBe('consent-needed');
  const answer = (who: HttpPlayer, name: string) => who.post(`/tables/${id}/accept-newcomer`, { name });
  expect((await answer(ann, 'Dan')).status).toBe(204);
  await killed();

  expect((await dan.post(`/tables/${id}/seat`, { invitation })).json()['code']).toBe('consent-needed');
  expect((await answer(zoe, 'Bob')).json()['code']).toBe('unknown-newcomer');
  expect((await answer(zoe, 'Dan')).status).toBe(204);
  expect((await dan.get(`/tables/${id}?invitation=${invitation}`)).json()['table']).toMatchObject({
    newcomers: [{ name: 'Dan', agreed: [0, 2] }],
  });
  expect((await dan.post('/join', { invitation })).json()).toMatchObject({ seat: 1 });
  await killed();

  expect((await dan.get(`/matches/${id}`)).json()).toMatchObject({ seat: 1, seatView: hand });
  expect((await dan.get('/me/seats')).json()['seats']).toMatchObject([{ matchId: id, seat: 1 }]);
  // Nothing remains of the used invitation, except the right to watch.
  expect((await zoe.get(`/tables/${id}`)).json()['invitation']).toBe(made['invitation']);
  expect((await ann.get(`/matches/${id}/record`)).json()['code']).toBe('not-finished');
  expect((await zoe.post(`/tables/${id}/abandon`)).json()).toEqual({ abandoned: false });
  expect((await dan.post(`/tables/${id}/abandon`)).json()).toEqual({ abandoned: true });
  await killed();

  const end = { status: 'abandoned', abandoned: { why: 'agreement', seats: [0, 1, 2] }, result: null };
  expect((await dan.get(`/tables/${id}`)).json()['table']).toMatchObject(end);
  const record = (await ann.get(`/matches/${id}/record`)).json();
  expect(record).toMatchObject({
    players: ['Ann', 'Bob', 'Zoé'],
    successions: [
      { seat: 1, from: 'Bob', occupant: 'open' },
      { seat: 1, occupant: 'player', name: 'Dan' },
    ],
    abandoned: { why: 'agreement', seats: [0, 1, 2] },
    result: null,
    stateHash: null,
  });
  expect(verifyRecord(record, families)).toMatchObject({ ok: true });
  const { seats, finished } = (await zoe.get('/me/seats')).json();
  expect(seats).toEqual([]);
  expect(finished).toMatchObject(
    [
      { matchId: closed.matchId, status: 'abandoned', abandoned: { why: 'closed', seats: [0] }, place: null },
      { matchId: id, status: 'abandoned', abandoned: { why: 'agreement' }, seat: 2, place: null },
    ].toSorted((a, b) => order(finished, a.matchId) - order(finished, b.matchId)),
  );
  expect((await ann.get(`/tables/${closed.matchId}`)).json()['table']).toMatchObject({
    abandoned: { why: 'closed' },
    seed: null,
  });
  expect((await ann.get(`/matches/${closed.matchId}/record`)).json()['code']).toBe('not-finished');
});

function order(listed: unknown, matchId: string): number {
  return (listed as { matchId: string }[]).findIndex((one) => one.matchId === matchId);
}
