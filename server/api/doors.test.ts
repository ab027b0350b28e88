// One match over two transports: command ids across sockets, HTTP and kill -9; whole matches of every game.
import { Client } from '@colyseus/sdk';
import { beforeEach, expect, test } from '@jest/globals';
import { TestPlayer, until } from '../../rooms/testing/player.ts';
import { families } from '../../shared/games/index.ts';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import { verifyRecord } from '../records/verify.ts';
import { HttpPlayer, type HttpStream } from '../testing/http-player.ts';
import { kill } from '../testing/process.ts';
import { Processes } from '../testing/processes.ts';

const here = new Processes({ RATE_LIMITS: 'off' });
beforeEach(() => here.listen());

function sdk(player: HttpPlayer): Client {
  const client = new Client(`http://127.0.0.1:${here.port}`);
  client.auth.token = player.token;
  return client;
}

interface Legal {
  decision: number | null;
  commands: { type: string }[];
}
const legal = async (player: HttpPlayer, id: string) =>
  (await player.get(`/matches/${id}/legal`)).json() as unknown as Legal;

async function openTable(host: HttpPlayer, game: string, seats: number, options = {}): Promise<string> {
  const made = (await host.post('/tables', { game, seats, clock: 'none', options })).json();
  return (made['table'] as { matchId: string }).matchId;
}

test('one command id, two transports, three processes: one effect and one answer', async () => {
  const players = await Promise.all(['Ann', 'Bob', 'Zoé'].map((name) => HttpPlayer.guest(here.port, name)));
  const [ann, bob, zoe] = players as [HttpPlayer, HttpPlayer, HttpPlayer];
  const id = await openTable(ann, 'borneo', 3);
  for (const other of [bob, zoe]) await other.post(`/tables/${id}/seat`);
  await ann.post(`/tables/${id}/start`);
  let actor = ann;
  let move: Legal = { decision: null, commands: [] };
  for (const player of players) {
    const found = await legal(player, id);
    if (found.decision !== null) [actor, move] = [player, found];
  }
  const [first, second] = move.commands as [{ type: string }, { type: string }];
  const { type, ...fields } = first;
  const sent = { ...first, commandId: 'one' };
  const overHttp = () => actor.post(`/matches/${id}/commands`, sent);
  const overSocket = async () => {
    const room = new TestPlayer(await sdk(actor).joinById(id, {})).room;
    return await room.request(type, { ...fields, commandId: 'one' });
  };
  const [a, b, c] = await Promise.all([overHttp(), overSocket(), overHttp()]);
  expect([a.json(), b, c.json()]).toEqual([{ version: 1 }, { version: 1 }, { version: 1 }]);
  await kill(here.server);
  await here.listen();
  expect((await overHttp()).json()).toEqual({ version: 1 });
  expect(await overSocket()).toEqual({ version: 1 });
  const other = await actor.post(`/matches/${id}/commands`, {
    ...second,
    commandId: 'one',
  });
  expect([other.status, other.json()['code'], other.json()['detail']]).toEqual([
    400,
    'bad-payload',
    'commandId: it stands for another command',
  ]);
  expect((await actor.get(`/matches/${id}`)).json()['version']).toBe(1);
  const resumed = actor.stream(id, '?since=-1');
  await until(() => resumed.of('full').length === 1, 'the truth');
  expect(resumed.of('news').map((line) => line.version)).toEqual([0, 1]);
  resumed.close();
});

test.each(families.map((family) => [family.id, family] as const))(
  'a whole match of %s between a program with HTTP only and players with the SDK',
  async (game, family) => {
    const seats = builtInOf(family).seats.min;
    const names = Array.from({ length: seats }, (_, seat) => `p${seat}`);
    const [bot, ...others] = (await Promise.all(names.map((name) => HttpPlayer.guest(here.port, name)))) as [
      HttpPlayer,
      ...HttpPlayer[],
    ];
    const id = await openTable(bot, game, seats, family.short);
    const people: TestPlayer[] = [];
    for (const [n, other] of others.entries()) {
      people.push(new TestPlayer(await sdk(other).joinById(id, {}), String(n).padStart(32, '0')));
    }
    const stream = bot.stream(id);
    await bot.post(`/tables/${id}/start`);
    await until(() => people.every((person) => person.state?.table?.status === 'playing'), 'the start');
    await until(() => stream.of('news').length === 1, 'the news of the setup');
    const luck = createRng('5'.repeat(32));
    for (let moves = 0; !isOver(stream); moves++) {
      expect(moves).toBeLessThan(5_000);
      const { decisions, version } = newest(stream);
      const asked = decisions[0]?.seat;
      if (asked === 0) {
        const { commands } = await legal(bot, id);
        const sent = { ...pick(luck, commands), commandId: `m${moves}` };
        expect((await bot.post(`/matches/${id}/commands`, sent)).status).toBe(200);
      } else {
        await people.find((person) => person.seat === asked)?.playAny();
      }
      await until(() => newest(stream).version > version || isOver(stream), 'the next version');
    }
    const numbers = stream.of('news').map((line) => line.version);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, version) => version));
    const record = (await bot.get(`/matches/${id}/record`)).json();
    expect(verifyRecord(record, families).checks.filter((check) => !check.ok)).toEqual([]);
    const entries = record['entries'] as { seat: number; commandId?: string }[];
    expect(entries.filter((entry) => entry.seat === 0).every((entry) => entry.commandId !== undefined)).toBe(
      true,
    );
    // What the program was told is what it can read afterwards.
    expect((await bot.get(`/matches/${id}`)).json()['view']).toEqual(newest(stream).view);
    stream.close();
  },
);

/** The newest line with views. */
function newest(stream: HttpStream) {
  const line = stream.lines.findLast((item) => item.type === 'news' || item.type === 'full');
  return (line ?? { version: -1, decisions: [] }) as unknown as {
    version: number;
    decisions: { seat: number }[];
    view: object;
  };
}

function isOver(stream: HttpStream): boolean {
  const line = stream.lines.findLast((item) => item['table'] !== undefined);
  return (line?.['table'] as { status: string } | undefined)?.status === 'finished';
}
