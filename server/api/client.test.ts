// The typed client plays whole matches against a real server, over either transport, and is told the same.
import { Client, type Room } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GameId, guest, quayside, type Sdk } from '../../client/index.ts';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { families } from '../../shared/testing/registry.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off' },
    roomLimits: { botPauseMs: 0 },
  });
});
afterAll(() => running.stop());

const plays = families.flatMap((family) =>
  (['HTTP', 'sockets'] as const).map(
    (door) => [family.id as GameId, door, builtInOf(family), family.short ?? {}] as const,
  ),
);

test.each(plays)(
  'a whole match of %s against bots over %s, told in sentences',
  async (game, door, { seats: { max }, schemas }, options) => {
    const seats = Math.min(3, max);
    const { url } = running;
    const token = await guest({ url, name: 'Ann' });
    const harbour = quayside({ url, token, ...(door === 'sockets' ? { sdk: Client } : {}) });
    const table = await harbour.create(game, { seats, bots: seats - 1, clock: 'none', options });
    const teller = await harbour.sentences(game, 'fr', table.facts.edition);
    const versions: number[] = [];
    const wrong: unknown[] = [];
    const check = (schema: { safeParse(view: unknown): { error?: unknown } }, view: unknown) => {
      const { error } = schema.safeParse(view);
      if (error !== undefined) wrong.push(error);
    };
    expect(await table.start()).toEqual({ ok: true });
    const turns = table.turns((line) => {
      if (line.type !== 'news') return;
      versions.push(line.version);
      for (const event of line.events) {
        const sentence = teller.sentence(event, table.names);
        const parts = teller.parts(event, table.names).map(({ text }) => text);
        if (sentence === undefined || sentence !== parts.join('')) wrong.push(event);
      }
      // Missed news have events only.
      if (line.view !== undefined) check(schemas.publicView, line.view);
      if (line.seatView !== undefined) check(schemas.seatView, line.seatView);
    });
    let played = 0;
    for await (const turn of turns) {
      const commands = await turn.legal();
      const command = commands.find(({ decision }) => decision === turn.decision.id);
      if (command !== undefined && (await turn.send(command)).ok) played += 1;
    }
    expect(wrong).toEqual([]);
    expect(played).toBeGreaterThan(3);
    expect(table.facts.result?.ranking).toHaveLength(seats);
    const first = versions[0] ?? 0;
    expect(versions).toEqual(versions.map((_, n) => first + n));
    table.close();
  },
);

/** The SDK, with the rooms it joins at hand. */
function breakable(): { readonly sdk: Sdk; readonly rooms: Room[] } {
  const rooms: Room[] = [];
  const kept = async (joining: Promise<Room>) => {
    const room = await joining;
    rooms.push(room);
    return room;
  };
  const sdk = class {
    readonly #client: Client;
    constructor(...settings: ConstructorParameters<Sdk>) {
      this.#client = new Client(...settings);
    }
    create(game: string, options: object) {
      return kept(this.#client.create(game, options));
    }
    joinById(matchId: string, options: object) {
      return kept(this.#client.joinById(matchId, options));
    }
  };
  return { sdk, rooms };
}

test('broken sockets are replaced: every version arrives once, and every command is played once', async () => {
  const { url } = running;
  const token = await guest({ url, name: 'Ann' });
  const { sdk, rooms } = breakable();
  const table = await quayside({ url, token, sdk }).create('borneo', { seats: 3, bots: 2, clock: 'none' });
  await table.start();
  const versions: number[] = [];
  const turns = table.turns((line) => {
    if (line.type === 'news') versions.push(line.version);
  });
  let played = 0;
  for await (const turn of turns) {
    const [command] = await turn.legal();
    if (command === undefined) continue;
    played += 1;
    const sending = turn.send(command);
    // The answer to every third command is lost.
    if (played % 3 === 0) rooms.at(-1)?.connection.close();
    expect(await sending).toMatchObject({ ok: true });
    if (rooms.length > 4) break;
  }
  expect(rooms.length).toBeGreaterThan(4);
  const first = versions[0] ?? 0;
  expect(versions).toEqual(versions.map((_, n) => first + n));
  table.close();
});

test('a state in which objects have been mixed up is noticed, and replaced by joining again', async () => {
  const { url } = running;
  const token = await guest({ url, name: 'Ann' });
  const { sdk, rooms } = breakable();
  const table = await quayside({ url, token, sdk }).create('borneo', { seats: 3, bots: 2, clock: 'none' });
  await table.start();
  for await (const line of table.lines()) {
    if (line.type !== 'full') continue;
    expect(line.view?.companies).toHaveProperty('red');
    expect(line.seat).toBe(0);
    if (rooms.length > 1) break;
    const { state } = rooms[0] as Room;
    // As after a patch that was meant for another object.
    Object.assign(state.view, { companies: state.table });
    table.check();
  }
  expect(rooms).toHaveLength(2);
  table.close();
});

test('a second connection of the same player takes over, and the first one does not reconnect', async () => {
  const { url } = running;
  const token = await guest({ url, name: 'Ann' });
  const harbour = quayside({ url, token, sdk: Client });
  const table = await harbour.create('borneo', { seats: 3, bots: 2, clock: 'none' });
  const told: string[] = [];
  const listening = (async () => {
    for await (const line of table.lines()) told.push(line.type === 'closing' ? line.reason : line.type);
  })();
  const again = await harbour.joinById('borneo', table.id);
  await listening;
  expect([told.at(-1), again.seat]).toEqual(['superseded', table.seat]);
  again.close();
});

test('a refusal to join has code and sentence, over either transport', async () => {
  const { url } = running;
  const token = await guest({ url, name: 'Ann' });
  for (const way of [{}, { sdk: Client }]) {
    const harbour = quayside({ url, token, language: 'fr', ...way });
    const refused = harbour.joinById('borneo', 'nowhere');
    await expect(refused).rejects.toMatchObject({ code: 'unknown-match' });
    await expect(refused).rejects.toThrow(/^unknown-match: .* \p{L}+/u);
  }
});
