// All styles keep to the scales: seven sizes of type, four breakpoints, distances on the grid, colours as tokens.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { BREAKPOINTS } from './breakpoints.ts';

const TYPE_SIZES = 7;
/** In pixels; below it, only hairlines and half steps. */
const GRID = 4;
const HALF_STEP = 2;

const COLOUR = /#[\da-f]{3,8}\b(?![-"])|\b(?:rgb|hsl|oklch)a?\(\d/gi;
const SIZE = /(?<![\w-])font(?:-size)?: ([^;]+);/g;
const SCALED = /^(?:inherit|var\(--(?:type|drawn)-|(?:clamp|max)\(\s*var\(--type-|calc\()/;
const SHORTHAND = /^\d+ (?:1em|var\(--(?:type|drawn)-\w+\))( |$)/;
/** The user units of a drawing. */
const DRAWN = /^\d+ 0\.\d+px /;
const DISTANCE = /(?<![\w-])(?:(?:row-|column-)?gap|padding[\w-]*|margin[\w-]*): ([^;()]+);/g;
const QUERY = /@(?:media|container)([^{]+)\{/g;
const WIDTHS: readonly number[] = Object.values(BREAKPOINTS);

function faultsIn(path: string, css: string): string[] {
  const found = (pattern: RegExp, isFault: (value: string) => boolean) =>
    [...css.matchAll(pattern)]
      .filter(([whole, value = whole]) => isFault(value))
      .map(([whole]) => `${path}: ${whole}`);
  return [
    ...(basename(path) === 'tokens.css' ? [] : found(COLOUR, () => true)),
    ...found(SIZE, (value) => ![SCALED, SHORTHAND, DRAWN].some((form) => form.test(value))),
    ...found(DISTANCE, (value) =>
      [...value.matchAll(/([\d.]+)px/g)].some(([, px]) => Number(px) > HALF_STEP && Number(px) % GRID !== 0),
    ),
    ...found(QUERY, (value) => /(?:min|max)-(?:width|height)/.test(value) || hasOwnWidth(value)),
  ];
}

function hasOwnWidth(query: string): boolean {
  return [...query.matchAll(/width (?:<|>=) ([\d.]+)(\w+)/g)].some(
    ([, width, unit]) => unit !== 'px' || !WIDTHS.includes(Number(width)),
  );
}

const styles = globSync('web/**/*.css').map((path) => [path, readFileSync(path, 'utf8')] as const);

test('every style keeps to the scales', () => {
  expect(styles.length).toBeGreaterThan(30);
  expect(styles.flatMap(([path, css]) => faultsIn(path, css))).toEqual([]);
});

test('the scale of type has seven sizes', () => {
  const tokens = styles.find(([path]) => path === 'web/style/tokens.css')?.[1] ?? '';
  expect(new Set(tokens.match(/--type-\w+(?=:)/g)).size).toBe(TYPE_SIZES);
});

test.each([
  ['a colour of its own', '.a { color: #fff; }'],
  ['a colour of its own in numbers', '.a { color: rgb(1 2 3); }'],
  ['a size of its own', '.a { font-size: 14px; }'],
  ['a size of its own within a drawing', '.a { font-size: 0.92em; }'],
  ['a size in the short form', '.a { font: 600 13px / 1 var(--serif); }'],
  ['a distance beside the grid', '.a { padding: 4px 6px; }'],
  ['a width that has no name', '@media (width < 800px) { .a { gap: 4px; } }'],
  ['a width in another dialect', '@container (max-width: 899.98px) { .a { gap: 4px; } }'],
])('%s is found', (_, css) => {
  expect(faultsIn('web/a.css', css)).toHaveLength(1);
});

test('what is on the scales passes', () => {
  const css = `@container own (width >= ${BREAKPOINTS.phone}px) {
    .a { padding: 1px 8px; font: 600 var(--type-small) / 1.2 var(--sans); }
    .b { font-size: clamp(var(--type-small), 2cqi, var(--type-body)); color: var(--ink); }
  }`;
  expect(faultsIn('web/a.css', css)).toEqual([]);
  expect(faultsIn('web/style/tokens.css', '--ink: #123456;')).toEqual([]);
});
