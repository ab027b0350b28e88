// Captains against mates and apprentices, and what a search may not do.
import { describe, expect, test } from '@jest/globals';
import { families } from '../../games/index.ts';
import { fallbackCommand, playOut, seedOf } from '../../testing/play.ts';
import { builtInOf } from '../built-in.ts';
import { canonicalJson } from '../canonical.ts';
import type { Game } from '../game.ts';
import { createRng, spawnSeed } from '../rng.ts';
import type { Frozen } from '../secrecy.ts';
import { apprentice } from './apprentice.ts';
import { captain } from './captain.ts';
import { expectations } from './expectations.ts';

const games = families.map((family) => ({ id: family.id, game: builtInOf(family) }));

function begun(game: Game, n: number) {
  const seats = game.seats.min;
  const options = game.parseOptions({}, seats);
  if (!options.ok) throw new Error(options.code);
  const { state } = game.setup(options.value, seats, seedOf(n));
  return state as Frozen<typeof state>;
}

function seenBy(game: Game, state: Frozen<ReturnType<Game['clone']>>, seat: number, n: number) {
  return {
    all: game.publicView(state),
    own: game.seatView(state, seat),
    seat,
    luck: createRng(seedOf(n)),
  };
}

describe.each(games)('$id', ({ game }) => {
  test('a captain is repeatable, changes nothing it is given, and never asks for more than its budget', () => {
    const state = begun(game, 3);
    const seat = game.decisions(state)[0]?.seat ?? 0;
    const before = canonicalJson([state, game.publicView(state)]);
    const asked: number[] = [];
    const budget = (playOuts: number) => {
      asked.push(playOuts);
      return playOuts / 40;
    };
    const one = captain(game, seenBy(game, state, seat, 1), budget);
    expect(captain(game, seenBy(game, state, seat, 1), budget)).toEqual(one);
    expect(canonicalJson([state, game.publicView(state)])).toBe(before);
    expect(Math.max(...asked)).toBeLessThan(40 + 8);
    expect(game.apply(state, seat, one).ok).toBe(true);
  });

  test('without time it plays what the mate would', () => {
    const state = begun(game, 4);
    const seat = game.decisions(state)[0]?.seat ?? 0;
    const seen = seenBy(game, state, seat, 1);
    const usual = game.greedy(seen.all, seen.own, seat, createRng(spawnSeed(createRng(seedOf(1)))));
    expect(captain(game, seen, () => 1)).toEqual(usual);
  });

  test('apprentices are careless now and then, and never resign', () => {
    const state = begun(game, 5);
    const seat = game.decisions(state)[0]?.seat ?? 0;
    const chosen = Array.from({ length: 40 }, (_, n) => apprentice(game, seenBy(game, state, seat, n)));
    expect(chosen.every((command) => game.apply(state, seat, command).ok)).toBe(true);
    expect(chosen.some(({ type }) => game.unasked.includes(type))).toBe(false);
  });

  test('at the end the chances are those of the result', () => {
    const end = playOut(game, game.clone(begun(game, 6)), seedOf(6), () => fallbackCommand);
    const state = end as Frozen<typeof end>;
    const chances = expectations(game, state);
    const winners = game.result(state)?.winners ?? [];
    const best = Math.max(...chances);
    for (const [seat, chance] of chances.entries()) {
      if (winners.includes(seat)) expect(chance).toBe(best);
      else expect(chance).toBeLessThan(0.2);
    }
  });
});
