// Answers Colyseus' matchmaking route in the place of its router, which makes a fetch request with
// streams, a context and a fetch response of each call: a tenth of what taking a seat cost.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AuthContext, matchMaker, ServerError } from 'colyseus';
import type { Log } from '../rooms/ports.ts';
import { reasonOf } from './reason.ts';

/** What is spelt otherwise goes Colyseus' own way. */
const ROUTE = /^\/matchmake\/(\w{1,32})\/([\w-]{1,64})(?:\?|$)/;

export type Matchmake = (request: IncomingMessage & { body?: unknown }, response: ServerResponse) => boolean;

/** Says whether it has taken the request over. To be called with the body already read. */
export function createMatchmake(log: Log): Matchmake {
  return (request, response) => {
    const [, method, name] = request.method === 'POST' ? (ROUTE.exec(request.url ?? '') ?? []) : [];
    if (method === undefined || name === undefined) return false;
    matchMaker.controller
      .invokeMethod(method, name, request.body as object, contextOf(request))
      .then((reservation: object) => send(response, 200, reservation))
      .catch((error: unknown) => {
        const code = codeOf(error);
        if (code !== undefined) return send(response, code, { code, error: reasonOf(error) });
        log.error({ method, reason: reasonOf(error) }, 'matchmaking failed');
        send(response, 500, { code: 500, error: 'internal-error' });
      });
    return true;
  };
}

/** As Colyseus makes it, with the one header that is asked for. */
function contextOf({ headers }: IncomingMessage): AuthContext {
  const { authorization = '' } = headers;
  return {
    ...(authorization.startsWith('Bearer ') && { token: authorization.slice(7) }),
    headers: new Headers({ 'accept-language': headers['accept-language'] ?? '' }),
    ip: String(headers['x-real-ip'] ?? ''),
  };
}

/** Refusals carry the status they are told with; everything else is a fault of ours. */
function codeOf(error: unknown): number | undefined {
  return error instanceof ServerError && error.code >= 400 && error.code <= 599 ? error.code : undefined;
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
