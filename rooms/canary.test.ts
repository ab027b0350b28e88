// No frame of any socket carries what its receiver may not know: every game, every table size,
// with onlookers, drops and returns; and the very same watch catches games that do leak.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import type { Game, News, Shape } from '../shared/kernel/game.ts';
import type { Frozen } from '../shared/kernel/secrecy.ts';
import { seedOf } from '../shared/testing/play.ts';
import { games } from './testing/games.ts';
import { faultsOf, leaksIn } from './testing/leaks.ts';
import { builtInShelf, startTableServer, type TableServer } from './testing/table-server.ts';
import { oracles } from './testing/visible/index.ts';
import type { Oracle } from './testing/visible/secrets.ts';
import { watchMatch } from './testing/watched-match.ts';
import { Wiretap } from './testing/wiretap.ts';

jest.setTimeout(60_000);

let server: TableServer;
let tap: Wiretap;
beforeEach(() => {
  // The SDK tells the console of every reconnection.
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(async () => {
  await server.close();
  jest.restoreAllMocks();
});

async function serve(alter: (game: Game) => Game = (game) => game): Promise<void> {
  tap = new Wiretap();
  const canaries = (game: Game) => alter(oracles.find((oracle) => oracle.id === game.id)?.game ?? game);
  server = await startTableServer({ shelf: builtInShelf(canaries), onSocket: tap.listen });
}

test('every registered game has its secrets written down', async () => {
  await serve();
  expect(oracles.map((oracle) => oracle.id).sort()).toEqual(games.map((game) => game.id).sort());
  for (const { pieces } of oracles) expect(new Set(pieces).size).toBe(pieces.length);
});

const tables = oracles.flatMap((oracle) => {
  const { min, max } = oracle.game.seats;
  const sizes = Array.from({ length: max - min + 1 }, (_, more) => min + more);
  return sizes.flatMap((seats) =>
    oracle.options(seats).map((options) => [oracle.id, seats, options, oracle] as const),
  );
});

test.each(tables)('%s for %i, %j: no frame betrays anything', async (game, seats, options, oracle) => {
  await serve();
  const seed = seedOf(seats * 100 + tables.findIndex((table) => table[2] === options));
  const watched = await watchMatch({ server, tap, game, seats, options, seed });
  expect(leaksIn(tap.frames, watched, oracle)).toEqual([]);
  expect(faultsOf(watched, oracle.game)).toEqual([]);
  // The watch saw something: onlookers, returns, secrets that their owners were sent.
  expect(watched.row.status).toBe('finished');
  expect(new Set(watched.viewers.values()).size).toBe(seats + 1);
  expect(watched.drops).toBeGreaterThan(1);
  expect(tap.frames.length).toBeGreaterThan(watched.journal.length * seats * 2);
  expect(server.log.filter((line) => line.level === 'error')).toEqual([]);
});

/** Shows a text to everybody, as a careless view would. */
function spilling(game: Game, text: (state: Frozen<Shape['State']>) => string): Game {
  const publicView = game.schemas.publicView.extend({ spill: z.string() });
  return {
    ...game,
    schemas: { ...game.schemas, publicView },
    publicView: (state) => ({ ...game.publicView(state), spill: text(state) }),
  };
}

const loud = (news: readonly News<{ readonly type: string }>[]) =>
  news.map((item) => ({ ...item, all: item.only?.[0]?.event ?? item.all }));

/** Mistakes that an author of a game could make. */
const mistakes: readonly (readonly [what: string, make: (game: Game) => Game])[] = [
  ['a hand in the public view', (game) => spilling(game, (state) => JSON.stringify(game.seatView(state, 0)))],
  [
    'what a time-out would play',
    (game) =>
      spilling(game, (state) => {
        const [asked] = game.decisions(state);
        return asked === undefined ? '' : JSON.stringify(game.fallback(state, asked.seat));
      }),
  ],
  [
    'the seed in the public view',
    (game) => {
      let dealt = '';
      const spilled = spilling(game, () => dealt);
      return {
        ...spilled,
        setup: (options, seats, seed) => {
          dealt = seed;
          return game.setup(options, seats, seed);
        },
      };
    },
  ],
  [
    'private news told to all',
    (game) => ({
      ...game,
      setup: (options, seats, seed) => {
        const { state, news } = game.setup(options, seats, seed);
        return { state, news: loud(news) };
      },
      apply: (state, seat, command) => {
        const outcome = game.apply(state, seat, command);
        return outcome.ok ? { ...outcome, news: loud(outcome.news) } : outcome;
      },
    }),
  ],
  [
    'a refusal that tells of a hand',
    (game) => ({
      ...game,
      apply: (state, seat, command) => {
        const outcome = game.apply(state, seat, command);
        if (outcome.ok) return outcome;
        const detail = JSON.stringify(game.seatView(state, (seat + 1) % game.seats.min));
        return { ...outcome, detail };
      },
    }),
  ],
  [
    "a neighbour's private view",
    (game) => ({
      ...game,
      seatView: (state, seat) => game.seatView(state, (seat + 1) % game.seats.min),
    }),
  ],
];

describe.each(oracles.map((oracle): [string, Oracle] => [oracle.id, oracle]))(
  '%s, if it leaked',
  (id, oracle) => {
    test.each(mistakes)('%s is caught', async (_what, make) => {
      await serve((game) => (game.id === id ? make(game) : game));
      const { min } = oracle.game.seats;
      const table = { server, tap, game: id, seats: min, options: {}, seed: seedOf(7), moves: 40 };
      const watched = await watchMatch(table);
      expect(leaksIn(tap.frames, watched, oracle)).not.toEqual([]);
    });
  },
);
