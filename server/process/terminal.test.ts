// What an operator sees who starts the server in a terminal.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { captureLog, scratch } from '../testing/scratch.ts';
import { addressesOf, languageOfTerminal, readable } from './terminal.ts';

jest.setTimeout(180_000);

/** Runs the server in a pseudo terminal of Python's, until it says how to end it; then ends it. */
async function inTerminal(environment: Record<string, string>): Promise<string> {
  const place = scratch();
  const { PATH = '' } = process.env;
  const run = `import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)`;
  const args = ['-c', run, process.execPath, join(import.meta.dirname, '../main.ts')];
  const child = spawn('python3', args, {
    env: { PATH, PORT: '0', TERM: 'xterm-256color', DATA_DIR: join(place.folder, 'data'), ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await until(() => out.includes('Ctrl+C') && out.includes('\r\n\r\n'), 'where to go');
  // As the key does: the terminal makes a signal of it.
  child.stdin.write('\x03');
  expect(await ended).toBe(0);
  place.remove();
  return out;
}

test('a terminal shows the addresses, as text and not as JSON', async () => {
  const out = await inTerminal({ LANG: 'en_GB.UTF-8' });
  const plain = stripVTControlCharacters(out);
  expect(plain).toMatch(/Quayside \d+\.\d+\.\d+ is running\./);
  expect(plain).toMatch(/On this machine: +http:\/\/localhost:\d+\/\r\n/);
  expect(plain).toMatch(/^\d\d:\d\d:\d\d info {2}listening .*port=\d+/m);
  expect(plain).not.toContain('{"level"');
  expect(plain).toMatch(/info {2}closed/);
});

test('in French on a French terminal, and with HOST only the address of this machine', async () => {
  const plain = stripVTControlCharacters(await inTerminal({ LANG: 'fr_FR.UTF-8', HOST: '127.0.0.1' }));
  expect(plain).toMatch(/Sur cette machine\u202F: +http:\/\/127\.0\.0\.1:\d+\//);
  expect(plain).not.toContain('réseau local');
});

const interfaces = {
  docker0: [{ address: '172.17.0.1', family: 'IPv4', internal: false }],
  lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }],
  eth0: [
    { address: '192.168.1.5', family: 'IPv4', internal: false },
    { address: 'fe80::1', family: 'IPv6', internal: false },
  ],
} as unknown as Parameters<typeof addressesOf>[2];

test.each([
  [undefined, 'http://localhost:2567/', ['http://192.168.1.5:2567/', 'http://172.17.0.1:2567/']],
  ['0.0.0.0', 'http://localhost:2567/', ['http://192.168.1.5:2567/', 'http://172.17.0.1:2567/']],
  ['127.0.0.1', 'http://127.0.0.1:2567/', []],
  ['::1', 'http://[::1]:2567/', []],
  ['192.168.1.5', 'http://192.168.1.5:2567/', ['http://192.168.1.5:2567/']],
])('with HOST %p the server is found at %s and %j', (host, here, network) => {
  expect(addressesOf(2567, host, interfaces)).toEqual({ here, network });
});

test.each([
  [{ LANG: 'fr_FR.UTF-8' }, 'fr'],
  [{ LANG: 'fr_CA@euro', LC_ALL: '' }, 'fr'],
  [{ LANG: 'fr_FR.UTF-8', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'de_DE.UTF-8' }, 'en'],
  [{}, 'en'],
])('a terminal with %j gets %s', (environment, language) => {
  expect(languageOfTerminal(environment)).toBe(language);
});

test('a log entry becomes one line, an error keeps its stack, colours only where they are wanted', () => {
  const captured = captureLog();
  captured.log.warn({ match: 'm1', list: [1, 2], long: 'x'.repeat(500) }, 'odd');
  captured.log.error({ err: new Error('broken') }, 'bad');
  const print = (hasColours: boolean) => {
    let out = '';
    const stream = readable((text) => {
      out += text;
    }, hasColours);
    for (const line of captured.text().split('\n').slice(0, -1)) stream.write(line);
    return out;
  };
  const [odd = '', bad, ...stack] = print(false).split('\n');
  expect(odd).toMatch(/^\d\d:\d\d:\d\d warn {2}odd match=m1 list=\[1,2\] long=x{100}…$/);
  expect(bad).toMatch(/error bad$/);
  expect(stack.join('\n')).toMatch(/^ {4}Error: broken\n {4} +at /);
  expect(print(true)).toContain('\u001b[33m');
  expect(stripVTControlCharacters(print(true))).toBe(print(false));
});

test('foreign text starts no line and moves no cursor', () => {
  let out = '';
  const stream = readable((text) => {
    out += text;
  }, false);
  const line = {
    level: 30,
    time: 0,
    msg: 'odd',
    name: 'a\n12:00:00 error forged\u001b[2J',
    stack: 'E: \u001b[2J\n at x',
  };
  stream.write(`${JSON.stringify(line)}\n`);
  const [head, ...trace] = out.split('\n');
  expect(head).toMatch(/^\d\d:\d\d:\d\d info {2}odd name=a\ufffd12:00:00 error forged\ufffd\[2J$/);
  expect(trace).toEqual(['    E: \ufffd[2J', '     at x', '']);
});
