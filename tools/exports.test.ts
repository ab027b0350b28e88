// A planted export that nobody imports is found; every way of using one counts.
import { expect, test } from '@jest/globals';
import { unusedExports } from './exports.ts';

const unusedWith = (user: string, open: readonly string[] = []) =>
  unusedExports(
    new Map([
      ['kernel/seat.ts', 'export const SEATS = 4;\nexport interface Seat {}\nexport { SEATS as most };\n'],
      ['rooms/table.ts', user],
    ]),
    open,
  ).map((line) => /«(\w+)»/.exec(line)?.[1]);

test('names without a user are found', () => {
  expect(unusedWith('')).toEqual(['SEATS', 'Seat', 'most']);
  expect(unusedWith("import { type Seat } from './seat.ts';")).toEqual(['SEATS', 'Seat', 'most']);
  expect(unusedWith("import { type Seat } from '../kernel/seat.ts';\nexport class Table {}\n")).toEqual([
    'SEATS',
    'most',
    'Table',
  ]);
});

test.each([
  "import { type Seat, SEATS, most } from '../kernel/seat.ts';",
  "import Other, {\n  type Seat as Place,\n  SEATS,\n  most,\n} from '../kernel/seat.ts';",
  "export type { Seat } from '../kernel/seat.ts';\nexport { SEATS, most } from '../kernel/seat.ts';",
  "import * as seat from '../kernel/seat.ts';",
  "const { most } = await import('../kernel/seat.ts');",
])('%j uses all of them', (user) => {
  expect(unusedWith(user, ['rooms/table.ts'])).toEqual([]);
});

test('an open source may export what it likes', () => {
  expect(unusedWith('', ['kernel/seat.ts'])).toEqual([]);
});
