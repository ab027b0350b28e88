// Squares of a grid as a path.
import { expect, test } from '@jest/globals';
import { encode } from 'uqr';
import { squaresOf } from './squares.ts';

test('neighbours in a row are one piece, up to the edge', () => {
  expect(squaresOf([[true, true, false, true], [false], [false, true, true, true]])).toBe(
    'M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z',
  );
});

test('all dark squares of a code are covered, and no light ones', () => {
  const { data } = encode('https://play.example.org/join#8bzu257cwuvan4dd.tr8v3cnmiarh', { border: 0 });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, length] of squaresOf(data).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  expect(drawn).toEqual(data);
});
