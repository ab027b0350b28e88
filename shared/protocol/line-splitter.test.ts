// Lines come whole, wherever the text was cut.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LineSplitter } from './line-splitter.ts';

test('in any chunks, the lines are those of the whole text', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', '\n', '"', 'é') });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const splitter = new LineSplitter();
      const lines = pieces.flatMap((one) => splitter.take(one));
      expect(lines).toEqual(pieces.join('').split('\n').slice(0, -1));
    }),
  );
});

test('an incomplete line is held back until it is complete', () => {
  const splitter = new LineSplitter();
  expect([splitter.take('{"a"'), splitter.take(':1}\n\n{'), splitter.take('}\n')]).toEqual([
    [],
    ['{"a":1}', ''],
    ['{}'],
  ]);
});
