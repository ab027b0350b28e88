// The typed client plays whole matches against a real server, in the dozen lines that its description shows.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GameId, guest, quayside } from '../../shared/client/index.ts';
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

test.each(families.map((family) => [family.id as GameId, builtInOf(family).seats.max] as const))(
  'a whole match of %s against bots',
  async (game, most) => {
    const seats = Math.min(3, most);
    const token = await guest(globalThis, running.url, 'Ann');
    const table = await quayside(globalThis, running.url, token).create(game, {
      seats,
      bots: seats - 1,
      clock: 'none',
    });
    const versions: number[] = [];
    await table.start();
    const turns = table.turns((line) => {
      if (line.type === 'news') versions.push(line.version);
    });
    let played = 0;
    for await (const turn of turns) {
      const commands = await turn.legal();
      const command = commands.find(({ decision }) => decision === turn.decision.id);
      if (command !== undefined && (await turn.send(command)).ok) played += 1;
    }
    expect(played).toBeGreaterThan(3);
    expect(table.facts.result?.ranking).toHaveLength(seats);
    const first = versions[0] ?? 0;
    expect(versions).toEqual(versions.map((_, n) => first + n));
  },
);
