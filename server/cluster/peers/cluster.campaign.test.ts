// Several processes behind one address: matches are reached through any of them, and move when one stops.

import { Client, type Room } from '@colyseus/sdk';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../../../cli/available.ts';
import { type Cluster, missingForCluster, startCluster } from '../../../cli/private-cluster.ts';
import type { Member } from '../../../cli/private-member.ts';
import { type Games, quayside, type Table } from '../../../client/index.ts';
import { comeBack, playToTheEnd, seatAndStart, TestPlayer, until } from '../../../rooms/testing/player.ts';
import { FRAME, RawClient, reserve } from '../../../rooms/testing/raw-client.ts';
import { families } from '../../../shared/games/index.ts';
import { verifyRecord } from '../../records/verify.ts';
import { HttpPlayer } from '../../testing/http-player.ts';
import { ask } from '../../testing/start.ts';

jest.setTimeout(120_000);

const describeOrSkip = isAvailable(missingForCluster()) ? describe : describe.skip;

describeOrSkip('three processes', () => {
  let cluster: Cluster;
  let people = 0;
  const errors: string[] = [];
  beforeAll(async () => {
    // The SDK reports connections that break.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
    cluster = await startCluster({
      members: 3,
      settings: { RATE_LIMITS: 'off', BOT_PAUSE_MS: '0', WEB_CLIENT: 'off' },
      onError: (member, line) => errors.push(`${member}: ${line}`),
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await cluster?.remove();
  });

  const at = (index: number): Member => {
    const member = cluster.members[index];
    if (member === undefined) throw new Error(`no member ${index}`);
    return member;
  };
  const guest = async (port = at(0).port) => {
    people += 1;
    return await HttpPlayer.guest(port, `p${people}`);
  };
  const sdk = (url: string, { token }: HttpPlayer): Client => {
    const client = new Client(url);
    client.auth.token = token;
    return client;
  };
  /** A running match of three, owned by the first of these processes and played through the others. */
  const match = async (urls: readonly string[], options: object = {}) => {
    const guests = await Promise.all(urls.map(() => guest()));
    const clients = guests.map((one, index) => sdk(urls[index] ?? '', one));
    return { guests, table: await seatAndStart(clients, 'borneo', options) };
  };
  const moves = async (table: readonly TestPlayer[], count: number) => {
    for (let n = 0; n < count; n++) {
      const asked = table[0]?.state.decisions[0]?.seat;
      const version = (await table.find(({ seat }) => seat === asked)?.playAny()) ?? 0;
      await until(() => table.every(({ state }) => state.version >= version), 'the next version');
    }
  };
  const record = async (matchId: string) =>
    verifyRecord((await ask(at(2).port, `/api/v1/matches/${matchId}/record`)).json(), families);

  test('a match is played through processes that do not own it, by SDK, stream and typed client', async () => {
    const { guests, table } = await match([at(0).url, at(1).url, at(2).url]);
    await moves(table, 6);
    const [, bob] = table as [TestPlayer, TestPlayer, TestPlayer];
    const { matchId } = bob;
    // As if the network broke: the client returns through another process.
    bob.room.connection.close(4010);
    await until(() => table[0]?.state.table.seats[1]?.connected === false, 'the break');
    const again = new TestPlayer(
      await sdk(at(2).url, guests[1] as HttpPlayer).reconnect(bob.room.reconnectionToken),
    );
    await until(() => again.seat === 1, 'the return');
    table[1] = again;
    await moves(table, 3);
    for (const transport of [{}, { sdk: Client }]) {
      const harbour = quayside({ url: at(1).url, token: guests[2]?.token ?? '', ...transport });
      const there: Table<Games['borneo']> = await harbour.joinById('borneo', matchId);
      expect([there.seat, there.facts.status]).toEqual([2, 'playing']);
      for await (const line of there.lines()) {
        expect(line).toMatchObject({ type: 'full', version: 9 });
        break;
      }
      there.close();
    }
    table[2] = await comeBack(sdk(at(1).url, guests[2] as HttpPlayer), matchId);
    await playToTheEnd(table);
    expect((await record(matchId)).checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  test('quick match finds a table at any process, and one of many gets its last seat', async () => {
    const host = new TestPlayer(
      await sdk(at(0).url, await guest()).create('cabo-da-roca', { seats: 3, clock: 'none' }),
    );
    await until(() => host.matchId !== '', 'the table');
    const listed = async (index: number) => {
      const { tables } = (await (await guest(at(index).port)).get('/tables?game=cabo-da-roca')).json();
      return (tables as { matchId: string }[]).map(({ matchId }) => matchId);
    };
    for (const index of [1, 2])
      await until(async () => (await listed(index)).includes(host.matchId), 'the directory');
    const bob = await sdk(at(1).url, await guest()).join('cabo-da-roca', {});
    expect(bob.roomId).toBe(host.matchId);
    const many = await Promise.all(Array.from({ length: 12 }, () => guest()));
    const rooms = await Promise.all(
      many.map((one, index) =>
        sdk(at(index % 3).url, one).joinOrCreate('cabo-da-roca', { seats: 3, clock: 'none' }),
      ),
    );
    expect(rooms.filter(({ roomId }) => roomId === host.matchId)).toHaveLength(1);
    await until(() => host.state.table.seats.every(({ occupant }) => occupant === 'player'), 'a full table');
    await Promise.all([host.room, bob, ...rooms].map((room) => room.leave()));
  });

  test('the lobby of a process is watched through the others, and shows the tables of all', async () => {
    const away = new Client(at(0).url, {
      urlBuilder: (url) => {
        if (url.protocol === 'ws:') url.host = new URL(at(1).url).host;
        return url.href;
      },
    });
    const lobby = await away.joinOrCreate('lobby');
    const seen = new Set<string>();
    lobby.onMessage('rooms', (entries: { roomId: string }[]) => {
      for (const { roomId } of entries) seen.add(roomId);
    });
    lobby.onMessage('+', ([roomId]: [string]) => void seen.add(roomId));
    const table = await sdk(at(2).url, await guest()).create('cabo-da-roca', { seats: 3, bots: 2 });
    await until(() => seen.has(table.roomId), 'the table of another process');
    await Promise.all([lobby.leave(), table.leave()]);
  });

  test('the list of a player’s tables says who must act at tables of other processes', async () => {
    const { guests, table } = await match([at(0).url, at(0).url, at(0).url]);
    const { matchId, state } = table[0] as TestPlayer;
    const asked = state.decisions.map(({ seat }) => seat);
    for (const index of [0, 1, 2]) {
      const mine = await new HttpPlayer(at(index).port, guests[0]?.token ?? '').get('/me/seats');
      expect(mine.json()['seats']).toMatchObject([{ matchId, asked }]);
    }
    await Promise.all(table.map(({ room }) => room.leave()));
  });

  /** Metrics are computed once a second, and never twice the same. */
  const freshMetrics = async ({ port }: Member): Promise<string> => {
    const page = async () => (await ask(port, '/metrics')).text;
    const first = await page();
    let latest = first;
    await until(async () => {
      latest = await page();
      return latest !== first;
    }, 'new metrics');
    return latest;
  };
  /** Answered so far by another process than the one that was asked. */
  const passedOn = async (kind: 'request' | 'socket'): Promise<number> => {
    const pages = await Promise.all(cluster.members.map(freshMetrics));
    const start = `quayside_passed_on_total{kind="${kind}",outcome="answered"}`;
    const lines = pages.flatMap((page) => page.split('\n')).filter((line) => line.startsWith(start));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  /** A socket with this name in its address, through the proxy: whether the match welcomes it. */
  const isWelcome = async (name: string, matchId: string, { token }: HttpPlayer) => {
    const place = await reserve(cluster.url, token, `joinById/${matchId}`, {});
    if (typeof place === 'string') throw new Error(place);
    const client = await RawClient.connect(cluster.url, { ...place, processId: name });
    client.socket.terminate();
    return client.frames[0]?.[0] === FRAME.join;
  };

  test('through the proxy every socket reaches the process of its match, and needs no passing on', async () => {
    const { guests } = await match([at(0).url, at(1).url, at(2).url], { clock: 'none' });
    const before = await passedOn('socket');
    const tables = await Promise.all(
      Array.from({ length: 6 }, () => match([cluster.url, cluster.url, cluster.url], { clock: 'none' })),
    );
    for (const { table } of tables) await moves(table, 3);
    expect(await passedOn('socket')).toBe(before);
    // Another name, of a member or not, works as well.
    const matchId = tables[0]?.table[0]?.matchId ?? '';
    const [ann] = guests as [HttpPlayer];
    const names = ['server-1', 'server-2', 'server-3', 'k3jd9s_x1', 'localhost'];
    for (const name of names) expect([name, await isWelcome(name, matchId, ann)]).toEqual([name, true]);
    expect(await passedOn('socket')).toBeGreaterThanOrEqual(before + 2);
  });

  test('the typed client’s stream and requests go to the process that opened its table', async () => {
    const before = await passedOn('request');
    const tables = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const harbour = quayside({ url: cluster.url, token: (await guest()).token });
        return await harbour.create('borneo', { seats: 3, bots: 2, clock: 'none' });
      }),
    );
    for (const table of tables) {
      await table.start();
      for await (const line of table.lines()) if (line.type === 'full') break;
      await table.legal();
      table.close();
    }
    expect(await passedOn('request')).toBe(before);
  });

  test('one that dies: its streams and sockets end at once, and the match continues elsewhere', async () => {
    // No bot plays for the one who leaves in between.
    const options = { clock: 'none', absence: 'clock' };
    const { guests, table } = await match([at(1).url, at(0).url, at(2).url], options);
    await moves(table, 4);
    const { matchId } = table[0] as TestPlayer;
    const stream = new HttpPlayer(at(2).port, guests[2]?.token ?? '').stream(matchId);
    await until(() => stream.lines.length > 0, 'the stream');
    await at(1).kill();
    const begun = performance.now();
    await until(() => stream.closed && table.every(({ left }) => left !== undefined), 'their ends');
    const again = await Promise.all(
      guests.map((one, index) => comeBack(sdk(at(index === 0 ? 2 : 0).url, one), matchId)),
    );
    // The token of a connection that ended with its process is unknown: the identity opens the seat.
    const [, bob] = again as [TestPlayer, TestPlayer, TestPlayer];
    await bob.room.leave();
    again[1] = new TestPlayer(
      await sdk(at(2).url, guests[1] as HttpPlayer).reconnect(table[1]?.room.reconnectionToken ?? ''),
    );
    await until(() => again[1]?.seat === 1, 'the return with the token');
    tell(`after kill -9 all three were back after ${Math.round(performance.now() - begun)} ms`);
    expect(again[0]?.state.version).toBe(4);
    await moves(again, 3);
    // Its name in an address leads to another one.
    expect(await isWelcome('server-2', matchId, guests[0] as HttpPlayer)).toBe(true);
    await at(1).start();
  });

  test('one that gets SIGTERM: its matches continue at others, and the SDK reconnects by itself', async () => {
    const { guests, table } = await match([at(0).url, cluster.url, cluster.url], { absence: 'clock' });
    // The first is connected with the process that stops; all reconnect through the proxy.
    table[0] = await comeBack(sdk(cluster.url, guests[0] as HttpPlayer), table[0]?.matchId ?? '');
    const { matchId } = table[0];
    const stream = quayside({ url: cluster.url, token: guests[1]?.token ?? '' }).joinById('borneo', matchId);
    const versions: number[] = [];
    const heard = follow(await stream, versions);
    await moves(table, 5);
    const returns = table.map(({ room }) => returning(room));
    // The SDK does not reconnect in the first seconds of a connection.
    for (const { room } of table) room.reconnection.minUptime = 0;
    const begun = performance.now();
    at(0).signal('SIGTERM');
    // One of them returns at once, while its match is moving.
    Object.assign(table[2]?.room.reconnection ?? {}, { delay: 5, minDelay: 5 });
    table[2]?.room.connection.close(4010);
    await Promise.all(returns);
    tell(`after SIGTERM all three were back after ${Math.round(performance.now() - begun)} ms`);
    expect(table.every(({ left }) => left === undefined)).toBe(true);
    await until(
      () => table.every(({ state }) => state.table.seats.every(({ connected }) => connected)),
      'all',
    );
    await playToTheEnd(table);
    await until(() => versions.at(-1) === table[0]?.state.version, 'the last line');
    expect(versions).toEqual(versions.map((_, index) => index));
    (await stream).close();
    await heard;
    for (const { room } of table) room.reconnection.enabled = false;
    expect((await record(matchId)).checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(await at(0).ended).toBe(0);
    await at(0).start();
  });

  test('one that gets SIGTERM goes on connecting who joined through it, until the SDK would reconnect them', async () => {
    const { guests, table } = await match([at(1).url, at(1).url, at(1).url]);
    const { matchId } = table[2] as TestPlayer;
    const late = await comeBack(sdk(at(0).url, guests[2] as HttpPlayer), matchId);
    const back = returning(late.room);
    at(0).signal('SIGTERM');
    expect(await at(0).ended).toBe(0);
    await at(0).start();
    await Promise.race([back, until(() => late.left !== undefined, 'the end')]);
    expect(late.left).toBeUndefined();
    for (const { room } of [...table, late]) room.reconnection.enabled = false;
  });

  test('one that gets SIGTERM without a match answers until a proxy has noticed', async () => {
    const { port } = at(1);
    expect((await ask(port, '/ready')).status).toBe(200);
    at(1).signal('SIGTERM');
    await until(async () => (await ask(port, '/ready')).status === 503, 'the notice');
    // Caddy asks once a second.
    const noticed = performance.now() + 1_000;
    const answers = new Set<number | string>();
    while (performance.now() < noticed) {
      const body = JSON.stringify({ name: 'Late' });
      const answer = ask(port, '/api/v1/guests', { method: 'POST', body });
      answers.add(await answer.then(({ status }) => status, String));
    }
    expect([...answers]).toEqual([201]);
    expect(await at(1).ended).toBe(0);
    await at(1).start();
  });

  test('no unexpected errors were logged', () => {
    expect(errors.filter((line) => !line.includes('ECONN'))).toEqual([]);
  });
});

/** Resolves when the SDK has reconnected. */
function returning(room: Room): Promise<void> {
  room.reconnection.enabled = true;
  return new Promise((resolve) => room.onReconnect.once(() => resolve()));
}

async function follow(table: Table<Games['borneo']>, versions: number[]): Promise<void> {
  for await (const line of table.lines(-1)) if (line.type === 'news') versions.push(line.version);
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
