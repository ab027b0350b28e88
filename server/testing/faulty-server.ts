// The server with one planted fault, by the name in FAULT, that shows once it is attacked: for tests of the attack.
import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';

const HONEST = '127.0.0.1';
const MIB = 2 ** 20;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isHonest: boolean;
}

let secret = '';
const kept: unknown[] = [];

/** Called at the start of every request. */
const FAULTS: Readonly<Record<string, (exchange: Exchange) => void>> = {
  none: () => undefined,
  crash: atFirst(() => process.exit(3)),
  rejection: atFirst(() => void Promise.reject(new Error('planted'))),
  hold: atFirst(() => kept.push(Buffer.alloc(1_000 * MIB, 1))),
  stay: atFirst(() => kept.push(Buffer.alloc(64 * MIB, 1))),
  slow: ({ isHonest }) => {
    const { user } = process.threadCpuUsage();
    while (!isHonest && process.threadCpuUsage().user < user + 300_000);
  },
  status: ({ response, isHonest }) => {
    if (!isHonest) response.writeHead(500).end();
  },
  told: ({ response, isHonest }) => {
    if (!isHonest) response.setHeader('X-Fault', 'TypeError: Cannot read properties of null');
  },
  secret: ({ request, response, isHonest }) => {
    if (isHonest) secret = request.headers.authorization ?? secret;
    else response.setHeader('X-Last', secret);
  },
  refused: ({ request, response, isHonest }) => {
    if (isHonest && request.url?.startsWith('/matchmake/joinById') === true) response.writeHead(403).end();
  },
};

function atFirst(plant: () => void): (exchange: Exchange) => void {
  let isPlanted = false;
  return ({ isHonest }) => {
    if (isHonest || isPlanted) return;
    isPlanted = true;
    plant();
  };
}

const fault = FAULTS[process.env['FAULT'] ?? ''];
if (fault === undefined) throw new Error('FAULT names no fault');
subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null) return;
  if (!('request' in message && message.request instanceof IncomingMessage)) return;
  if (!('response' in message && message.response instanceof ServerResponse)) return;
  const { request, response } = message;
  fault({ request, response, isHonest: request.socket.remoteAddress === HONEST });
});
await import('../main.ts');
