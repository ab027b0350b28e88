// Answers matchmaking calls in the place of Colyseus' router, which makes a fetch request with streams, a
// context and a fetch response of each call (a tenth of what taking a seat cost), and an address out of
// whatever the client wrote.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AuthContext, matchMaker } from 'colyseus';
import type { Log } from '../rooms/ports.ts';
import { reasonOf } from './reason.ts';
import type { MatchmakeCall } from './target.ts';
import { toldOf } from './told.ts';

export type Matchmake = (
  request: IncomingMessage,
  response: ServerResponse,
  call: MatchmakeCall,
  options: object,
) => void;

export function createMatchmake(log: Log): Matchmake {
  return (request, response, { method, name }, options) => {
    const { controller } = matchMaker;
    if (!controller.exposedMethods.includes(method))
      return send(response, 404, { code: 404, error: 'unknown-method' });
    controller
      .invokeMethod(method, name, options, contextOf(request))
      .then((reservation: object) => send(response, 200, reservation))
      .catch((error: unknown) => {
        const { code, error: told, isFault } = toldOf(error);
        if (isFault) log.error({ method, reason: reasonOf(error) }, 'matchmaking failed');
        send(response, code, { code, error: told });
      });
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

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
