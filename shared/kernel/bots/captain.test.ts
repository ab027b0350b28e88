// Captains, mates and apprentices: what they choose, and the limits of a search.
import { describe, expect, test } from '@jest/globals';
import { families } from '../../games/index.ts';
import { begin, fallbackCommand, playOut, seedOf } from '../../testing/play.ts';
import { builtInOf } from '../built-in.ts';
import { canonicalJson } from '../canonical.ts';
import type { Game } from '../game.ts';
import { createRng, spawnSeed } from '../rng.ts';
import type { Frozen } from '../secrecy.ts';
import { apprentice } from './apprentice.ts';
import { playOutsUpTo } from './budget.ts';
import { captain, judge } from './captain.ts';
import { expectations } from './expectations.ts';
import { some } from './some.ts';

const games = families.map((family) => ({ id: family.id, game: builtInOf(family) }));

function begun(game: Game, n: number) {
  const seats = game.seats.min;
  const { state } = begin(game, seats, seedOf(n));
  return state;
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
  test('a captain is repeatable, does not change its input, and stays within its budget', () => {
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
    const state = end;
    const chances = expectations(game, state);
    const winners = game.result(state)?.winners ?? [];
    const best = Math.max(...chances);
    for (const [seat, chance] of chances.entries()) {
      if (winners.includes(seat)) expect(chance).toBe(best);
      else expect(chance).toBeLessThan(0.2);
    }
  });

  test('any move can be compared with the captain’s choice, which is no worse', () => {
    let losses = 0;
    for (let n = 0; n < 2; n++) {
      const state = begun(game, n);
      const seat = game.decisions(state)[0]?.seat ?? 0;
      const legal = some(game.legal(state, seat), 6).filter(({ type }) => !game.unasked.includes(type));
      for (const played of legal) {
        const judged = judge(game, seenBy(game, state, seat, n), played, playOutsUpTo(24));
        if (judged === undefined) continue;
        expect(judged.best).toBeGreaterThanOrEqual(judged.played);
        expect(game.apply(state, seat, judged.choice).ok).toBe(true);
        if (judged.best > judged.played) losses += 1;
        else expect(judged.choice).toEqual(played);
      }
    }
    expect(losses).toBeGreaterThan(0);
  });

  test('a move that answers no decision is not judged', () => {
    const state = begun(game, 3);
    const [type] = game.unasked;
    const seat = game.decisions(state)[0]?.seat ?? 0;
    if (type === undefined) return;
    expect(judge(game, seenBy(game, state, seat, 3), { type }, playOutsUpTo(8))).toBeUndefined();
  });
});

test('a single command besides the mate’s is tried to the end, and is sometimes better', () => {
  const game = games.find(({ id }) => id === 'borneo')?.game;
  if (game === undefined) throw new Error('no Borneo');
  let [met, left] = [0, 0];
  for (let n = 0; n < 12 && (left === 0 || met < 10); n++) {
    let state = begun(game, n);
    const luck = createRng(seedOf(n));
    for (let played = 0; played < 200; played++) {
      const [asked] = game.decisions(state);
      if (asked === undefined) break;
      const { seat } = asked;
      const seen = seenBy(game, state, seat, played);
      const answers = [...game.legal(state, seat)].filter(({ type }) => !game.unasked.includes(type));
      const usual = game.greedy(seen.all, seen.own, seat, luck);
      if (answers.length === 2) {
        met += 1;
        const again = { ...seen, luck: createRng(seedOf(played)) };
        const mates = game.greedy(seen.all, seen.own, seat, createRng(spawnSeed(createRng(seedOf(played)))));
        const choice = captain(game, again, playOutsUpTo(16));
        if (canonicalJson(choice) !== canonicalJson(mates)) left += 1;
      }
      const outcome = game.apply(state, seat, usual);
      if (!outcome.ok) throw new Error(outcome.code);
      state = outcome.state;
    }
  }
  expect(met).toBeGreaterThanOrEqual(10);
  expect(left).toBeGreaterThan(0);
});
