// Matchmaking calls over HTTP for tests of rooms alone; the server has its own route (`server/door/matchmake.ts`).
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { ServerError } from 'colyseus';
import { isMatchmakingMethod, type MatchmakingCall } from '../colyseus/matchmaking.ts';

type Matchmake = (call: MatchmakingCall, options: unknown) => Promise<object>;

/** Colyseus adds its own router when it listens, which `install` removes again. */
export function matchmakingServer(matchmake: Matchmake): { http: Server; install: () => void } {
  const http = createServer();
  const install = () => {
    http.removeAllListeners('request').on('request', (request, response) => {
      answer(request, matchmake)
        .then((body) => ({ status: 200, body }))
        .catch((error: unknown) => {
          const { code = 500, message } = error as Partial<ServerError>;
          return { status: code, body: { code, error: message } };
        })
        .then(({ status, body }) =>
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
        );
    });
  };
  return { http, install };
}

async function answer(request: IncomingMessage, matchmake: Matchmake): Promise<object> {
  const { headers, url = '' } = request;
  const [, , method = '', name = ''] = (url.split('?')[0] ?? '').split('/');
  if (!isMatchmakingMethod(method)) throw new ServerError(404, 'unknown-method');
  const call = {
    method,
    name,
    token: headers.authorization?.replace(/^Bearer /, ''),
    acceptLanguage: headers['accept-language'] ?? '',
    address: String(headers['x-real-ip'] ?? ''),
  };
  return await matchmake(call, await json(request));
}
