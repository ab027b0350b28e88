import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { families } from '../../shared/games/index.ts';
import { paintsOf, seatProperties } from './paint.ts';

type Three = readonly [number, number, number];

/** How red, green and blue light is seen, in linear light (Machado, Oliveira and Fernandes 2009). */
const SIGHTS: Readonly<Record<string, readonly [Three, Three, Three]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.1523, 1.0526, -0.2049],
    [0.1145, 0.7863, 0.0992],
    [-0.0039, -0.0481, 1.052],
  ],
  deuteranopia: [
    [0.3673, 0.8606, -0.228],
    [0.2801, 0.6725, 0.0474],
    [-0.0118, 0.0429, 0.9689],
  ],
  tritanopia: [
    [1.2555, -0.0767, -0.1788],
    [-0.0784, 0.9308, 0.1476],
    [0.0047, 0.6914, 0.3039],
  ],
};
/** In CIELAB; from about 2 two colours are told apart side by side. */
const APART = 16;

const tokens = readFileSync('web/style/tokens.css', 'utf8');

function tints(paint: string): readonly string[] {
  const found = new RegExp(`--paint-${paint}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens);
  return found === null ? [] : found.slice(1);
}

const dot = (row: Three, light: Three) => row[0] * light[0] + row[1] * light[1] + row[2] * light[2];

function linear(hex: string, at: number): number {
  const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function seen(hex: string, [r, g, b]: readonly [Three, Three, Three]): Three {
  const light: Three = [linear(hex, 1), linear(hex, 3), linear(hex, 5)];
  const [red, green, blue] = [r, g, b].map((row) => Math.min(1, Math.max(0, dot(row, light)))) as [
    number,
    number,
    number,
  ];
  const root = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = root(dot([0.4124, 0.3576, 0.1805], [red, green, blue]) / 0.9505);
  const y = root(dot([0.2126, 0.7152, 0.0722], [red, green, blue]));
  const z = root(dot([0.0193, 0.1192, 0.9505], [red, green, blue]) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The smallest distance between two of these colours, in all kinds of sight. */
function nearest(colours: readonly string[]): number {
  return Math.min(
    ...Object.values(SIGHTS).flatMap((sight) => {
      const all = colours.map((hex) => seen(hex, sight));
      return all.flatMap((one, n) =>
        all.slice(n + 1).map((other) => Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))),
      );
    }),
  );
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (_theme, at) => {
  test.each(families.map((family) => [family.id, family] as const))('the seats of %s differ', (_id, one) => {
    const { colours } = one.catalogue.of(one.builtIn).seats;
    const shown = paintsOf(colours).slice(0, colours.length);
    expect(shown).toEqual(colours);
    expect(nearest(shown.map((paint) => tints(paint)[at] ?? ''))).toBeGreaterThan(APART);
  });
});

test('colours that look alike to some are found', () => {
  expect(nearest(['#d55e00', '#8f8f00'])).toBeLessThan(APART);
});

test('a colour that has no tint gets one that no other seat has', () => {
  expect(paintsOf(['teal', 'red', 'red', 'orange'])).toEqual(['blue', 'red', 'green', 'orange', 'yellow']);
  expect(paintsOf([])).toEqual(['red', 'blue', 'green', 'yellow', 'purple']);
});

test('what is hard to see on paper has a rim', () => {
  expect(seatProperties(['yellow', 'blue'])).toMatchObject({
    '--seat-0': 'var(--paint-yellow)',
    '--seat-0-sign': 'var(--dark-ink)',
    '--seat-0-rim': 'var(--ink)',
    '--seat-1-sign': 'var(--chalk)',
    '--seat-1-rim': 'none',
  });
});
