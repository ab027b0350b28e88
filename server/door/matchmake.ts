// Answers the SDKs' matchmaking calls. Colyseus' own route builds a fetch request with streams, a context and
// a fetch response for each call (a tenth of the cost of taking a seat, docs/measurements.md), and takes the
// client's address from headers that anyone can set.
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Lobby } from '../../rooms/colyseus/lobby.ts';
import { AtPeer, isMatchmakingMethod, type RoomService } from '../../rooms/index.ts';
import type { RateLimiter } from '../../rooms/people/rate-limits.ts';
import type { Log } from '../../rooms/ports.ts';
import { Problem, take } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { hasSdkMark, isKey, tokenOf } from '../http/target.ts';
import { reasonOf } from '../process/reason.ts';
import { toldOf } from './error-codes.ts';

export interface MatchmakeDeps {
  readonly rooms: Pick<RoomService, 'reserve'>;
  readonly lobby: Pick<Lobby, 'isMeant' | 'reserve'>;
  /** Limits the opening of tables. */
  readonly openings: RateLimiter;
  readonly log: Log;
  /** During development strangers play as guests, so that the playground needs no token. */
  readonly guestToken?: (() => string) | undefined;
}

const BY_ID: ReadonlySet<unknown> = new Set(['joinById', 'reconnect']);
const OPENING: ReadonlySet<string> = new Set(['create', 'joinOrCreate']);

const METHOD = /^\w{1,32}$/;
const params = z.strictObject({ method: z.string(), name: z.string() });

export function matchmakingRoute({ rooms, lobby, openings, log, guestToken }: MatchmakeDeps): Route {
  return route({
    id: 'matchmake',
    tag: '',
    method: 'post',
    path: '/{method}/{name}',
    parts: { method: (text) => METHOD.test(text), name: isKey },
    label: '/matchmake',
    auth: 'anyone',
    summary: '',
    answers: {},
    params,
    about: ({ params: { method, name } }) => (BY_ID.has(method) ? String(name) : undefined),
    handle: async ({ params: { method, name }, arrival, address: key, response }) => {
      const { input: options, request, address } = arrival;
      if (typeof options !== 'object' || options === null || Array.isArray(options))
        throw new Problem('bad-payload', { detail: 'an object is needed' });
      if (!isMatchmakingMethod(method)) return send(response, 404, { code: 404, error: 'unknown-method' });
      const isForLobby = lobby.isMeant({ method, name });
      if (OPENING.has(method) && !isForLobby) take(openings, key);
      const { headers } = request;
      const { 'accept-language': acceptLanguage = '' } = headers;
      const token = tokenOf(headers) ?? guestToken?.();
      const call = { method, name, token, acceptLanguage, address, isQuiet: hasSdkMark(headers) };
      try {
        const reserved = isForLobby ? lobby.reserve(options) : rooms.reserve(call, options);
        return send(response, 200, await reserved);
      } catch (error) {
        if (error instanceof AtPeer && arrival.elsewhere !== undefined) throw error;
        const { code, error: told, isFault } = toldOf(error);
        if (isFault) log.error({ method, reason: reasonOf(error) }, 'matchmaking failed');
        return send(response, code, { code, error: told });
      }
    },
  });
}

function send(response: ServerResponse, status: number, body: object): undefined {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
