import { describe, expect, test } from '@jest/globals';
import { createRng } from '../../kernel/rng.ts';
import { greedyCommand, playOut, playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import type { Dockers } from './index.ts';
import { bid, game, lay, payBy, place, Table } from './testing/scenario.ts';

const luck = () => createRng(seedOf(1));
const choice = ({ state, actor }: Table) =>
  game.greedy(game.publicView(state), game.seatView(state, actor), actor, luck());

function begin(seats: number, n: number) {
  const options = game.parseOptions({}, seats);
  if (!options.ok) throw new Error(options.code);
  return game.setup(options.value, seats, seedOf(n)).state;
}

describe('the built-in opponent', () => {
  test.each([3, 4])('DOC-13.3: one greedy seat beats random opponents at a table of %i', (seats) => {
    const games = 60;
    let won = 0;
    for (let n = 0; n < games; n++) {
      const own = n % seats;
      const policyOf = (seat: number) => (seat === own ? greedyCommand<Dockers> : randomCommand<Dockers>);
      const last = playOut(game, begin(seats, n), seedOf(n + 1000), policyOf);
      if (game.result(last)?.winners.includes(own)) won += 1;
    }
    expect(won / games).toBeGreaterThanOrEqual(0.85);
  });

  test('it always chooses a legal command', () => {
    for (let n = 0; n < 6; n++) {
      for (const { before, seat, command } of playSteps(
        game,
        begin(3 + (n % 2), n),
        seedOf(n),
        () => greedyCommand<Dockers>,
      )) {
        const legal = [...game.legal(before, seat)].map((one) => JSON.stringify(one));
        expect(legal).toContain(JSON.stringify(command));
      }
    }
  });

  test('it plays on views alone, the same for the same views', () => {
    const { state } = new Table({ primes: [5, 5, 5] });
    const all = JSON.parse(JSON.stringify(game.publicView(state)));
    const own = { goods: ['goods-madras'] };
    const one = game.greedy(all, own, 0, createRng(seedOf(1)));
    expect(game.greedy(structuredClone(all), own, 0, createRng(seedOf(2)))).toEqual(one);
  });

  test('it leaves the slate with the richest player aboard', () => {
    const table = new Table({ primes: [5, 6, 9], quays: { 1: { ship: 'ship-4-1', porters: [1, 1, 1] } } });
    expect(choice(table.play('sailor', place(1)))).toEqual(payBy(1, 2));
  });

  test('it keeps its best tile', () => {
    const table = new Table({
      slate: 1,
      goods: { 0: 'goods-vanilla' },
      goodsPile: ['goods-rum'],
      quays: { 1: { ship: 'ship-3-1', porters: [2, 0, 0] } },
    });
    table.play('sailor', place(1));
    expect(choice(table)).toEqual({ type: 'allocate-goods', assignments: [{ quay: 1, goods: 'goods-rum' }] });
  });

  test('it opens low and lets a tile go that brings nothing', () => {
    const table = new Table({ primes: [5, 5, 5], eventPile: ['event-mutiny-1'] }).send({
      type: 'open-auction',
    });
    expect(choice(table)).toEqual(bid(1));
    expect(choice(table.send(bid(1)))).toEqual({ type: 'pass-bid' });
  });

  test('it lays Pirates on the ship that pays most, then fills it', () => {
    const table = new Table({
      primes: [1, 1, 0],
      tiles: { 0: ['event-pirates-1'] },
      quays: { 2: { ship: 'ship-7-1', goods: 'goods-vanilla', porters: [0, 3, 3] } },
    });
    expect(choice(table)).toEqual(lay('event-pirates-1', 2));
    const next = choice(table.send(lay('event-pirates-1', 2)));
    expect(JSON.stringify(next)).toMatch(/"quays":\[2/);
  });
});
