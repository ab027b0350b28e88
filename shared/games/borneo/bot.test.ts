import { describe, expect, test } from '@jest/globals';
import { createRng } from '../../kernel/rng.ts';
import { greedyCommand, optionsOf, playOut, randomCommand, seedOf } from '../../testing/play.ts';
import { game, scenario } from './testing/scenario.ts';

const luck = () => createRng(seedOf(1));
const choice = (state: Parameters<typeof game.publicView>[0], seat: number) =>
  game.greedy(game.publicView(state), game.seatView(state, seat), seat, luck());

describe('the built-in opponent', () => {
  test('the built-in opponent wins nearly every game against three random players', () => {
    const options = optionsOf(game, 4);
    let won = 0;
    for (let n = 0; n < 60; n++) {
      const hero = n % 4;
      const { state } = game.setup(options, 4, seedOf(n));
      const end = playOut(game, state, seedOf(n), (seat) => (seat === hero ? greedyCommand : randomCommand));
      if (game.result(end)?.winners.includes(hero)) won += 1;
    }
    expect(won).toBeGreaterThanOrEqual(54);
  });

  test('it takes the mission of the largest surplus', () => {
    const warehouse = ['ship-rb-pepper', 'ship-mix-pepper-1', 'ship-mix-cinnamon-1', 'harbour-09'];
    const state = scenario({ kind: 'mission', warehouses: { 0: warehouse } });
    expect(choice(state, 0)).toEqual({
      type: 'complete-mission',
      mission: 'mission-12',
      cards: ['ship-rb-pepper', 'ship-mix-pepper-1', 'ship-mix-cinnamon-1'],
    });
  });

  test('it defends with the cheapest card that holds, and keeps its cards where the place is not worth them', () => {
    const fight = (attackCards: string[]) =>
      scenario({
        kind: 'defence',
        asked: 1,
        companies: { red: ['mer-1-1', 'mer-2-1', 'mer-0-1'] },
        hands: { 1: ['ship-ry-cloves', 'ship-br-pepper', 'ship-gb-nutmeg'] },
        fight: { company: 'red', attacker: 'mer-0-1', defender: 'mer-1-1', attackCards, bonus: 1 },
      });
    expect(choice(fight(['ship-br-cloves']), 1)).toEqual({ type: 'defend', cards: ['ship-br-pepper'] });
    // Only its best card would hold.
    expect(choice(fight(['ship-rb-pepper']), 1)).toEqual({ type: 'defend', cards: [] });
    expect(choice(fight(['ship-rb-pepper', 'ship-rb-cloves']), 1)).toEqual({ type: 'defend', cards: [] });
  });

  test('it completes a harbour that serves its own merchants', () => {
    const state = scenario({
      kind: 'shipment',
      companies: { red: ['mer-0-1', 'mer-0-2'], blue: ['mer-1-1'] },
      hands: { 0: ['ship-gb-pepper', 'ship-ry-nutmeg'] },
      slots: [['harbour-05'], ['harbour-11', 'ship-rb-pepper', 'ship-br-cloves'], ['harbour-06']],
    });
    expect(choice(state, 0)).toEqual({ type: 'play-shipment', card: 'ship-ry-nutmeg', slot: 1 });
  });
});
