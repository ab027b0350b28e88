// The typed client plays whole matches against a real server, over either transport, and is told the same.

import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GameId, guest, quayside } from '../../client/index.ts';
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
