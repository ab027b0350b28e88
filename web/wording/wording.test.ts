// Every field and value of every game has a name: no identifier of the program is shown.
import { describe, expect, test } from '@jest/globals';
import { tellerOf } from '../../client/teller.ts';
import { LANGUAGES } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { gameSchemas } from '../../shared/protocol/describe.ts';
import { sentenceBookOf } from '../../shared/protocol/sentence-book.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../shared/testing/play.ts';
import { testedGames } from '../../shared/testing/registry.ts';
import { leavesOf } from '../choice/leaves.ts';
import { type LabelledField, textOf } from './said.ts';
import { Wording } from './wording.ts';

const NAMES = ['Ada', 'Bertil', 'Chloé', 'Dmitri', 'Eilidh'];
const COMMON = {
  yes: 'YES',
  no: 'NO',
  nothing: 'NONE',
  pair: (name: string, value: string) => `${name}: ${value}`,
};
/** Ids («ship-2»), fields («handCount»), and empty values. */
const PROGRAM = /\b[a-z]+-[\da-z-]*\d\b|\b[a-z]+[A-Z][a-z]|undefined|null|NaN|\[object|true|false/;

const faultsOf = (fields: readonly LabelledField[]) =>
  fields
    .filter(({ field }) => field !== 'decisions')
    .map(({ label, said }) => `${label}: ${textOf(said)}`)
    .filter((line) => PROGRAM.test(line));

describe.each(testedGames.map((one) => [one.id, one] as const))('%s', (_id, { family, game }) => {
  const schemas = gameSchemas(game, family.catalogue) as never;
  test.each(LANGUAGES)('in %s', (language) => {
    const book = sentenceBookOf(family, language, family.builtIn);
    const seats = game.seats.max;
    const catalogue = family.catalogue.of(family.builtIn);
    const names = NAMES.slice(0, seats);
    const wording = new Wording({ book, schemas, catalogue, names, common: COMMON });
    const { state } = begin(game, seats, seedOf(1));
    let steps = 0;
    for (const { before, seat, command } of playSteps(game, state, seedOf(1), () => randomCommand)) {
      if (steps++ > 120) break;
      expect(faultsOf(wording.view('publicView', game.publicView(before) as object))).toEqual([]);
      expect(faultsOf(wording.view('seatView', game.seatView(before, seat as Seat) as object))).toEqual([]);
      const { type } = command as { readonly type: string };
      const said = leavesOf(command as object).map(
        ({ path, value }) => `${wording.place(type, path)} ${textOf(wording.picked(type, path, value))}`,
      );
      expect(said.filter((line) => PROGRAM.test(line))).toEqual([]);
    }
    expect(steps).toBeGreaterThan(10);
  });
});

test('a number is called what the game calls it in a field of that name', () => {
  const [tested] = testedGames.filter(({ id }) => id === 'cabo-da-roca');
  if (tested === undefined) throw new Error('no such game');
  const { family, game } = tested;
  const book = sentenceBookOf(family, 'en', family.builtIn);
  const { phrase } = tellerOf(book);
  const schemas = gameSchemas(game, family.catalogue) as never;
  const wording = new Wording({ book, schemas, catalogue: {}, names: [], common: COMMON, phrase });
  const told = (field: string, value: number) => textOf(wording.picked('place-tile', field, value));
  expect([
    told('x', 0),
    told('y', 0),
    told('x', -12),
    told('y', 13),
    told('x', 14),
    told('rotation', 2),
  ]).toEqual(['M', '13', 'A', '26', '[14]', 'a half turn']);
});

test('the colour of a seat is not told in words: its mark shows it, and its pieces are named with their owner', () => {
  const tested = testedGames.find(({ id }) => id === 'dockers');
  if (tested === undefined) throw new Error('no such game');
  const { family, game } = tested;
  const { state } = begin(game, 3, seedOf(1));
  const wording = new Wording({
    book: sentenceBookOf(family, 'en', family.builtIn),
    schemas: gameSchemas(game, family.catalogue) as never,
    catalogue: family.catalogue.of(family.builtIn),
    names: NAMES.slice(0, 3),
    common: COMMON,
  });
  const told = wording.view('publicView', game.publicView(state as never) as object);
  const players = told.find(({ field }) => field === 'players')?.said;
  if (players?.as !== 'table') throw new Error('no table of players');
  expect(players.rows.map((row) => row.map(({ field }) => field))).toEqual(
    Array(3).fill(expect.not.arrayContaining(['colour'])),
  );
});

test.each([
  ['rotterdam', 'ship-yellow-2', 'yellow ship 2 (Bertil)'],
  ['cabo-da-roca', 'ship-yellow-pirate-1', 'yellow pirate ship (Bertil)'],
  ['cabo-da-roca', 'sailor-green-3', 'green sailor 3 (Chloé)'],
  ['cabo-da-roca', 'sailor-blue-3', 'blue sailor 3'],
])('a piece of %s is not known by its colour alone: %s', (game, piece, told) => {
  const tested = testedGames.find(({ id }) => id === game);
  if (tested === undefined) throw new Error('no such game');
  const { family } = tested;
  const wording = new Wording({
    book: sentenceBookOf(family, 'en', family.builtIn),
    schemas: gameSchemas(tested.game, family.catalogue) as never,
    catalogue: family.catalogue.of(family.builtIn),
    names: NAMES.slice(0, 3),
    common: COMMON,
  });
  expect(wording.component(piece)).toBe(told);
});

test('a label is left out where the value says the same', () => {
  const field = (label: string, text: string): LabelledField => ({
    field: label,
    label,
    said: { as: 'component', id: text, text },
  });
  const fields = [field('Ship', 'yellow ship 3'), field('To', 'Botlek')];
  expect(textOf({ as: 'fields', fields })).toBe('yellow ship 3, To Botlek');
  const row = [field('Canal', 'canal violet'), field('Cap', 'capitaine')];
  expect(textOf({ as: 'table', rows: [row, fields] })).toBe(
    'canal violet, Cap capitaine; yellow ship 3, To Botlek',
  );
});
