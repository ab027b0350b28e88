import { expect, test } from '@jest/globals';
import { borneo } from '../../../shared/games/borneo/index.ts';
import { cheapest, sortedStock, stocksOf, tradesIn } from './payment.ts';
import { atlasOf, type Command } from './pieces.ts';

const atlas = atlasOf(borneo.catalogue.of(borneo.builtIn));
const pay = (cards: string[], trade?: { card: string; as: string }): Command => ({
  type: 'complete-mission',
  mission: 'mission-01',
  cards,
  ...(trade && { trade }),
});

test('a warehouse by spice, with its spices and cards', () => {
  const warehouse = ['harbour-09', 'ship-mix-pepper-1', 'ship-rb-nutmeg', 'ship-rb-pepper', 'no-such-card'];
  expect(stocksOf(atlas, warehouse)).toEqual([
    { spice: 'pepper', cards: 2, units: 3 },
    { spice: 'nutmeg', cards: 1, units: 1 },
    { spice: 'crate', cards: 1, units: atlas.cards.get('harbour-09')?.units },
  ]);
  expect(sortedStock(atlas, warehouse.slice(0, 4))).toEqual([
    'ship-rb-pepper',
    'ship-mix-pepper-1',
    'ship-rb-nutmeg',
    'harbour-09',
  ]);
});

test('the cheapest payment has the fewest cards, then the fewest jokers, then the fewest spices', () => {
  const three = pay(['ship-rb-pepper', 'ship-ry-pepper', 'ship-rg-pepper']);
  const joker = pay(['ship-mix-pepper-1', 'harbour-09']);
  const plain = pay(['ship-mix-pepper-1', 'ship-rb-pepper']);
  const more = pay(['ship-mix-pepper-1', 'ship-mix-pepper-2']);
  expect(cheapest(atlas, [three, joker, more, plain])).toBe(plain);
  expect(cheapest(atlas, [three, joker, more])).toBe(more);
  expect(cheapest(atlas, [three, joker])).toBe(joker);
  expect(cheapest(atlas, [{ type: 'skip-mission' }])).toBeUndefined();
});

test('a trade costs as much as the pirate ship takes', () => {
  const three = pay(['ship-rb-pepper', 'ship-ry-pepper', 'ship-rg-pepper']);
  const trading = pay(['ship-mix-pepper-1', 'ship-rb-nutmeg'], { card: 'ship-rb-nutmeg', as: 'pepper' });
  expect(cheapest(atlas, [trading, three])).toBe(three);
  expect(tradesIn([trading, three, trading])).toEqual([{ card: 'ship-rb-nutmeg', as: 'pepper' }]);
});
