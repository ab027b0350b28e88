import { describe, expect, test } from '@jest/globals';
import { greedyCommand, playOut, playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import { accepted, begun, game, refusal, type Scenario, scenario } from './testing/scenario.ts';

describe('the built-in opponent', () => {
  test('wins most games against three that play at random', () => {
    const games = 40;
    let won = 0;
    for (let n = 0; n < games; n++) {
      const own = n % 4;
      const end = playOut(game, begun(4, {}, n).state, seedOf(n), (seat) =>
        seat === own ? greedyCommand : randomCommand,
      );
      if (game.result(end)?.winners.includes(own) === true) won += 1;
    }
    expect(won / games).toBeGreaterThan(0.85);
  });

  test('trades among its own kind', () => {
    for (const seats of [2, 3, 4]) {
      let delivered = 0;
      for (const { news } of playSteps(
        game,
        begun(seats, {}, seats).state,
        seedOf(seats),
        () => greedyCommand,
      ))
        delivered += news.filter(({ all }) => all.type === 'cargo-delivered').length;
      expect(delivered).toBeGreaterThan(8);
    }
  });

  const choose = (more: Scenario) => {
    const state = scenario(more);
    const command = greedyCommand(game, state, state.shown.turnSeat, { seed: seedOf(1), drawn: 0 });
    expect(refusal(state, 0, command)).toBe('accepted');
    return command;
  };

  test('sails into the port that buys', () => {
    const ships = { 'red-trade-1': { at: [5, 1], heading: 2, cargo: 'trade-wine-1' } } as const;
    expect(choose({ ships, coins: [20, 150] })).toEqual({ type: 'advance', shipId: 'ship-red-trade-1' });
  });

  test('takes an island beside its ship, and buys a first ship when it can', () => {
    expect(choose({ ships: { 'red-trade-1': { at: [-1, 0] } }, coins: [40, 150] })).toEqual({
      type: 'buy-sailor',
      tileId: 'island-1',
    });
    expect(choose({})).toEqual({ type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' });
  });

  test('attacks with the pirate of an absent player for whom it plays', () => {
    const ships = { 'red-pirate-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } } as const;
    expect(choose({ ships, coins: [20, 150] })).toEqual({
      type: 'attack',
      pirateId: 'ship-red-pirate-1',
      flank: 'right',
    });
  });

  test('answers pirates by what is at stake, and lets a berth for its fee', () => {
    const ships = {
      'red-pirate-1': { at: [0, 0] },
      'yellow-trade-1': { at: [1, 0], cargo: 'trade-wine-1' },
    } as const;
    const demand = (ransom: number) => {
      const state = accepted(scenario({ ships }), 0, {
        type: 'attack',
        pirateId: 'ship-red-pirate-1',
        flank: 'right',
        ransom,
      }).state;
      return greedyCommand(game, state, 1, { seed: seedOf(1), drawn: 0 });
    };
    // Wine 50 and half of a trader's 100.
    expect(demand(100)).toEqual({ type: 'answer-ransom', reply: 'pay' });
    expect(demand(101)).toEqual({ type: 'answer-ransom', reply: 'counter', amount: 100 });
    const asked = accepted(scenario(), 0, { type: 'buy-ship', kind: 'fishing', portId: 'port-porto' }).state;
    expect(greedyCommand(game, asked, 1, { seed: seedOf(1), drawn: 0 })).toEqual({
      type: 'answer-berth',
      accept: true,
    });
  });

  test('never sinks by its own doing', () => {
    for (let n = 0; n < 6; n++) {
      for (const { news } of playSteps(game, begun(3, {}, n).state, seedOf(n), () => greedyCommand)) {
        const causes = news.flatMap(({ all }) => (all.type === 'ship-sunk' ? [all.cause] : []));
        expect(causes.filter((cause) => cause !== 'attack')).toEqual([]);
      }
    }
  });
});
