// Answers the SDKs' matchmaking calls. Colyseus' own route builds a fetch request with streams, a context and
// a fetch response for each call (a tenth of the cost of taking a seat, docs/adr/0026), and takes the
// client's address from headers that anyone can set.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AtPeer, isMatchmakingMethod, type MatchmakingCall } from '../../rooms/index.ts';
import type { Log } from '../../rooms/ports.ts';
import type { Elsewhere } from '../cluster/peers/caller.ts';
import { reasonOf } from '../process/reason.ts';
import type { MatchmakeCall } from './target.ts';
import { toldOf } from './told.ts';

export type Matchmake = (
  request: IncomingMessage & { readonly elsewhere?: Elsewhere },
  response: ServerResponse,
  call: MatchmakeCall,
  options: object,
) => void;

type Reserve = (call: MatchmakingCall, options: object) => Promise<object>;

export function createMatchmake(reserve: Reserve, log: Log): Matchmake {
  return ({ headers, elsewhere }, response, { method, name }, options) => {
    if (!isMatchmakingMethod(method)) return send(response, 404, { code: 404, error: 'unknown-method' });
    const { authorization = '', 'accept-language': acceptLanguage = '' } = headers;
    const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : undefined;
    const address = String(headers['x-real-ip'] ?? '');
    reserve({ method, name, token, acceptLanguage, address }, options)
      .then((reservation) => send(response, 200, reservation))
      .catch((error: unknown) => {
        if (error instanceof AtPeer && elsewhere !== undefined) return elsewhere(error.peer);
        const { code, error: told, isFault } = toldOf(error);
        if (isFault) log.error({ method, reason: reasonOf(error) }, 'matchmaking failed');
        send(response, code, { code, error: told });
      });
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
