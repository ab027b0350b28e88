// The published documents: valid for validators that are not ours, and true of real traffic.
import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Authenticator } from '../../cli/authenticator.ts';
import { until } from '../../rooms/testing/player.ts';
import { families } from '../../shared/games/index.ts';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import type { Analysis } from '../../shared/protocol/advice.ts';
import type { HistoryPage } from '../../shared/protocol/history.ts';
import { Conformance, complaints, validator } from '../testing/conformance.ts';
import { hintFor } from '../testing/hint.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { OddProvider } from '../testing/odd-provider.ts';
import { SignInBrowser } from '../testing/signing-in.ts';
import { type Answered, ask, type Running, startServer } from '../testing/start.ts';

/** One move in this many is preceded by a request for a hint. */
const EVERY = 20;

let provider: OddProvider;
let running: Running;
let document: Record<string, unknown>;
let conformance: Conformance;
/** Operations that answered as described, by status. */
const met = new Set<string>();
beforeAll(async () => {
  provider = await OddProvider.start();
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', BOT_MS: '20', ...provider.settings },
    roomLimits: { botPauseMs: 0, maxTablesPerPlayer: 100 },
  });
  document = (await ask(running.port, '/api/v1/openapi.json')).json();
  conformance = new Conformance(document);
});
afterAll(async () => {
  await running.stop();
  await provider.close();
});

/** Whose every answer is held against the document. */
class Checked extends HttpPlayer {
  override async send(...request: Parameters<HttpPlayer['send']>): Promise<Answered> {
    return fitting(request[0], request[1], await super.send(...request));
  }
}

function fitting(method: string, path: string, answer: Answered): Answered {
  const operation = conformance.operationOf(method, path);
  expect(operation).toBeDefined();
  expect(conformance.check(operation ?? '', answer)).toEqual([]);
  met.add(operation ?? '');
  return answer;
}

async function people(count: number): Promise<Checked[]> {
  const anonymous = new Checked(running.port, '');
  const made = await Promise.all(
    Array.from({ length: count }, (_, n) => anonymous.post('/guests', { name: `p${n}` })),
  );
  return made.map((answer) => new Checked(running.port, String(answer.json()['token'])));
}

test('OpenAPI: valid, with examples that fit their schemas', async () => {
  const checked = await new Validator().validate(structuredClone(document));
  expect([checked.valid, checked.errors ?? []]).toEqual([true, []]);
  const examples = conformance.examples();
  expect(examples.length).toBeGreaterThan(20);
  for (const { where, example } of examples) expect(conformance.against(where, example)).toEqual([]);
});

test('AsyncAPI: a channel for every game of this server', async () => {
  const { asyncapi, channels } = (await ask(running.port, '/api/v1/asyncapi.json')).json();
  expect(asyncapi).toBe('3.0.0');
  expect(Object.keys(channels as object).sort()).toEqual([...running.quayside.deps.shelf.games].sort());
});

test('anything that does not fit its description is detected', async () => {
  const answer = await ask(running.port, '/api/v1/games');
  const wrong = { ...answer, json: () => ({ games: [{ id: 7 }] }) };
  expect(conformance.check('get /games', answer)).toEqual([]);
  expect(conformance.check('get /games', wrong)).not.toEqual([]);
  expect(conformance.check('get /games', { ...answer, status: 418 })).not.toEqual([]);
  expect(conformance.line({ type: 'closing' })).not.toEqual([]);
  expect(conformance.line({ type: 'nonsense' })).not.toEqual([]);
});

test('the page shows every operation in French and English, without script or style', async () => {
  const browser = { Accept: 'text/html' };
  const english = await ask(running.port, '/api/v1/', { headers: browser });
  const french = await ask(running.port, '/api/v1/', { headers: { ...browser, 'Accept-Language': 'fr' } });
  expect([english.status, french.headers['content-language']]).toEqual([200, 'fr']);
  for (const operation of conformance.operations) {
    const [method = '', path = ''] = operation.split(' ');
    expect(english.text).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
  }
  expect(english.text).toContain('<h4>Answers</h4>');
  expect(french.text).toContain('<h4>Réponses</h4>');
  expect(english.text).not.toMatch(/<script|<style|style=|(?:src|href|action)="https?:/);
  const links = [...english.text.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(30);
  for (const id of links) expect(english.text).toContain(`id="${id}"`);
});

describe.each(families.map((family) => [family.id, family] as const))('%s', (game, family) => {
  const { short = {} } = family;
  test('a whole match: every answer, line, command, event and view fits its description', async () => {
    const published = JSON.parse(
      readFileSync(join(import.meta.dirname, `../../docs/schemas/${game}.json`), 'utf8'),
    );
    const ajv = validator();
    ajv.addSchema(published);
    const fits = (name: string, value: unknown) =>
      expect([
        name,
        complaints(ajv.getSchema(`${published.$id}#/$defs/${name}`) ?? never(name), value),
      ]).toEqual([name, []]);
    for (const name of Object.keys(published.$defs))
      expect(() => ajv.getSchema(`${published.$id}#/$defs/${name}`)).not.toThrow();

    const offer = (await (await people(1))[0]?.get(`/games/${game}`))?.json() as { seats: { min: number } };
    const players = await people(offer.seats.min);
    const [host, ...others] = players as [Checked, ...Checked[]];
    const wish = { game, seats: players.length, clock: 'none', hints: true, options: short };
    const made = (await host.post('/tables', wish)).json();
    const { matchId: id } = made['table'] as { matchId: string };
    for (const other of others) await other.post(`/tables/${id}/seat`);
    await host.post(`/tables/${id}/start`);
    fits('options', (made['table'] as { options: object }).options);
    const streams = [...players, ...(await people(1))].map((player) => player.stream(id, '?since=-1'));
    const luck = createRng('7'.repeat(32));
    let truth = (await host.get(`/matches/${id}`)).json() as unknown as Truth;
    for (let moves = 0; truth.decisions.length > 0; moves++) {
      const [asked] = truth.decisions;
      const player = players[asked?.seat ?? 0] as Checked;
      const { commands } = (await player.get(`/matches/${id}/legal`)).json() as { commands: object[] };
      const command = { ...pick(luck, commands), commandId: `m${moves}` };
      fits('command', command);
      const preview = (await player.post(`/matches/${id}/preview`, command)).json();
      fits('publicView', preview['view']);
      fits('seatView', preview['seatView']);
      for (const event of preview['events'] as object[]) fits('event', event);
      if (moves % EVERY === 0) fits('command', (await hintFor(player, id)).json()['command']);
      await player.post(`/matches/${id}/commands`, command);
      // The same command with another id is refused, in the described form.
      const refused = (await player.post(`/matches/${id}/commands`, { ...command, commandId: 'x' })).json();
      const { code, rule, message, detail } = refused;
      fits('rejection', { code, rule, message, ...(detail === undefined ? {} : { detail }) });
      truth = (await player.get(`/matches/${id}`)).json() as unknown as Truth;
      fits('publicView', truth.view);
      fits('seatView', truth.seatView);
    }
    await until(
      () => streams.every((stream) => stream.lines.some((line) => line.version === truth.version)),
      'the end',
    );
    for (const stream of streams) {
      for (const line of stream.lines) {
        expect(conformance.line(line)).toEqual([]);
        for (const event of (line['events'] ?? []) as { type: string }[]) {
          fits('event', event);
          fits(`event-${event.type}`, event);
        }
        if (line['view'] !== undefined && line['view'] !== null) fits('publicView', line['view']);
      }
      stream.close();
    }
    await host.get(`/matches/${id}/record`);
    const analysis = () => host.get(`/matches/${id}/analysis`);
    for (let told = await analysis(); told.json()['status'] !== 'done'; told = await analysis())
      await new Promise((resolve) => setTimeout(resolve, 200));
    const { moves: judged } = (await analysis()).json() as unknown as Analysis;
    // Captains do not search where all act at once.
    const { kinds, sharedKinds } = builtInOf(family);
    expect(judged.length > 0).toBe(sharedKinds.length < Object.keys(kinds).length);
    for (const { played, choice } of judged) for (const command of [played, choice]) fits('command', command);
    for (let from: number | null = 0; from !== null; ) {
      const query = `as=all&count=200&from=${from}`;
      const page = (await host.get(`/matches/${id}/history?${query}`)).json() as unknown as HistoryPage;
      for (const past of page.versions) {
        fits('publicView', past.view);
        if (past.command !== null) fits('command', past.command);
        for (const seat of past.seats ?? []) fits('seatView', seat.seatView);
        for (const event of [past, ...(past.seats ?? [])].flatMap(({ events }) => events))
          fits('event', event);
      }
      from = page.next;
    }
  }, 180_000);
});

interface Truth {
  version: number;
  decisions: { seat: number }[];
  view: object;
  seatView: object;
}

function never(name: string): never {
  throw new Error(`there is no ${name}`);
}

async function tryDevices(): Promise<void> {
  const [guest] = (await people(1)) as [Checked];
  const { token, refreshToken, device } = (await guest.post('/me/devices', { name: 'Phone' })).json();
  const phone = new Checked(running.port, String(token));
  const { id, invitation } = (await phone.post('/me/devices/invite', { refreshToken })).json();
  const asking = { invitation, key: 'k'.repeat(32), name: 'Tablet' };
  const { code } = (await phone.post('/me/devices/ask', asking)).json();
  await phone.get('/me/devices');
  await phone.post(`/me/devices/${String(id)}/admit`, { refreshToken, code });
  await phone.post('/me/devices/ask', asking);
  const next = (await phone.post('/me/devices/refresh', { refreshToken })).json();
  await phone.get('/me/devices');
  await tryPasskeys(phone, next['refreshToken']);
  await phone.post('/me/programs', { name: 'My bot', scope: 'play', days: 30, bot: true });
  await phone.send('DELETE', `/me/devices/${String(device)}`);
  await phone.get('/me/devices');
}

async function tryPasskeys(phone: Checked, refreshToken: unknown): Promise<void> {
  const authenticator = new Authenticator(`http://localhost:${running.port}`);
  const prepared = (await phone.fromPage('/me/passkeys/options', { refreshToken })).json();
  const credential = authenticator.create(prepared['publicKey'] as never);
  await phone.fromPage('/me/passkeys', { name: 'Phone', credential });
  await phone.fromPage('/me/passkeys', { name: 'Phone', credential });
  await phone.get('/me/passkeys');
  const { publicKey } = (await phone.fromPage('/passkeys/options')).json();
  await phone.post('/passkeys/options');
  const used = authenticator.get(publicKey as never);
  await phone.fromPage('/passkeys/sign-in', { device: 'Tablet', credential: used });
  await phone.fromPage('/passkeys/sign-in', { device: 'Tablet', credential: used });
  await phone.send('DELETE', `/me/passkeys/${authenticator.id}`);
  await phone.send('DELETE', `/me/passkeys/${authenticator.id}`);
}

async function trySigningIn(): Promise<void> {
  const browser = new SignInBrowser(running.port);
  const tried = async (path: string, body: object) => fitting('POST', path, await browser.post(path, body));
  const url = (await tried('/sign-in', { device: 'Firefox' })).json()['url'];
  const answer = String(provider.agree(String(url), { sub: 'zoe', name: 'Zoe' }));
  await tried('/sign-in/answer', { answer });
  await tried('/sign-in/answer', { answer });
  await tried('/sign-in/logout', { logout_token: await provider.logoutToken({ sub: 'zoe' }) });
  await tried('/sign-in/logout', { logout_token: 'none' });
}

/** Nobody is called: the target is gone before the test. */
async function tryNotices(player: Checked): Promise<void> {
  const { settings } = (await player.get('/me/notices')).json();
  await player.send('PUT', '/me/notices', settings as object);
  const hook = { type: 'json', url: 'https://hooks.example.org/quayside' };
  const { target } = (await player.post('/me/notices/targets', hook)).json() as { target: { id: string } };
  await player.send('DELETE', `/me/notices/targets/${target.id}`);
  await player.post(`/me/notices/targets/${target.id}/test`);
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  const push = { type: 'push', url: 'https://push.example.org/send/abc', keys };
  const { target: browser, secret } = (await player.post('/me/notices/targets', push)).json() as {
    target: { id: string };
    secret: string;
  };
  const renewed = { secret, url: 'https://push.example.org/send/def', keys };
  await player.send('PUT', `/notices/targets/${browser.id}`, renewed);
  await player.send('DELETE', `/me/notices/targets/${browser.id}`);
  await player.send('PUT', `/notices/targets/${browser.id}`, renewed);
  const { path } = (await player.post('/me/calendar')).json();
  await player.get('/me/calendar');
  await player.get(String(path).replace('/api/v1', ''));
  await player.send('DELETE', '/me/calendar');
}

test('the rest: every operation answers as described', async () => {
  const [ann, bob] = (await people(2)) as [Checked, Checked];
  const { invitation, table } = (
    await ann.post('/tables', { game: 'toy', visibility: 'private', clock: 'fast' })
  ).json() as {
    invitation: string;
    table: { matchId: string };
  };
  const id = table.matchId;
  await bob.get(`/tables/${id}`);
  await bob.post('/join', { invitation });
  await ann.get(`/tables/${id}`);
  await ann.send('PUT', `/tables/${id}/seats/1`, { occupant: 'open' });
  await ann.send('PUT', `/tables/${id}/seats/1`, { occupant: 'bot' });
  await ann.post(`/tables/${id}/chat`, { text: 'Bonjour' });
  await ann.post(`/tables/${id}/mute`, { seat: 0, muted: true });
  await ann.post(`/tables/${id}/chat`, { text: 'Bonjour' });
  await ann.post(`/tables/${id}/ready`, { ready: true });
  await ann.post(`/tables/${id}/hand-over`, { playing: false });
  const stream = ann.stream(id);
  const over = () =>
    stream.lines.some((line) => (line['table'] as { status: string } | undefined)?.status === 'finished');
  await until(over, 'the end');
  for (const line of stream.lines) expect(conformance.line(line)).toEqual([]);
  stream.close();
  await ann.post(`/tables/${id}/rematch`);
  await ann.send('DELETE', `/tables/${id}/seat`);
  const lobby = (await ann.post('/tables', { game: 'toy' })).json()['table'] as { matchId: string };
  const code = String((await ann.post(`/tables/${lobby.matchId}/code`)).json()['code']);
  await bob.get(`/codes/${code}`);
  await bob.get('/codes/nothing');
  await ann.post(`/tables/${lobby.matchId}/commit-part`, { commitment: 'a'.repeat(64) });
  await ann.post(`/tables/${lobby.matchId}/open-part`, { part: '0'.repeat(32) });
  await ann.post(`/tables/${lobby.matchId}/block`, { name: 'nobody', how: 'mute' });
  await ann.get(`/tables/${lobby.matchId}/channels`);
  const startsAt = Date.now() + 3_600_000;
  await bob.send('PUT', `/tables/${lobby.matchId}/start-time`, { startsAt });
  await ann.send('PUT', `/tables/${lobby.matchId}/start-time`, { startsAt: 0 });
  await ann.send('PUT', `/tables/${lobby.matchId}/start-time`, { startsAt });
  await bob.send('DELETE', `/tables/${lobby.matchId}`);
  await ann.send('DELETE', `/tables/${lobby.matchId}`);
  const given = (await ann.post('/tables', { game: 'toy', bots: 1 })).json()['table'] as { matchId: string };
  await ann.post(`/tables/${given.matchId}/abandon`, {});
  await ann.post(`/tables/${given.matchId}/start`);
  await ann.get(`/matches/${given.matchId}/undoable`);
  await ann.post(`/matches/${given.matchId}/undo`, { to: 0, commandId: 'u1' });
  await ann.post(`/matches/${given.matchId}/ask-undo`, { to: 0 });
  await ann.post(`/matches/${given.matchId}/answer-undo`, { question: 0, agree: true });
  await bob.post(`/tables/${given.matchId}/give-up-seat`);
  await ann.post(`/tables/${given.matchId}/accept-newcomer`, { name: 'Dan' });
  await ann.post(`/tables/${given.matchId}/abandon`, { agree: false });
  await ann.post(`/tables/${given.matchId}/give-up-seat`);
  await ann.get(`/tables/${given.matchId}`);
  await ann.get(`/matches/${given.matchId}/record`);
  const borneo = running.quayside.deps.shelf.find('borneo')?.editionHash;
  for (const path of [
    '/me/seats',
    '/me/matches',
    '/me/export',
    '/tables',
    '/tables?status=finished',
    '/games',
    '/games/toy/schemas',
    `/games/borneo/editions/${borneo}`,
    '/games/borneo/editions/none',
    '/games/borneo/sentences/fr',
    `/games/borneo/sentences/en?edition=${borneo}`,
    '/games/borneo/sentences/en?edition=none',
    '/sentences/fr',
    '/games/borneo/rules/fr',
    '/games/borneo/rules/en/BOR-1.1',
    '/games/borneo/rules/en/BOR-0.0',
  ]) {
    await ann.get(path);
  }
  await tryDevices();
  await tryNotices(ann);
  await trySigningIn();
  await ann.get('/me/blocks');
  await ann.send('DELETE', '/me/blocks/nothing');
  await ann.post('/guests/renew');
  await bob.send('DELETE', '/me');
  await new Checked(running.port, '').get('/me/seats');
  // These are no JSON, and have tests of their own.
  met.add('get /matches/{id}/stream').add('get /client.js');
  expect(conformance.operations.filter((operation) => !met.has(operation))).toEqual([]);
});
