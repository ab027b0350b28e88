// Passkeys over HTTP: who may ask for what, and that no answer tells whether a passkey is known.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Authenticator } from '../../cli/authenticator.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Answered, type Running, startServer } from '../testing/start.ts';

let running: Running;
let origin = '';
beforeAll(async () => {
  running = await startServer({ environment: { RATE_LIMITS: 'off' } });
  origin = `http://localhost:${running.port}`;
});
afterAll(() => running.stop());

const as = (token: unknown) => new HttpPlayer(running.port, String(token));
const anybody = () => as('');
const codeOf = (answer: Answered) => [answer.status, answer.json()['code']];

async function enrolled(name: string) {
  const made = (await anybody().post('/guests', { name, device: 'Laptop' })).json();
  return { player: as(made['token']), refreshToken: String(made['refreshToken']), id: String(made['id']) };
}

async function withPasskey(name: string) {
  const authenticator = new Authenticator(origin);
  const { player, refreshToken, id } = await enrolled(name);
  const { publicKey } = (await player.fromPage('/me/passkeys/options', { refreshToken })).json();
  const credential = authenticator.create(publicKey as never);
  const kept = await player.fromPage('/me/passkeys', { name: '  My   phone ', credential });
  expect([kept.status, kept.json()['name']]).toEqual([201, 'My phone']);
  return { player, authenticator, id };
}

async function use(authenticator: Authenticator, tricks: Parameters<Authenticator['get']>[1] = {}) {
  const { publicKey } = (await anybody().fromPage('/passkeys/options')).json();
  const credential = authenticator.get(publicKey as never, tricks);
  return await anybody().fromPage('/passkeys/sign-in', { device: 'Phone', credential });
}

test('a guest adds a passkey, signs in with it elsewhere, finds it in the list and the export, and removes it', async () => {
  const { player, authenticator, id } = await withPasskey('Zoé');
  const entered = await use(authenticator);
  expect(entered.json()).toMatchObject({ id, name: 'Zoé' });
  const phone = as(entered.json()['token']);
  const [listed] = (await phone.get('/me/passkeys')).json()['passkeys'] as { id: string }[];
  expect(listed).toMatchObject({ id: authenticator.id, name: 'My phone', address: origin, isSynced: false });
  expect((await player.get('/me/export')).json()['passkeys']).toMatchObject([
    { name: 'My phone', address: origin },
  ]);
  const devices = (await player.get('/me/devices')).json()['devices'] as { name: string }[];
  expect(devices.map(({ name }) => name).sort()).toEqual(['Laptop', 'Phone']);
  const stranger = (await enrolled('Eve')).player;
  expect(codeOf(await stranger.send('DELETE', `/me/passkeys/${authenticator.id}`))).toEqual([
    404,
    'not-found',
  ]);
  expect((await phone.send('DELETE', `/me/passkeys/${authenticator.id}`)).status).toBe(204);
  expect(codeOf(await use(authenticator))).toEqual([403, 'passkey-refused']);
  expect((await phone.get('/me/devices')).status).toBe(200);
});

test('a player who deletes everything has no passkey any more', async () => {
  const { player, authenticator } = await withPasskey('Zoé');
  expect((await player.send('DELETE', '/me')).json()['complete']).toBe(true);
  expect(codeOf(await use(authenticator))).toEqual([403, 'passkey-refused']);
});

test('known or not, an answer that proves nothing is refused with the same words', async () => {
  const { authenticator } = await withPasskey('Zoé');
  const unknown = await use(new Authenticator(origin));
  const forged = await use(authenticator, { key: new Authenticator(origin).keys.privateKey });
  const { text, status } = unknown;
  expect([forged.status, forged.text]).toEqual([status, text]);
  expect((await use(authenticator)).status).toBe(201);
  const two = [await anybody().fromPage('/passkeys/options'), await anybody().fromPage('/passkeys/options')];
  const shapes = two.map((answer) =>
    JSON.stringify({ ...(answer.json()['publicKey'] as object), challenge: '' }),
  );
  expect(shapes[0]).toBe(shapes[1]);
});

test('passkeys are for pages of this server under a name, and for people', async () => {
  const { player, refreshToken } = await enrolled('Zoé');
  const at = (headers: Record<string, string>) => player.post('/passkeys/options', {}, headers);
  const { port } = running;
  expect(codeOf(await at({}))).toEqual([409, 'no-passkeys-here']);
  const address = `127.0.0.1:${port}`;
  expect(codeOf(await at({ Host: address, Origin: `http://${address}` }))).toEqual([409, 'no-passkeys-here']);
  expect(codeOf(await at({ Origin: 'https://evil.example' }))).toEqual([403, 'origin-not-allowed']);
  expect(codeOf(await player.fromPage('/me/passkeys/options', { refreshToken: player.token }))).toEqual([
    403,
    'not-renewable',
  ]);
  expect(codeOf(await anybody().fromPage('/me/passkeys/options', { refreshToken }))).toEqual([
    401,
    'unauthenticated',
  ]);
  const program = (
    await player.post('/me/programs', { name: 'Bot', scope: 'play', days: 1, bot: false })
  ).json();
  for (const path of ['/me/passkeys/options', '/me/passkeys'])
    expect(codeOf(await as(program['token']).fromPage(path, { refreshToken }))).toEqual([
      403,
      'not-for-programs',
    ]);
});

test('bad input is refused', async () => {
  const { player } = await enrolled('Zoé');
  const credential = { id: 'AA', response: { clientDataJSON: 'AA', attestationObject: 'AA' } };
  const keep = (body: object) => player.fromPage('/me/passkeys', body);
  expect(codeOf(await keep({ name: 'x', credential }))).toEqual([403, 'passkey-refused']);
  expect(codeOf(await keep({ name: '\u200B', credential }))).toEqual([400, 'name-not-allowed']);
  expect(codeOf(await keep({ name: 'x', credential, more: 1 }))).toEqual([400, 'bad-payload']);
  for (const id of ['', 'a b', 'é', 'A'.repeat(1_401), 7])
    expect(codeOf(await keep({ name: 'x', credential: { ...credential, id } }))).toEqual([
      400,
      'bad-payload',
    ]);
  const transports = Array.from({ length: 9 }, () => 'usb');
  const many = { ...credential, response: { ...credential.response, transports } };
  expect(codeOf(await keep({ name: 'x', credential: many }))).toEqual([400, 'bad-payload']);
  expect(codeOf(await anybody().fromPage('/passkeys/sign-in', { device: 'x', credential }))).toEqual([
    400,
    'bad-payload',
  ]);
});
