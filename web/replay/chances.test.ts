// Chances as data for a chart.
import { expect, test } from '@jest/globals';
import { percentages } from './chances.ts';

test('in percent, one for every version; versions that were not judged repeat the last value', () => {
  const chances = [
    { version: 0, chances: [0.5, 0.5] },
    { version: 3, chances: [0.257, 0.743] },
    { version: 5, chances: [0, 1] },
  ];
  expect(percentages(chances)).toEqual([
    [50, 50],
    [50, 50],
    [50, 50],
    [26, 74],
    [26, 74],
    [0, 100],
  ]);
  expect(percentages([])).toEqual([]);
});
