// No address that a player has chosen makes the server call its own networks, whatever form it has.
import { expect, test } from '@jest/globals';
import { startHook } from '../testing/hook.ts';
import { Caller, callable } from './caller.ts';
import { isPublicAddress } from './networks.ts';

test.each([
  '93.184.216.34',
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1',
  '2a00:1450:4001::1',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'nonsense',
];

test.each(PRIVATE)('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

/** Forms of an IPv4 address that programs understand. */
function formsOf(address: string): string[] {
  const parts = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (n: number) => n.toString(16);
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0${whole.toString(8)}`,
    parts.map((part) => `0x${hex(part)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `[::ffff:${address}]`,
    `[::ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    `[64:ff9b::${address}]`,
    `[::${address}]`,
    `[2002:${hex(a * 256 + b)}:${hex(c * 256 + d)}::]`,
    [...address].map((char) => (char === '.' ? '。' : char)).join(''),
    [...address]
      .map((char) => (/\d/.test(char) ? String.fromCodePoint(0xff10 + Number(char)) : char))
      .join(''),
    address.replace('1', '%31'),
  ];
}

/** Schemes and shapes around a host. */
const shapesOf = (host: string, port: number) => [
  `https://${host}:${port}/`,
  `http://${host}:${port}/`,
  `https://user:password@${host}:${port}/`,
  `https:${host}:${port}/`,
  `HTTPS:\\\\${host}:${port}\\`,
  ` https://${host}:${port}/`,
  `https://${host}:${port}/#a`,
  `ftp://${host}:${port}/`,
  `ws://${host}:${port}/`,
  `gopher://${host}:${port}/_POST`,
  `//${host}:${port}/`,
];

test('1,000 hostile addresses: no request arrives, and nothing stays open', async () => {
  const hook = await startHook();
  const port = Number(new URL(hook.url).port);
  const inside = ['127.0.0.1', '127.1.2.3', '0.0.0.0', '10.0.0.1', '169.254.169.254', '192.168.0.1'];
  const urls = inside.flatMap((address) => formsOf(address).flatMap((host) => shapesOf(host, port)));
  urls.push(
    `file:///etc/passwd`,
    `data:text/plain,x`,
    'javascript:1',
    '',
    'https://',
    `unix:/tmp/${'x'.repeat(999)}`,
  );
  expect(urls.length).toBeGreaterThanOrEqual(1_000);
  const resolve = () => Promise.resolve(['127.0.0.1']);
  const caller = new Caller({ isPrivateAllowed: false, resolve });
  for (const url of urls)
    expect(await caller.call({ url, headers: {}, content: 'x' })).toEqual({ failure: 'refused' });
  expect(hook.received).toEqual([]);
  await hook.close();
});

test('a name is refused if it leads inside with any of its addresses, and is resolved only once', async () => {
  const hook = await startHook();
  const { port } = new URL(hook.url);
  let answers = [['8.8.8.8', '127.0.0.1']];
  let asked = 0;
  const resolve = () => {
    asked += 1;
    return Promise.resolve(answers[asked - 1] ?? ['127.0.0.1']);
  };
  const caller = new Caller({ isPrivateAllowed: false, resolve, timeoutMs: 300 });
  const call = (url: string) => caller.call({ url, headers: {}, content: 'x' });
  expect(await call(`https://both.example:${port}/`)).toEqual({ failure: 'refused' });
  // A name that leads somewhere else when it is asked for again: TEST-NET cannot be reached, and it is not asked again.
  answers = [['127.0.0.1'], ['127.0.0.1']];
  asked = 0;
  expect(await call(`https://rebinding.example:${port}/`)).toEqual({ failure: 'refused' });
  expect(asked).toBe(1);
  expect(hook.received).toEqual([]);
  await hook.close();
});

test('it connects to the address that was checked, follows no redirect and waits for no body', async () => {
  const hook = await startHook();
  const { port } = new URL(hook.url);
  let asked = 0;
  const resolve = () => {
    asked += 1;
    return Promise.resolve(asked === 1 ? ['127.0.0.1'] : ['192.0.2.1']);
  };
  const caller = new Caller({ isPrivateAllowed: true, resolve, timeoutMs: 2_000 });
  const call = (url: string) => caller.call({ url, headers: { 'X-Own': 'yes' }, content: '☃' });
  expect(await call(`http://name.example:${port}/hook`)).toEqual({ status: 204 });
  expect(hook.received[0]).toMatchObject({
    path: '/hook',
    text: '☃',
    headers: { host: `name.example:${port}`, 'x-own': 'yes' },
  });
  hook.answer = 302;
  expect(await call(`${hook.url}/away`)).toEqual({ status: 302 });
  expect(hook.received).toHaveLength(2);
  await hook.close();
});

test('a target that does not answer, or cannot be resolved, is given up', async () => {
  const hook = await startHook();
  hook.answer = 'silence';
  const never = () => new Promise<string[]>(() => {});
  const caller = new Caller({ isPrivateAllowed: true, resolve: never, timeoutMs: 100 });
  const call = (url: string) => caller.call({ url, headers: {}, content: '' });
  expect(await call(hook.url)).toEqual({ failure: 'unreachable' });
  expect(await call('https://name.example/')).toEqual({ failure: 'unreachable' });
  await hook.close();
  expect(await call(hook.url)).toEqual({ failure: 'unreachable' });
});

test('plain HTTP and private addresses only where the host allows them', () => {
  expect(callable('http://127.0.0.1/x', true)?.href).toBe('http://127.0.0.1/x');
  expect(callable('http://8.8.8.8/x', false)).toBeUndefined();
  expect(callable('https://gotify/x', false)?.host).toBe('gotify');
  expect(callable('https://exa mple/x', true)).toBeUndefined();
});
