// HTTP requests that follow the OpenAPI document, and ones that violate it.
import type { Chance } from '../chance.ts';
import { type Burst, guest, shout } from '../line.ts';

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'CONNECT',
  'get',
  'G',
  'PRI',
  '',
];
const TARGETS = [
  '*',
  '/',
  '//',
  '///x',
  '/%',
  '/%00',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..;/',
  '/\\x',
  '/api/v1/../../x',
  '/matchmake/create/b%41',
  '/matchmake/join/b%41',
  '/matchmake/__proto__/borneo',
  '/matchmake/create/__proto__',
  '/matchmake',
  '/matchmake/',
  '/matchmake/create/borneo/x',
  'http://x/matchmake/create/borneo',
  'http://127.0.0.1/health',
  '/api/v1/matches/%E0%A4%A',
  '/?x=%',
  '/api/v1/games/constructor',
  '/api/v1/tables/__proto__',
  '/api/v1/matches/x/stream?since=-1',
  '/api/v1/matches/x/stream?since=1e99',
  `/api/v1/tables?${'a=b&'.repeat(1_500)}`,
  `/${'a/'.repeat(3_500)}`,
  '/\u00ff',
  '/x y',
  '/x\ty',
];
const HOSTS = [
  '127.0.0.1',
  'localhost',
  'a@x',
  'h/matchmake/create/borneo?x=',
  '',
  ' ',
  '[::1',
  '[::1]:x',
  'evil.example',
  '127.0.0.1:0',
  'x'.repeat(300),
  '127.0.0.1, evil',
  '127.0.0.1\\x',
  '..',
  '%00',
];
/** Values of parameters, by name. */
const KNOWN: Readonly<Record<string, string>> = {
  edition: 'reconstruction-1',
  language: 'fr',
  rule: 'BOR-1.1',
  game: 'borneo',
  status: 'lobby',
  since: '0',
  invitation: 'p7qk2wz9bxnf5h3t.r8d4m6y2kvw3',
};
const ROUNDS = 14;

export async function http(burst: Burst, chance: Chance): Promise<number> {
  const address = chance.address();
  const token = chance.once(2) ? await guest(burst, address) : undefined;
  let sent = 1;
  for (let n = 0; n < ROUNDS; n++) {
    const many = 1 + chance.below(24);
    const pipeline = Array.from({ length: many }, () => request(burst, chance, token));
    let bytes: Buffer = Buffer.concat(pipeline);
    if (chance.once(6)) bytes = chance.mutated(bytes);
    const answer = await shout(burst, address, bytes, true);
    sent += many;
    expectNoStack(burst, answer);
  }
  return sent;
}

/** Documents name codes such as internal-error; a stack or an exception's text is in none of them. */
function expectNoStack(burst: Burst, answer: string): void {
  const found = /(?:Type|Reference|Range)Error|Cannot read|is not a function|node_modules|\.ts:\d+/.exec(
    answer,
  );
  if (found)
    burst.eyes.find(`told '${answer.slice(found.index, found.index + 120)}'`, burst.kind, burst.seed);
}

function request(burst: Burst, chance: Chance, token: string | undefined): Buffer {
  const { method, path, body: example } = chance.pick(burst.operations);
  const target = chance.once(4) ? chance.pick(TARGETS) : filled(burst, chance, path);
  const body = bodyOf(chance, example);
  const lines = [
    `${chance.once(6) ? chance.pick(METHODS) : method} ${target} HTTP/${chance.once(20) ? chance.pick(['1.0', '2.0', '0.9', '1.1 x']) : '1.1'}`,
    ...headersOf(chance, token, body),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** A documented path with something in the place of each parameter, in most cases something that exists. */
function filled(burst: Burst, chance: Chance, path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (chance.once(6)) return chance.pick(['', 'nobody', '__proto__', '%00', '-1', '1e99', 'x'.repeat(65)]);
    if (name === 'id') {
      if (path.startsWith('/api/v1/games/')) return chance.pick(['borneo', 'rotterdam']);
      return chance.pick([burst.publicMatch(), burst.privateMatch()]);
    }
    return KNOWN[name] ?? '1';
  });
}

function bodyOf(chance: Chance, example: unknown): Buffer {
  if (example === undefined && !chance.once(8)) return Buffer.alloc(0);
  if (chance.once(10)) return chance.bytes(300);
  if (chance.once(10)) return Buffer.from('['.repeat(1 + chance.below(12_000)));
  const text = JSON.stringify(chance.once(2) ? (example ?? {}) : chance.distorted(Object(example ?? {})));
  return chance.once(10) ? chance.mutated(Buffer.from(text)) : Buffer.from(text);
}

function headersOf(chance: Chance, token: string | undefined, body: Buffer): string[] {
  const headers = [`Host: ${chance.once(5) ? chance.pick(HOSTS) : '127.0.0.1'}`];
  if (chance.once(30)) headers.push(`Host: ${chance.pick(HOSTS)}`);
  if (token !== undefined && !chance.once(5)) headers.push(`Authorization: Bearer ${token}`);
  if (chance.once(12))
    headers.push(
      `Authorization: ${chance.pick(['', 'Bearer', 'Basic YWRtaW46', 'Bearer a.b.c', `Bearer ${'x'.repeat(3_000)}`])}`,
    );
  if (body.length > 0)
    headers.push(
      `Content-Type: ${chance.once(8) ? chance.pick(['text/plain', '', 'application/json; charset=utf-16', 'multipart/form-data']) : 'application/json'}`,
    );
  // Wrong lengths, and both ways of stating them: request smuggling.
  const lie = chance.below(20);
  if (lie === 0)
    headers.push(
      `Content-Length: ${chance.pick(['-1', '0', '1e3', `${body.length + 5}`, '99999999999', '+1', '0x10', ''])}`,
    );
  else if (lie === 1) headers.push(`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked');
  else if (lie === 2)
    headers.push(
      `Transfer-Encoding: ${chance.pick(['chunked', 'chunked, identity', ' chunked', 'xchunked', 'gzip, chunked'])}`,
    );
  else if (body.length > 0) headers.push(`Content-Length: ${body.length}`);
  if (chance.once(10))
    headers.push(`Origin: ${chance.pick(['null', 'https://evil.example', 'http://127.0.0.1', 'x', ''])}`);
  if (chance.once(10))
    headers.push(
      `Accept-Language: ${chance.pick(['fr', 'en;q=0.1, fr;q=0.9', ';;;,q=', '*', 'x'.repeat(500)])}`,
    );
  if (chance.once(15))
    headers.push(`X-Forwarded-For: ${chance.pick(['1.2.3.4', '127.0.0.1', 'x', '::ffff:1.2.3.4, 5'])}`);
  if (chance.once(15))
    headers.push(
      `${chance.pick(['X-Real-IP', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded'])}: ${chance.pick(['127.0.0.1', 'ftp', 'a@x', ''])}`,
    );
  if (chance.once(25))
    headers.push(
      chance.pick([
        'Expect: 100-continue',
        'Expect: x',
        'Connection: close',
        'Range: bytes=0-',
        'If-None-Match: *',
        'Upgrade: h2c',
        `X: ${'y'.repeat(9_000)}`,
        ': x',
        'x',
      ]),
    );
  return headers;
}
