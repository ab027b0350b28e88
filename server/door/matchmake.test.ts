// Matchmaking answered without the framework's router: reservations, refusals and faults.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ServerError } from 'colyseus';
import { type MatchmakingCall, TableRefusal } from '../../rooms/index.ts';
import { countAlone } from '../../rooms/people/rate-limits.ts';
import { arrivalOf } from '../http/arrival.ts';
import { answerCall, type CallDeps } from '../http/call-steps.ts';
import { RouteTable } from '../http/route-table.ts';
import { ask } from '../testing/start.ts';
import { areasOf } from './areas.ts';
import { matchmakingRoute } from './matchmake.ts';

let http: Server;
let port: number;
const faults: object[] = [];
const reserve = jest.fn<(call: MatchmakingCall, options: object) => Promise<object>>();

beforeEach(async () => {
  const quiet = () => undefined;
  const error = (fields: object) => void faults.push(fields);
  const log = { debug: quiet, info: quiet, warn: quiet, error };
  const openings = countAlone({ name: 'openings', amount: 100, seconds: 1, maxKeys: 10 });
  const matchmaking = matchmakingRoute({
    rooms: { reserve },
    lobby: { isMeant: () => false, reserve: () => Promise.resolve({}) },
    openings,
    log,
  });
  const never = { isEnding: () => false, isClosing: () => false };
  const routes = new RouteTable(
    areasOf({ api: [], signIn: [], mail: [], matchmaking, errands: [], administration: [], ...never }),
  );
  http = createServer((request, response) => {
    const arrival = arrivalOf(request, response, routes);
    arrival.input = { seats: 3 };
    arrival.address = String(request.headers['x-real-ip'] ?? '');
    const answered = answerCall(
      { arrival, request, response } as Parameters<typeof answerCall>[0],
      {} as CallDeps,
    );
    answered.catch(() => response.writeHead(418).end());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  port = (http.address() as AddressInfo).port;
});
afterEach(async () => {
  faults.length = 0;
  reserve.mockReset();
  await new Promise((resolve) => http.close(resolve));
});

const post = (path: string, headers: Record<string, string> = {}) =>
  ask(port, path, { method: 'POST', headers });

test('passes on the request, its sender and language, and answers with the reservation', async () => {
  const reservation = { name: 'zoé', sessionId: 's', roomId: 'r', processId: 'p' };
  reserve.mockResolvedValue(reservation);
  const headers = { Authorization: 'Bearer a.b.c', 'Accept-Language': 'fr', 'X-Real-IP': '203.0.113.7' };
  const answer = await post('/matchmake/joinById/abc-_1?x=y', headers);
  expect([answer.status, answer.json()]).toEqual([200, reservation]);
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(reservation))));
  const from = { token: 'a.b.c', acceptLanguage: 'fr', address: '203.0.113.7', isQuiet: false };
  const call = { method: 'joinById', name: 'abc-_1', ...from };
  expect(reserve.mock.calls).toEqual([[call, { seats: 3 }]]);
});

test.each([
  [new ServerError(409, 'seat-taken'), 409, { code: 409, error: 'seat-taken' }],
  [
    new TableRefusal('bad-payload', 'seats: too many'),
    400,
    { code: 400, error: 'bad-payload: seats: too many' },
  ],
  // The framework's own words stay inside.
  [new ServerError(522, 'room "x" has been disposed.'), 522, { code: 522, error: 'reservation-expired' }],
  [new ServerError(524, 'bad reconnection token'), 524, { code: 524, error: 'reservation-expired' }],
  [new Error('wrapped', { cause: new ServerError(403, 'muted') }), 403, { code: 403, error: 'muted' }],
])('a refusal is sent with its status: %s', async (refusal, status, body) => {
  reserve.mockRejectedValue(refusal);
  const answer = await post('/matchmake/create/borneo');
  expect([answer.status, answer.json()]).toEqual([status, body]);
  expect(faults).toEqual([]);
});

test.each([
  new Error('secret detail'),
  Object.assign(new Error('secret detail'), { code: 'overloaded' }),
  new ServerError(200, 'secret detail'),
  new ServerError(523, 'secret detail'),
  new ServerError(403, 'secret detail'),
])('a server error is logged, and its details are not sent', async (fault) => {
  reserve.mockRejectedValue(fault);
  const answer = await post('/matchmake/create/borneo');
  expect([answer.status, answer.json()]).toEqual([500, { code: 500, error: 'internal-error' }]);
  expect(faults).toEqual([{ method: 'create', reason: 'secret detail' }]);
});

test('an unknown method is not even looked up', async () => {
  for (const method of ['constructor', '__proto__', 'getRoomById', 'setup']) {
    const answer = await post(`/matchmake/${method}/borneo`);
    expect([method, answer.status]).toEqual([method, 404]);
  }
  expect(reserve).not.toHaveBeenCalled();
});
