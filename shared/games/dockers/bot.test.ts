import { describe, expect, test } from '@jest/globals';
import { createRng } from '../../kernel/rng.ts';
import { greedyCommand, playOut, playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import { deciderOf } from '../../testing/scenario.ts';
import type { Dockers } from './index.ts';
import type { Draft } from './state.ts';
import {
  accepted,
  allocate,
  begun,
  bid,
  game,
  lay,
  payBy,
  place,
  play,
  scenario,
} from './testing/scenario.ts';

const luck = () => createRng(seedOf(1));
const choice = (state: Draft) => {
  const seat = deciderOf(state);
  return game.greedy(game.publicView(state), game.seatView(state, seat), seat, luck());
};

describe('the built-in opponent', () => {
  test.each([3, 4])('DOC-13.3: one greedy seat beats random opponents at a table of %i', (seats) => {
    const games = 60;
    let won = 0;
    for (let n = 0; n < games; n++) {
      const own = n % seats;
      const policyOf = (seat: number) => (seat === own ? greedyCommand<Dockers> : randomCommand<Dockers>);
      const last = playOut(game, begun(seats, {}, n).state, seedOf(n + 1000), policyOf);
      if (game.result(last)?.winners.includes(own)) won += 1;
    }
    expect(won / games).toBeGreaterThanOrEqual(0.85);
  });

  test('it always chooses a legal command', () => {
    for (let n = 0; n < 6; n++) {
      for (const { before, seat, command } of playSteps(
        game,
        begun(3 + (n % 2), {}, n).state,
        seedOf(n),
        () => greedyCommand<Dockers>,
      )) {
        const legal = [...game.legal(before, seat)].map((one) => JSON.stringify(one));
        expect(legal).toContain(JSON.stringify(command));
      }
    }
  });

  test('it plays on views alone, the same for the same views', () => {
    const state = scenario({ primes: [5, 5, 5] });
    const all = JSON.parse(JSON.stringify(game.publicView(state)));
    const own = { goods: ['goods-madras'] };
    const one = game.greedy(all, own, 0, createRng(seedOf(1)));
    expect(game.greedy(structuredClone(all), own, 0, createRng(seedOf(2)))).toEqual(one);
  });

  test('it leaves the slate with the richest player aboard', () => {
    const state = scenario({ primes: [5, 6, 9], quays: { 1: { ship: 'ship-4-1', porters: [1, 1, 1] } } });
    expect(choice(accepted(state, 0, play('sailor', place(1))).state)).toEqual(payBy(1, 2));
  });

  test('it keeps its best tile', () => {
    const state = scenario({
      slate: 1,
      goods: { 0: 'goods-vanilla' },
      goodsPile: ['goods-rum'],
      quays: { 1: { ship: 'ship-3-1', porters: [2, 0, 0] } },
    });
    const after = accepted(state, 0, play('sailor', place(1))).state;
    expect(choice(after)).toEqual(allocate({ 1: 'goods-rum' }));
  });

  test('it opens low and lets a tile go that brings nothing', () => {
    const { state } = accepted(scenario({ primes: [5, 5, 5], eventPile: ['event-mutiny-1'] }), 0, {
      type: 'open-auction',
    });
    expect(choice(state)).toEqual(bid(1));
    expect(choice(accepted(state, 0, bid(1)).state)).toEqual({ type: 'pass-bid' });
  });

  test('it bids on a tile by what it gains and what a rival would gain with it', () => {
    const rich = scenario({
      primes: [5, 5, 5],
      eventPile: ['event-pirates-1'],
      quays: { 2: { ship: 'ship-7-1', goods: 'goods-vanilla', porters: [0, 3, 3] } },
    });
    const opened = accepted(accepted(rich, 0, { type: 'open-auction' }).state, 0, bid(1)).state;
    expect(game.decisions(opened)[0]?.seat).toBe(1);
    const second = game.greedy(game.publicView(opened), game.seatView(opened, 1), 1, createRng(seedOf(1)));
    expect(second).toEqual(bid(2));
  });

  test('it lays Pirates on the ship that pays most, then fills it', () => {
    const state = scenario({
      primes: [1, 1, 0],
      tiles: { 0: ['event-pirates-1'] },
      quays: { 2: { ship: 'ship-7-1', goods: 'goods-vanilla', porters: [0, 3, 3] } },
    });
    expect(choice(state)).toEqual(lay('event-pirates-1', 2));
    const next = choice(accepted(state, 0, lay('event-pirates-1', 2)).state);
    expect(JSON.stringify(next)).toMatch(/"quays":\[2/);
  });
});
