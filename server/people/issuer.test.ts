// A host's own login: which of its tokens are accepted, and which player they name.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

const ISSUER = 'https://login.example.org/';
const AUDIENCE = 'quayside';

let keys: Server;
let asked = 0;
let running: Running;
let key: CryptoKey;
let strange: CryptoKey;
let publicJwk: object;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  key = pair.privateKey;
  publicJwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  strange = (await generateKeyPair('ES256')).privateKey;
  keys = createServer((_request, response) => {
    asked += 1;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: [publicJwk] }));
  });
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  const { port } = keys.address() as AddressInfo;
  running = await startServer({
    environment: {
      AUTH_ISSUER: ISSUER,
      AUTH_AUDIENCE: AUDIENCE,
      AUTH_JWKS_URL: `http://127.0.0.1:${port}/keys`,
    },
  });
});
afterAll(async () => {
  await running.stop();
  keys.close();
});

interface Change {
  readonly kid?: string;
  readonly claims?: Record<string, unknown>;
  readonly issuer?: string;
  readonly audience?: string;
  readonly expires?: string | number;
  readonly subject?: string;
  readonly signer?: CryptoKey;
}

const sign = (change: Change = {}) => {
  const jwt = new SignJWT({ name: 'Zoé', ...change.claims })
    .setProtectedHeader({ alg: 'ES256', kid: change.kid ?? 'k1' })
    .setIssuer(change.issuer ?? ISSUER)
    .setAudience(change.audience ?? AUDIENCE)
    .setSubject(change.subject ?? 'user-7');
  if (change.expires !== 'never') jwt.setExpirationTime(change.expires ?? '5m');
  return jwt.sign(change.signer ?? key);
};
const identify = (token: string) => running.quayside.deps.identify(token);
const statusWith = async (token: string) =>
  (await new HttpPlayer(running.port, token).get('/me/seats')).status;

test('a token of the issuer identifies its player, with an id no guest can have', async () => {
  const token = await sign();
  expect(await identify(token)).toEqual({ id: `${ISSUER}#user-7`, name: 'Zoé', isSignedIn: true });
  expect(await statusWith(token)).toBe(200);
  await identify(await sign());
  expect(asked).toBe(1);
});

test.each([
  [{ nickname: 'Zo\u202eé', name: 'Zoé Long' }, 'Zoé'],
  [{ name: 'x'.repeat(90) }, 'x'.repeat(24)],
  [{ name: 7, preferred_username: 'zoe' }, 'zoe'],
  [{ name: ' ' }, 'Player'],
])('%j is shown as %s', async (claims, name) => {
  expect((await identify(await sign({ claims })))?.name).toBe(name);
});

test.each<[string, Change]>([
  ['another issuer', { issuer: 'https://elsewhere.example.org/' }],
  ['another audience', { audience: 'bank' }],
  ['the past', { expires: Math.floor(Date.now() / 1000) - 60 }],
  ['no end', { expires: 'never' }],
  ['no subject', { subject: '' }],
  ['a subject without end', { subject: 'x'.repeat(300) }],
  ['a subject that no database can store', { subject: 'user\u0000' }],
])('a token of or with %s is refused', async (_what, change) => {
  const token = await sign(change);
  expect(await identify(token)).toBeUndefined();
  expect(await statusWith(token)).toBe(401);
});

test('forged ones are refused: a foreign key, an unknown key, a shared secret, no signature', async () => {
  expect(await identify(await sign({ signer: strange }))).toBeUndefined();
  const before = asked;
  for (let n = 0; n < 20; n++) expect(await identify(await sign({ kid: `k${n + 2}` }))).toBeUndefined();
  // Unknown keys ask the issuer, but not each time.
  expect(asked - before).toBeLessThanOrEqual(1);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'user-7', exp: 4_000_000_000 };
  expect(await identify(`${encode({ alg: 'none' })}.${encode(claims)}.`)).toBeUndefined();
  const secret = new TextEncoder().encode(JSON.stringify(publicJwk));
  const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret);
  expect(await identify(shared)).toBeUndefined();
});

test('guest tokens still work; a foreign token is not exchanged for one of ours', async () => {
  const guest = await HttpPlayer.guest(running.port, 'Bob');
  expect(await statusWith(guest.token)).toBe(200);
  expect((await guest.post('/guests/renew')).status).toBe(201);
  const player = new HttpPlayer(running.port, await sign());
  const refused = await player.post('/guests/renew');
  expect([refused.status, refused.json()['code']]).toEqual([403, 'not-renewable']);
  const other = await player.post('/guests', { name: 'Zoé' });
  expect(other.json()['id']).not.toContain('user-7');
});
