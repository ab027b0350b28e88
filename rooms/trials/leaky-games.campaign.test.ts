// Recording raw frames detects games that leak: mistakes that an author could make.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { traders } from '../../shared/games/rotterdam/testing/oracle.ts';
import type { Game, News, Shape } from '../../shared/kernel/game.ts';
import type { Frozen } from '../../shared/kernel/secrecy.ts';
import type { Oracle } from '../../shared/testing/oracle.ts';
import { seedOf } from '../../shared/testing/play.ts';
import { oracles } from '../testing/games.ts';
import { leaksIn } from '../testing/leaks.ts';
import { watchMatch } from '../testing/watched-match.ts';
import { startWatchedServer } from '../testing/watched-server.ts';

jest.setTimeout(180_000);

beforeEach(() => {
  // The SDK logs every reconnection to the console.
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Shows a text to all viewers, as a careless view would. */
function spilling(game: Game, text: (state: Frozen<Shape['State']>) => string): Game {
  const publicView = game.schemas.publicView.extend({ spill: z.string() });
  return {
    ...game,
    schemas: { ...game.schemas, publicView },
    publicView: (state) => ({ ...game.publicView(state), spill: text(state) }),
  };
}

const loud = (news: readonly News<{ readonly type: string }>[], type?: string) =>
  news.map((item) =>
    type === undefined || item.all.type === type ? { ...item, all: item.only?.[0]?.event ?? item.all } : item,
  );

const TIME_OUT = 'what a time-out would play, if it tells anything,';

/** Mistakes that an author of a game could make. */
const mistakes: readonly (readonly [what: string, make: (game: Game) => Game])[] = [
  ['a hand in the public view', (game) => spilling(game, (state) => JSON.stringify(game.seatView(state, 0)))],
  [
    TIME_OUT,
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

/** Secrets come up at random: a game with few of them is played up to this many times. */
const TRIES = 4;

async function leaksOf(
  oracle: Oracle,
  make: (game: Game) => Game,
  { seats, moves } = { seats: oracle.game.seats.min, moves: 60 },
): Promise<string[]> {
  const { id, game } = oracle;
  const [options = {}] = oracle.options(seats);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const seed = seedOf(attempt);
    const { server, tap } = await startWatchedServer(seed, (one) => (one.id === id ? make(game) : one));
    try {
      const match = await watchMatch({
        server,
        tap,
        game: id,
        seats,
        options,
        seed,
        moves,
      });
      const leaks = leaksIn(tap.frames, match, oracle);
      if (leaks.length > 0) return leaks;
    } finally {
      await server.close();
    }
  }
  return [];
}

describe.each(oracles.map((oracle): [string, Oracle] => [oracle.id, oracle]))(
  '%s, if it leaked',
  (_id, oracle) => {
    test.each(mistakes)('%s is caught', async (what, make) => {
      const isLeak = what !== TIME_OUT || oracle.fallbackTells;
      expect((await leaksOf(oracle, make)).length > 0).toBe(isLeak);
    });
  },
);

/** In Rotterdam the kinds of products are secret, in addition to the named cards. */
const productMistakes: readonly (readonly [what: string, make: (game: Game) => Game])[] = [
  [
    'products of a hand in the public view',
    (game) =>
      spilling(game, (state) => {
        const { products } = game.seatView(state, 0) as { products?: object };
        return JSON.stringify(products);
      }),
  ],
  ...['ship-unloaded', 'trade-offered'].map((type): [string, (game: Game) => Game] => [
    `the private part of ${type} told to all`,
    (game) => ({
      ...game,
      apply: (state, seat, command) => {
        const outcome = game.apply(state, seat, command);
        return outcome.ok ? { ...outcome, news: loud(outcome.news, type) } : outcome;
      },
    }),
  ]),
];

test.each(productMistakes)('rotterdam, if it leaked: %s is caught', async (_what, make) => {
  const leaks = await leaksOf(traders, make, { seats: 3, moves: 200 });
  expect(leaks.length).toBeGreaterThan(0);
  for (const leak of leaks) expect(leak).toMatch(/: canary-/);
});
