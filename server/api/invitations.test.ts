// Invitations over HTTP, from outside: who asks is let in by name and code, once, and nobody else.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { SecondDevice } from '../testing/second-device.ts';
import { type Answered, type Running, startServer } from '../testing/start.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => running.stop());

interface Ticket {
  readonly token: string;
  readonly id: string;
  readonly device: string;
  readonly refreshToken: string;
}

interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly asker?: { readonly name: string; readonly code: string };
}

const as = ({ token }: Pick<Ticket, 'token'>) => new HttpPlayer(running.port, token);
const ticketIn = (answer: Answered) => answer.json() as unknown as Ticket;
const codeOf = (answer: Answered) => [answer.status, answer.json()['code']];
const refused = [401, 'unauthenticated'];

async function enrolled(name = 'Zoé'): Promise<Ticket> {
  return ticketIn(await as({ token: '' }).post('/guests', { name, device: 'Laptop' }));
}

async function invitedBy(host: Ticket) {
  const { refreshToken } = host;
  const made = (await as(host).post('/me/devices/invite', { refreshToken })).json();
  const [id, invitation] = [String(made['id']), String(made['invitation'])];
  const device = (name: string) => new SecondDevice(running.port, invitation, name);
  const admit = (code: unknown, by: Ticket = host, token = by.refreshToken) =>
    as(by).post(`/me/devices/${id}/admit`, { refreshToken: token, code });
  return { id, invitation, device, admit };
}

const devicesOf = async (host: Ticket) =>
  (await as(host).get('/me/devices')).json()['devices'] as readonly Listed[];

const namesOf = async (host: Ticket) => (await devicesOf(host)).map(({ name }) => name).sort();

test('the laptop shows who asks and lets it in; without that nothing', async () => {
  const laptop = await enrolled();
  const { id, device, admit } = await invitedBy(laptop);
  const phone = device('  Safari  on iPhone ');
  const waiting = await phone.ask();
  const { code, expiresAt } = waiting.json();
  expect([waiting.status, Object.keys(waiting.json()).sort()]).toEqual([202, ['code', 'expiresAt']]);
  expect(code).toMatch(/^\d{4}$/);
  expect(Date.parse(String(expiresAt)) - Date.now()).toBeLessThanOrEqual(600_000);
  // Asked again, nothing changes.
  for (let n = 0; n < 3; n++) expect((await phone.ask()).json()).toEqual(waiting.json());
  const [asked] = (await devicesOf(laptop)).filter((one) => one.id === id);
  expect(asked).toMatchObject({ kind: 'invited', asker: { name: 'Safari on iPhone', code } });
  expect((await admit(code)).status).toBe(204);
  const ticket = ticketIn(await phone.ask());
  expect(ticket).toMatchObject({ id: laptop.id, name: 'Zoé' });
  expect(await namesOf(ticket)).toEqual(['Laptop', 'Safari on iPhone']);
  expect((await as(laptop).send('DELETE', `/me/devices/${ticket.device}`)).status).toBe(204);
  expect((await as(ticket).get('/me/seats')).status).toBe(401);
});

test('what was asked is no use to anybody else: replayed, or with another key', async () => {
  const laptop = await enrolled();
  const { device, admit, invitation } = await invitedBy(laptop);
  const phone = device('Phone');
  const { code } = (await phone.ask()).json();
  // Whoever has photographed the code has no key.
  expect(codeOf(await phone.ask({ key: randomUUID() }))).toEqual([409, 'invitation-taken']);
  await admit(code);
  expect(codeOf(await phone.ask({ key: randomUUID() }))).toEqual(refused);
  const first = ticketIn(await phone.ask());
  // An answer may be lost: the same one again, until it was used.
  expect(ticketIn(await phone.ask()).refreshToken).toBe(first.refreshToken);
  expect((await as(first).get('/me/seats')).status).toBe(200);
  expect(codeOf(await phone.ask())).toEqual(refused);
  expect((await as(first).get('/me/seats')).status).toBe(200);
  for (const refreshToken of [invitation, String(phone.asking.key)])
    expect(codeOf(await as({ token: '' }).post('/me/devices/refresh', { refreshToken }))).toEqual(refused);
});

test('of two phones the first alone can be let in, also under the same name; the person sees one code', async () => {
  const laptop = await enrolled();
  const { id, device, admit } = await invitedBy(laptop);
  const answers = await Promise.all(Array.from({ length: 8 }, () => device('Phone').ask()));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)]);
  const shown = answers.find(({ status }) => status === 202)?.json()['code'];
  const [asked] = (await devicesOf(laptop)).filter((one) => one.id === id);
  expect(asked?.asker).toEqual({ name: 'Phone', code: shown });
  const other = String((Number(shown) + 1) % 10_000).padStart(4, '0');
  expect(codeOf(await admit(other))).toEqual([404, 'not-found']);
  expect(await namesOf(laptop)).toEqual(['', 'Laptop']);
});

test('refused on the laptop: the phone is told, and the invitation is over', async () => {
  const laptop = await enrolled();
  const { id, device, admit } = await invitedBy(laptop);
  const phone = device('Phone');
  const { code } = (await phone.ask()).json();
  expect((await as(laptop).send('DELETE', `/me/devices/${id}`)).status).toBe(204);
  expect(codeOf(await phone.ask())).toEqual(refused);
  expect(codeOf(await admit(code))).toEqual([404, 'not-found']);
  expect(codeOf(await phone.ask())).toEqual(refused);
});

test('admitted twice, and by two at once, makes one device', async () => {
  const laptop = await enrolled();
  const { device, admit } = await invitedBy(laptop);
  const phone = device('Phone');
  const { code } = (await phone.ask()).json();
  const both = await Promise.all([admit(code), admit(code)]);
  expect(both.map(({ status }) => status)).toContain(204);
  expect(codeOf(await admit(code))).toEqual([404, 'not-found']);
  const ticket = ticketIn(await phone.ask());
  expect(await namesOf(laptop)).toEqual(['Laptop', 'Phone']);
  // Signed out, it does not come back by being let in or asking once more.
  await as(laptop).send('DELETE', `/me/devices/${ticket.device}`);
  expect(codeOf(await admit(code))).toEqual([404, 'not-found']);
  expect(codeOf(await phone.ask())).toEqual(refused);
});

test('only a device of the person lets in, with its newest refresh token', async () => {
  const laptop = await enrolled();
  const eve = await enrolled('Eve');
  const { device, admit } = await invitedBy(laptop);
  const phone = device('Phone');
  const { code } = (await phone.ask()).json();
  const notRenewable = [403, 'not-renewable'];
  expect(codeOf(await admit(code, eve))).toEqual([404, 'not-found']);
  // A stolen access token, or refresh token, alone.
  for (const token of ['x', laptop.token, eve.refreshToken])
    expect(codeOf(await admit(code, laptop, token))).toEqual(notRenewable);
  expect(codeOf(await admit(code, eve, laptop.refreshToken))).toEqual(notRenewable);
  const next = ticketIn(
    await as({ token: '' }).post('/me/devices/refresh', { refreshToken: laptop.refreshToken }),
  );
  expect(codeOf(await admit(code, laptop))).toEqual(notRenewable);
  const program = await as(laptop).post('/me/programs', { name: 'owl', scope: 'play', days: 3 });
  expect(codeOf(await admit(code, ticketIn(program), next.refreshToken))).toEqual([403, 'not-for-programs']);
  // Who asks cannot let itself in.
  expect(codeOf(await admit(code, { ...eve, token: phone.asking.invitation }))).toEqual(refused);
  expect((await phone.ask()).status).toBe(202);
  expect((await admit(code, next)).status).toBe(204);
  expect((await phone.ask()).status).toBe(201);
});

test('codes are not found by trying: only what was asked with this invitation counts', async () => {
  const laptop = await enrolled();
  const { admit, device } = await invitedBy(laptop);
  expect(codeOf(await admit('0000'))).toEqual([404, 'not-found']);
  const other = await invitedBy(laptop);
  const { code } = (await other.device('Phone').ask()).json();
  expect(codeOf(await admit(code))).toEqual([404, 'not-found']);
  const forged = ['', 'x', laptop.refreshToken, laptop.token, `${laptop.refreshToken.slice(0, -2)}AA`];
  for (const invitation of forged) expect(codeOf(await device('Phone').ask({ invitation }))).toEqual(refused);
  for (const changed of [{ key: 'short' }, { key: 'k'.repeat(129) }, { name: 7 }, { more: 1 }])
    expect(codeOf(await device('Phone').ask(changed))).toEqual([400, 'bad-payload']);
  expect(codeOf(await device('\u200B').ask())).toEqual([400, 'name-not-allowed']);
  for (const bad of ['12345', '٠١٢٣', 1234, '']) expect((await admit(bad)).status).toBe(400);
});

test('whoever is forgotten meanwhile lets nobody in', async () => {
  const laptop = await enrolled();
  const { device, admit } = await invitedBy(laptop);
  const phone = device('Phone');
  const { code } = (await phone.ask()).json();
  expect((await as(laptop).send('DELETE', '/me')).status).toBe(200);
  expect((await admit(code)).status).toBe(401);
  expect(codeOf(await phone.ask())).toEqual(refused);
});
