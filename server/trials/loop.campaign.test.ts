// No request and no message holds the event loop for long, beside matches at their bound and many lobbies.
import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Authenticator } from '../../cli/authenticator.ts';
import { TestPlayer, until } from '../../rooms/testing/player.ts';
import { families } from '../../shared/games/index.ts';
import { rotterdam } from '../../shared/games/rotterdam/index.ts';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import { type TableRequest, tableRequests } from '../../shared/protocol/messages.ts';
import { USUAL_NOTICES } from '../../shared/protocol/notices.ts';
import { adminRouteList } from '../admin/api.ts';
import { Office } from '../admin/office.ts';
import { editionHashOf } from '../process/shelf.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { OddProvider } from '../testing/odd-provider.ts';
import { SignInBrowser } from '../testing/signing-in.ts';
import { ask } from '../testing/start.ts';
import { WatchedLoop } from '../testing/watched-loop.ts';

const MADE = { id: 'AA', response: { clientDataJSON: 'AA', attestationObject: 'AA' } };

/** Milliseconds of processor time in one piece. */
const BOUND = 50;
/** Good enough not to try again. */
const GOOD = 20;
/** Each try has matches of its own, so that none finds what another has prepared. */
const TRIES = 3;
const LOBBIES = 500;
/** Of the longest pieces. */
const SHOWN = 10;
/** Of each match of which all commands are tried. */
const MOVES = 200;

const EDITION = editionHashOf(rotterdam.builtIn);

const ADMINISTRATOR = {
  Authorization: `Basic ${Buffer.from('zoe:another-password').toString('base64')}`,
  'Sec-Fetch-Site': 'same-origin',
};

let provider: OddProvider;
let loop: WatchedLoop;
/** The players of all long matches, by seat. */
let people: HttpPlayer[];
beforeAll(async () => {
  provider = await OddProvider.start();
  loop = await WatchedLoop.start(provider.settings);
  people = await Promise.all(['Ann', 'Bob', 'Cleo', 'Dan'].map((name) => HttpPlayer.guest(loop.port, name)));
  await loop.stage({ people: people.map(idOf), copies: TRIES, lobbies: LOBBIES });
  // And some in memory.
  const host = await HttpPlayer.guest(loop.port, 'Host');
  for (let n = 0; n < LOBBIES / 5; n++) await open(host, {});
});
afterAll(async () => {
  report();
  await loop.stop();
  await provider.close();
});

function idOf({ token }: HttpPlayer): string {
  const [, claims = ''] = token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
}

function seat(n: number): HttpPlayer {
  const player = people[n];
  if (player === undefined) throw new Error(`nobody in seat ${n}`);
  return player;
}

async function open(host: HttpPlayer, options: object): Promise<{ matchId: string; invitation: string }> {
  const made = await host.post('/tables', { game: 'rotterdam', seats: 3, clock: 'none', ...options });
  const { table, invitation } = made.json() as { table: { matchId: string }; invitation: string };
  return { matchId: table.matchId, invitation };
}

/** What is measured. */
type Work = () => Promise<unknown>;
/** Prepared for one try. */
type Sample = (n: number) => Work | Promise<Work>;

const figures: { readonly what: string; readonly held: number }[] = [];

/** The best of some tries: other work of the process, such as collecting garbage, may be in one of them. */
async function heldBy(sample: Sample): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 1; n <= TRIES && best > GOOD; n++) best = Math.min(best, await loop.held(await sample(n)));
  figures.push({ what: expect.getState().currentTestName ?? '', held: best });
  return best;
}

function report(): void {
  const longest = [...figures].sort((a, b) => b.held - a.held).slice(0, SHOWN);
  const lines = longest.map(({ what, held }) => `${held.toFixed(1).padStart(6)} ms  ${what}\n`);
  process.stderr.write(`the longest of ${figures.length} pieces:\n${lines.join('')}`);
}

async function done(asking: ReturnType<typeof ask>, expected = 299): Promise<void> {
  const { status, text } = await asking;
  if (status > expected) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
}

const get = (path: (n: number) => string, player = () => seat(0)): Sample => {
  return (n) => () => done(player().get(path(n)));
};
const post = (path: (n: number) => string, body: object, player = () => seat(0)): Sample => {
  return (n) => () => done(player().post(path(n), body));
};
/** At a new table of the first player. */
const atTable = (
  options: object,
  work: (matchId: string, table: { host: HttpPlayer; invitation: string }) => Promise<unknown>,
): Sample => {
  return async () => {
    const { matchId, invitation } = await open(seat(0), options);
    return () => work(matchId, { host: seat(0), invitation });
  };
};

interface Legal {
  readonly commands: readonly { readonly type: string; readonly decision?: number }[];
}

/** A command with which a seat that is asked can answer. */
async function anyCommand(matchId: string): Promise<{ player: HttpPlayer; command: object }> {
  for (const player of people) {
    const { commands } = (await player.get(`/matches/${matchId}/legal`)).json() as unknown as Legal;
    const command = commands.find(({ decision }) => decision !== undefined);
    if (command !== undefined) return { player, command };
  }
  throw new Error('no seat is asked');
}

/** By operation of the OpenAPI document. */
const RENEWAL = {
  secret: 'x',
  url: 'https://push.example.org/send/abc',
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
};

const ROUTES: Readonly<Record<string, Sample>> = {
  'POST /guests': post(() => '/guests', { name: 'Zoé' }),
  'POST /guests/renew': post(() => '/guests/renew', {}),
  'GET /me/seats': get(() => '/me/seats'),
  'GET /me/matches': get(() => '/me/matches'),
  'GET /me/export': get(() => '/me/export'),
  'DELETE /me': async () => {
    const stranger = await HttpPlayer.guest(loop.port, 'Eve');
    await open(stranger, {});
    return () => done(stranger.send('DELETE', '/me'));
  },
  'GET /games': get(() => '/games'),
  'GET /games/{id}': get(() => '/games/rotterdam'),
  'GET /games/{id}/schemas': get(() => '/games/rotterdam/schemas'),
  'GET /games/{id}/editions/{edition}': get(() => `/games/rotterdam/editions/${EDITION}`),
  'GET /games/{id}/rules/{language}': get(() => '/games/rotterdam/rules/fr'),
  'GET /games/{id}/rules/{language}/{rule}': get(() => '/games/rotterdam/rules/fr/ROT-1.1'),
  'GET /games/{id}/sentences/{language}': get(() => '/games/rotterdam/sentences/fr'),
  'GET /sentences/{language}': get(() => '/sentences/fr'),
  'GET /tables': get(() => '/tables'),
  'POST /tables': post(() => '/tables', { game: 'rotterdam', seats: 3 }),
  'GET /tables/{id}': get((n) => `/tables/running-${n}`),
  'DELETE /tables/{id}': atTable({}, (id, { host }) => done(host.send('DELETE', `/tables/${id}`))),
  'POST /join': atTable({ visibility: 'private' }, (_id, { invitation }) =>
    done(seat(1).post('/join', { invitation })),
  ),
  'POST /tables/{id}/seat': atTable({}, (id) => done(seat(1).post(`/tables/${id}/seat`))),
  'DELETE /tables/{id}/seat': atTable({}, (id) => done(seat(0).send('DELETE', `/tables/${id}/seat`))),
  'POST /tables/{id}/give-up-seat': post(
    (n) => `/tables/spare-${n}/give-up-seat`,
    {},
    () => seat(3),
  ),
  'PUT /tables/{id}/seats/{seat}': atTable({}, (id, { host }) =>
    done(host.send('PUT', `/tables/${id}/seats/2`, { occupant: 'bot' })),
  ),
  'GET /tables/{id}/channels': atTable({}, (id, { host }) => done(host.get(`/tables/${id}/channels`))),
  'PUT /tables/{id}/start-time': atTable({}, (id, { host }) =>
    done(host.send('PUT', `/tables/${id}/start-time`, { startsAt: Date.now() + 3_600_000 })),
  ),
  'POST /tables/{id}/abandon': post((n) => `/tables/spare-${n}/abandon`, { agree: true }),
  'POST /tables/{id}/ready': atTable({ bots: 2 }, (id, { host }) =>
    done(host.post(`/tables/${id}/ready`, { ready: true })),
  ),
  'POST /tables/{id}/commit-part': atTable({ bots: 2 }, (id, { host }) =>
    done(host.post(`/tables/${id}/commit-part`, { commitment: 'a'.repeat(64) })),
  ),
  'POST /tables/{id}/open-part': atTable({ bots: 2 }, (id, { host }) =>
    done(host.post(`/tables/${id}/open-part`, { part: '0'.repeat(32) }), 409),
  ),
  'POST /tables/{id}/start': atTable({ bots: 2 }, (id, { host }) => done(host.post(`/tables/${id}/start`))),
  'POST /tables/{id}/hand-over': post((n) => `/tables/over-${n}/hand-over`, { playing: false }),
  // Nobody asks for a seat.
  'POST /tables/{id}/accept-newcomer': (n) => () =>
    done(seat(0).post(`/tables/running-${n}/accept-newcomer`, { name: 'Dan' }), 409),
  // An abandoned match has none.
  'POST /tables/{id}/rematch': (n) => () => done(seat(0).post(`/tables/over-${n}/rematch`), 409),
  'POST /tables/{id}/chat': post((n) => `/tables/running-${n}/chat`, { text: 'x'.repeat(300) }),
  'POST /tables/{id}/block': (n) => () =>
    done(seat(0).post(`/tables/over-${n}/block`, { name: 'nobody', how: 'mute' }), 409),
  'GET /me/blocks': get(() => '/me/blocks'),
  'DELETE /me/blocks/{blockId}': () => () => done(seat(0).send('DELETE', '/me/blocks/nothing'), 404),
  'POST /me/devices': async () => {
    const stranger = await HttpPlayer.guest(loop.port, 'Eve');
    return () => done(stranger.post('/me/devices', { name: 'Phone' }));
  },
  'POST /me/devices/refresh': (n) => () =>
    done(seat(0).post('/me/devices/refresh', { refreshToken: `x${n}` }), 401),
  'POST /me/devices/invite': (n) => () =>
    done(seat(0).post('/me/devices/invite', { refreshToken: `x${n}` }), 403),
  'POST /me/devices/ask': (n) => () =>
    done(seat(0).post('/me/devices/ask', { invitation: `x${n}`, key: 'k'.repeat(32), name: 'Phone' }), 401),
  'POST /me/devices/{id}/admit': (n) => () =>
    done(seat(0).post('/me/devices/nothing/admit', { refreshToken: `x${n}`, code: '0000' }), 403),
  'GET /me/devices': get(() => '/me/devices'),
  'DELETE /me/devices/{id}': () => () => done(seat(0).send('DELETE', '/me/devices/nothing'), 404),
  'POST /me/passkeys/options': (n) => () =>
    done(seat(0).fromPage('/me/passkeys/options', { refreshToken: `x${n}` }), 403),
  'POST /me/passkeys': () => () =>
    done(seat(0).fromPage('/me/passkeys', { name: 'Phone', credential: MADE }), 403),
  'GET /me/passkeys': get(() => '/me/passkeys'),
  'DELETE /me/passkeys/{id}': () => () => done(seat(0).send('DELETE', '/me/passkeys/nothing'), 404),
  'POST /passkeys/options': () => () => done(seat(0).fromPage('/passkeys/options')),
  'POST /passkeys/sign-in': async () => {
    const { publicKey } = (await seat(0).fromPage('/passkeys/options')).json();
    const credential = new Authenticator(`http://localhost:${loop.port}`).get(publicKey as never);
    return () => done(seat(0).fromPage('/passkeys/sign-in', { device: 'Phone', credential }), 403);
  },
  'POST /sign-in': () => () => done(new SignInBrowser(loop.port).post('/sign-in', { device: 'Firefox' })),
  'POST /sign-in/answer': async (n) => {
    const browser = new SignInBrowser(loop.port);
    const answer = provider.agree(await browser.begin(), { sub: `zoe-${n}`, name: 'Zoe' });
    return () => done(browser.finish(answer));
  },
  'POST /sign-in/logout': async () => {
    const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub: 'zoe-1' }) });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return () =>
      done(ask(loop.port, '/api/v1/sign-in/logout', { method: 'POST', headers, body: String(body) }));
  },
  'POST /me/programs': post(() => '/me/programs', { name: 'Bot', scope: 'play', days: 30, bot: true }),
  'GET /me/calendar': get(() => '/me/calendar'),
  'POST /me/calendar': post(() => '/me/calendar', {}),
  'DELETE /me/calendar': () => () => done(seat(0).send('DELETE', '/me/calendar')),
  'GET /calendars/{key}': () => () => done(seat(0).get(`/calendars/${'x'.repeat(32)}.ics`), 404),
  'GET /me/notices': get(() => '/me/notices'),
  'PUT /me/notices': () => () => done(seat(0).send('PUT', '/me/notices', USUAL_NOTICES)),
  'POST /me/notices/targets': post(() => '/me/notices/targets', {
    type: 'json',
    url: 'https://hooks.example.org/quayside',
  }),
  'DELETE /me/notices/targets/{target}': () => () =>
    done(seat(0).send('DELETE', '/me/notices/targets/nothing'), 404),
  'PUT /notices/targets/{target}': () => () =>
    done(seat(0).send('PUT', '/notices/targets/nothing', RENEWAL), 404),
  'POST /me/notices/targets/{target}/test': () => () =>
    done(seat(0).post('/me/notices/targets/nothing/test'), 404),
  'POST /tables/{id}/code': atTable({}, (id, { host }) => done(host.post(`/tables/${id}/code`))),
  'GET /codes/{code}': () => () => done(seat(0).get('/codes/bkqrtz'), 404),
  'GET /matches/{id}/undoable': (n) => () => done(seat(0).get(`/matches/running-${n}/undoable`), 409),
  'POST /matches/{id}/undo': (n) => () =>
    done(seat(0).post(`/matches/running-${n}/undo`, { to: 0, commandId: `u${n}` }), 409),
  'POST /matches/{id}/ask-undo': (n) => () =>
    done(seat(0).post(`/matches/running-${n}/ask-undo`, { to: 100_000 }), 409),
  'POST /matches/{id}/answer-undo': (n) => () =>
    done(seat(0).post(`/matches/running-${n}/answer-undo`, { question: 9, agree: true }), 409),
  'POST /tables/{id}/mute': post((n) => `/tables/over-${n}/mute`, { seat: 1, muted: true }),
  'GET /matches/{id}': get((n) => `/matches/old-${n}`),
  'GET /matches/{id}/legal': get((n) => `/matches/running-${n}/legal`),
  'POST /matches/{id}/preview': async (n) => {
    const { player, command } = await anyCommand(`running-${n}`);
    return () => done(player.post(`/matches/running-${n}/preview`, command));
  },
  'GET /matches/{id}/hint': async (n) => {
    const { player } = await anyCommand(`running-${n}`);
    return () => done(player.get(`/matches/running-${n}/hint`));
  },
  'POST /matches/{id}/commands': async (n) => {
    const { player, command } = await anyCommand(`running-${n}`);
    return () => done(player.post(`/matches/running-${n}/commands`, command));
  },
  'GET /matches/{id}/stream': (n) => async () => {
    const stream = seat(0).stream(`running-${n}`, '?since=0');
    await until(() => stream.lines.length > 0, 'a line');
    stream.close();
  },
  'GET /matches/{id}/history': get((n) => `/matches/old-${n}/history?as=all&count=1000&from=15000`),
  'GET /matches/{id}/analysis': (n) => async () => {
    const look = async () => (await seat(0).get(`/matches/over-${n}/analysis`)).json();
    // Until the whole match has been replayed; captains think about it in another thread.
    await until(async () => ((await look())['progress'] as { at: number }).at > 0, 'some progress');
  },
  'GET /matches/{id}/record': get((n) => `/matches/old-${n}/record`),
  'GET /client.js': get(() => '/client.js'),
};

/** Outside the API. */
const PAGES = [
  '/',
  '/style.css',
  '/health',
  '/ready',
  '/metrics',
  '/api/v1/',
  '/api/v1/openapi.json',
  '/api/v1/asyncapi.json',
  '/admin/',
  '/admin/?status=lobby',
  '/admin/actions',
  '/admin/matches/over-1',
  '/admin/players?id=host-1',
];

const matchmaking = (way: (n: number) => string, body: object, expected?: number): Sample => {
  return (n) => () => {
    const headers = { Authorization: `Bearer ${seat(1).token}` };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    return done(ask(loop.port, `/matchmake/${way(n)}`, options), expected);
  };
};
const MATCHMAKING: Readonly<Record<string, Sample>> = {
  create: matchmaking(() => 'create/rotterdam', { bots: 1 }),
  join: matchmaking(() => 'join/rotterdam', {}),
  joinOrCreate: matchmaking(() => 'joinOrCreate/rotterdam', {}),
  joinById: matchmaking((n) => `joinById/old-${n}`, {}),
  reconnect: matchmaking((n) => `reconnect/running-${n}`, { reconnectionToken: 'x' }, 499),
};

const admin = (method: string, path: (n: number) => string, body?: object): Sample => {
  return (n) => () => {
    const text = body === undefined ? {} : { body: JSON.stringify({ reason: 'a test of it', ...body }) };
    return done(ask(loop.port, `/admin/api${path(n)}`, { method, headers: ADMINISTRATOR, ...text }));
  };
};
/** By the id of the route. */
const ADMINISTRATION: Readonly<Record<string, Sample>> = {
  listProcesses: admin('GET', () => '/processes'),
  listAllMatches: admin('GET', () => '/matches?search=host'),
  readMatchFacts: admin('GET', (n) => `/matches/old-${n}`),
  readPlayerFacts: admin('GET', () => `/players?id=${idOf(seat(0))}`),
  listActions: admin('GET', () => '/actions'),
  readNoticeFacts: admin('GET', () => '/notices'),
  listRules: admin('GET', () => '/rules'),
  actOnMatch: admin('POST', (n) => `/matches/running-${n}/actions`, { action: 'unlist' }),
  switchNotices: admin('POST', () => '/notices/actions', { action: 'send-notices' }),
  silencePlayer: admin('POST', () => '/players/silence', { id: 'host-1', minutes: 5 }),
  forgetPlayer: admin('POST', () => '/players/forget', { id: 'host-1' }),
  exportPlayer: admin('POST', () => '/players/export', { id: 'host-2' }),
};

describe('requests', () => {
  test.each(Object.entries(ROUTES))('%s', async (_route, sample) => {
    expect(await heldBy(sample)).toBeLessThanOrEqual(BOUND);
  });

  test.each(PAGES)('GET %s', async (path) => {
    const held = await heldBy(() => () => done(ask(loop.port, path, { headers: ADMINISTRATOR }), 399));
    expect(held).toBeLessThanOrEqual(BOUND);
  });

  test.each(Object.entries(MATCHMAKING))('matchmaking: %s', async (_way, sample) => {
    expect(await heldBy(sample)).toBeLessThanOrEqual(BOUND);
  });

  test.each(Object.entries(ADMINISTRATION))('administrators: %s', async (_id, sample) => {
    expect(await heldBy(sample)).toBeLessThanOrEqual(BOUND);
  });

  test('each operation has a sample', async () => {
    const { paths } = (await ask(loop.port, '/api/v1/openapi.json')).json() as { paths: object };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(Object.keys(ROUTES).sort()).toEqual(operations.sort());
    const office = Object.create(Office.prototype) as Office;
    expect(Object.keys(ADMINISTRATION).sort()).toEqual(
      adminRouteList(office)
        .map(({ id }) => id)
        .sort(),
    );
  });
});

describe('messages', () => {
  async function enter(player: HttpPlayer, matchId: string, options: object = {}): Promise<TestPlayer> {
    const client = new Client(loop.url);
    client.auth.token = player.token;
    const entered = new TestPlayer(await client.joinById(matchId, options));
    await until(() => entered.matchId !== '', 'welcome');
    return entered;
  }
  const send = (
    matchId: (n: number) => string,
    type: string,
    fields: object,
    player = () => seat(0),
  ): Sample => {
    return async (n) => {
      const here = await enter(player(), matchId(n));
      return () => here.send(type, fields).finally(() => here.room.leave());
    };
  };
  const running = (n: number) => `running-${n}`;
  const spare = (n: number) => `spare-${n}`;
  const inLobby = (type: string, fields: object, options: object = {}, player = 0): Sample => {
    return async () => {
      const { matchId } = await open(seat(0), options);
      const here = await enter(seat(player), matchId, player === 0 ? {} : { spectate: true });
      return () => here.send(type, fields);
    };
  };

  const MESSAGES: Readonly<Record<TableRequest, Sample>> = {
    'take-seat': inLobby('take-seat', {}, {}, 1),
    'leave-seat': inLobby('leave-seat', {}),
    'set-seat': inLobby('set-seat', { seat: 2, occupant: 'bot' }),
    'commit-part': inLobby('commit-part', { commitment: 'a'.repeat(64) }),
    'open-part': async () => {
      const { matchId } = await open(seat(0), {});
      const here = await enter(seat(0), matchId);
      return () => here.refused('open-part', { part: '0'.repeat(32) });
    },
    ready: inLobby('ready', { ready: true }, { bots: 2 }),
    start: inLobby('start', {}, { bots: 2 }),
    'set-start-time': inLobby('set-start-time', { startsAt: Date.now() + 3_600_000 }),
    'close-table': inLobby('close-table', {}),
    abandon: send(spare, 'abandon', { agree: true }, () => seat(1)),
    'accept-newcomer': async (n) => {
      const here = await enter(seat(0), running(n));
      return () => here.refused('accept-newcomer', { name: 'Dan' });
    },
    'hand-over': send((n) => `over-${n}`, 'hand-over', { playing: false }),
    chat: send(running, 'chat', { text: 'x'.repeat(300) }),
    mute: send(running, 'mute', { seat: 1, muted: true }),
    block: async (n) => {
      const here = await enter(seat(0), running(n));
      return () => here.refused('block', { name: 'nobody', how: 'mute' });
    },
    rematch: async (n) => {
      const here = await enter(seat(0), `over-${n}`);
      return () => here.refused('rematch');
    },
    legal: send(running, 'legal', {}),
    preview: async (n) => {
      const { player, command } = await anyCommand(running(n));
      const here = await enter(player, running(n));
      return () => here.send('preview', command);
    },
    hint: async (n) => {
      const { player } = await anyCommand(running(n));
      const here = await enter(player, running(n));
      return () => here.send('hint');
    },
    undoable: async (n) => {
      const here = await enter(seat(0), running(n));
      return () => here.room.request('undoable', {}).catch(() => undefined);
    },
    undo: async (n) => {
      const here = await enter(seat(0), running(n));
      return () => here.refused('undo', { to: 100_000 });
    },
    'ask-undo': async (n) => {
      const here = await enter(seat(0), running(n));
      return () => here.refused('ask-undo', { to: 100_000 });
    },
    'answer-undo': async (n) => {
      const here = await enter(seat(0), running(n));
      return () => here.refused('answer-undo', { question: 9, agree: true });
    },
    'news-since': send(running, 'news-since', { version: 0 }),
    checksum: send(running, 'checksum', {}),
    history: send(running, 'history', { from: 2_000, count: 1_000 }),
    'short-news': send(running, 'short-news', {}),
    language: send(running, 'language', { language: 'fr' }),
    'give-up-seat': send(spare, 'give-up-seat', {}, () => seat(2)),
  };

  test.each(Object.entries(MESSAGES))('%s', async (_type, sample) => {
    expect(await heldBy(sample)).toBeLessThanOrEqual(BOUND);
  });

  test('each request to a table has a sample', () => {
    expect(Object.keys(MESSAGES).sort()).toEqual(Object.keys(tableRequests).sort());
  });
});

describe('commands', () => {
  interface Look {
    readonly decisions: readonly { readonly seat: number }[];
  }
  /** Plays a match, types that were not sent yet first, and tries those that were never legal. */
  async function playAll(game: (typeof families)[number]): Promise<Set<string>> {
    const { seats, commands: types } = builtInOf(game);
    const players = people.slice(0, seats.min);
    const { matchId } = await open(seat(0), { game: game.id, seats: seats.min });
    for (const player of players.slice(1)) await player.post(`/tables/${matchId}/seat`);
    await seat(0).post(`/tables/${matchId}/start`);
    const sent = new Set<string>();
    const luck = createRng('0'.repeat(32));
    const path = `/matches/${matchId}`;
    for (let n = 0; n < MOVES; n++) {
      const { decisions } = (await seat(0).get(path)).json() as unknown as Look;
      const [asked] = decisions;
      if (asked === undefined) break;
      const player = players[asked.seat] ?? seat(0);
      const { commands } = (await player.get(`${path}/legal`)).json() as unknown as Legal;
      const answers = commands.filter(({ decision }) => decision !== undefined);
      const news = answers.filter(({ type }) => !sent.has(type));
      const kinds = [...new Set((news.length > 0 ? news : answers).map(({ type }) => type))];
      const kind = pick(luck, kinds);
      const command = pick(
        luck,
        answers.filter(({ type }) => type === kind),
      );
      await player.post(`${path}/commands`, command);
      sent.add(command.type);
    }
    for (const type of types) if (!sent.has(type)) await seat(0).post(`${path}/commands`, { type });
    return sent;
  }

  test.each(families.map((family) => [family.id, family] as const))('of %s', async (_id, family) => {
    let sent = new Set<string>();
    const held = await heldBy(() => async () => {
      sent = await playAll(family);
    });
    expect(held).toBeLessThanOrEqual(BOUND);
    expect(sent.size).toBeGreaterThan(3);
  });
});

test('a slow request is noticed', async () => {
  const slow = await WatchedLoop.start({ PLANT: '/style.css' });
  try {
    const heldBySlow = async (path: string) => {
      const helds: number[] = [];
      for (let n = 0; n < TRIES; n++) helds.push(await slow.held(() => done(ask(slow.port, path))));
      return Math.min(...helds);
    };
    expect(await heldBySlow('/style.css')).toBeGreaterThan(BOUND);
    expect(await heldBySlow('/health')).toBeLessThanOrEqual(BOUND);
  } finally {
    await slow.stop();
  }
});
