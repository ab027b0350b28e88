// Which commands are asked about, when somebody touches what cannot be chosen.
import { expect, test } from '@jest/globals';
import { kindsIn, triesWith } from './why-not.ts';

const kinds = kindsIn({
  components: { cards: [{ id: 'king' }, { id: 'queen' }], ships: [{ id: 'barge' }], size: 4 },
});
const kindOf = (id: string) => kinds.get(id);
const play = { type: 'play', decision: 1, card: 'king', on: { ship: 'barge' } };
const trade = { type: 'trade', decision: 1, cards: ['king'], moves: [{ card: 'king' }] };

test('the piece stands where a legal command has one of its kind', () => {
  expect(triesWith([play, { ...play, on: { ship: 'other' } }], 'queen', kindOf)).toEqual([
    { ...play, card: 'queen' },
  ]);
  expect(triesWith([trade], 'queen', kindOf)).toEqual([
    { ...trade, cards: ['queen'] },
    { ...trade, moves: [{ card: 'queen' }] },
  ]);
  expect(trade.moves).toEqual([{ card: 'king' }]);
});

test('what is no component, or of a kind that no command names, is not asked about', () => {
  expect(triesWith([play], 'seat-1', kindOf)).toEqual([]);
  expect(triesWith([{ type: 'pass', decision: 1 }], 'queen', kindOf)).toEqual([]);
});

test('few are asked about', () => {
  const many = Array.from({ length: 9 }, (_, n) => ({ ...play, type: `play-${n}` }));
  expect(triesWith(many, 'queen', kindOf)).toHaveLength(3);
});
