import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { copyOf } from './plain-data.ts';

const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('map')),
  list: fc.oneof(fc.array(leaf), fc.array(tie('list')), fc.array(fc.option(tie('map')))),
  map: fc.dictionary(fc.string(), tie('value')),
}));

function spoil(data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  for (const inner of Object.values(data)) spoil(inner);
  if (Array.isArray(data)) data.push('spoilt');
  else (data as Record<string, unknown>)['spoilt'] = true;
}

test('a copy is equal, and shares no level with the original', () => {
  fc.assert(
    fc.property(value, (data) => {
      const text = JSON.stringify(data);
      const copy = copyOf(data);
      expect(JSON.stringify(copy)).toBe(text);
      spoil(copy);
      expect(JSON.stringify(data)).toBe(text);
    }),
    { numRuns: 300, seed: 22, endOnFailure: true },
  );
});
