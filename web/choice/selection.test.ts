// Picks of commands of all four games: what fits, what is dropped, and what is meant.
import { expect, test } from '@jest/globals';
import { isSame, leavesOf, valueAt } from './leaves.ts';
import {
  fits,
  meant,
  NOTHING,
  placed,
  type Selection,
  toggled,
  withItem,
  withoutPlace,
  withType,
  withValue,
} from './selection.ts';
import { stepsOf } from './steps.ts';

const selected = (
  values: Readonly<Record<string, unknown>>,
  items: Record<string, unknown[]> = {},
): Selection => ({
  type: null,
  values: new Map(Object.entries(values)),
  items: new Map(Object.entries(items)),
});

const mission = (name: string, cards: readonly string[], trade?: { card: string; as: string }) => ({
  type: 'complete-mission',
  decision: 4,
  mission: name,
  cards,
  ...(trade && { trade }),
});
const missions = [
  { type: 'skip-mission', decision: 4 },
  mission('m1', ['a', 'b']),
  mission('m1', ['a', 'c']),
  mission('m1', ['a', 'b'], { card: 'a', as: 'pepper' }),
  mission('m2', ['b', 'c', 'd']),
];

test('a path leads into objects and lists; what is missing is undefined', () => {
  const command = { type: 'x', trade: { card: 'a' }, moves: [{ ship: 's' }], give: { silk: 2 } };
  expect(valueAt(command, 'trade.card')).toBe('a');
  expect(valueAt(command, 'moves.0.ship')).toBe('s');
  expect(valueAt(command, 'give.clove')).toBeUndefined();
  expect(valueAt(command, 'type.length')).toBeUndefined();
});

test('a command is made up of its leaves; a list of plain values is one of them', () => {
  expect(leavesOf({ type: 'x', decision: 3, effects: [null, { quays: [1, 2] }], jokers: [] })).toEqual([
    { path: 'type', value: 'x' },
    { path: 'effects.0', value: null },
    { path: 'effects.1.quays', value: [1, 2] },
    { path: 'jokers', value: [] },
  ]);
});

test('values are the same by content', () => {
  expect(isSame({ a: [1, null] }, { a: [1, null] })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame(null, {})).toBe(false);
});

test('a command fits picks of type, values and items', () => {
  const [, first] = missions;
  if (first === undefined) throw new Error('no mission');
  expect(fits(first, NOTHING)).toBe(true);
  expect(fits(first, { ...NOTHING, type: 'skip-mission' })).toBe(false);
  expect(fits(first, selected({ mission: 'm1' }, { cards: ['b'] }))).toBe(true);
  expect(fits(first, selected({}, { cards: ['b', 'b'] }))).toBe(false);
  expect(fits(first, selected({ 'trade.card': undefined }))).toBe(true);
  expect(fits(first, selected({}, { mission: ['m'] }))).toBe(false);
});

test('the only one that fits is meant', () => {
  expect(meant(missions, { ...NOTHING, type: 'skip-mission' })).toBe(missions[0]);
  expect(meant(missions, selected({ mission: 'm2' }))).toBe(missions[4]);
  expect(meant(missions, selected({ mission: 'none' }))).toBeUndefined();
});

test('of several, the one without anything besides the picks is meant', () => {
  expect(meant(missions, selected({ mission: 'm1' }))).toBeUndefined();
  expect(meant(missions, selected({ mission: 'm1' }, { cards: ['a'] }))).toBeUndefined();
  expect(meant(missions, selected({ mission: 'm1' }, { cards: ['a', 'b'] }))).toBe(missions[1]);
  expect(meant(missions, selected({ 'trade.card': 'a' }))).toBe(missions[3]);
});

test('a map has the entries that were picked, and no others', () => {
  const offer = (give: object, want: object) => ({ type: 'offer-trade', to: 1, give, want });
  const offers = [
    offer({ jam: 1 }, { bread: 1 }),
    offer({ jam: 2 }, { bread: 1 }),
    offer({ jam: 1, oil: 1 }, { bread: 1 }),
    offer({ jam: 1 }, { bread: 1, pasta: 1 }),
  ];
  expect(meant(offers, selected({ 'want.bread': 1 }))).toBeUndefined();
  expect(meant(offers, selected({ 'give.jam': 1, 'want.bread': 1 }))).toBe(offers[0]);
  expect(meant(offers, selected({ 'give.jam': 1, 'want.pasta': 1 }))).toBe(offers[3]);
});

test('of a list of objects, each place is picked, or all of it item by item', () => {
  const place = (...assignments: readonly object[]) => ({ type: 'allocate-goods', assignments });
  const [one, two] = [
    { quay: 1, goods: 'rum' },
    { quay: 2, goods: 'tea' },
  ];
  const all = [place(one), place(one, two), place(two, one)];
  expect(meant(all, selected({}, { assignments: [one] }))).toBe(all[0]);
  expect(meant(all, selected({ 'assignments.0.quay': 2 }))).toBe(all[2]);
  expect(meant(all, selected({ 'assignments.0': one, 'assignments.1.goods': 'tea' }))).toBe(all[1]);
});

test('a new pick drops those that do not fit it', () => {
  const before = selected({ mission: 'm2' }, { cards: ['b', 'c'] });
  const after = withValue(missions, { ...before, type: 'complete-mission' }, 'mission', 'm1');
  expect(after.type).toBe('complete-mission');
  expect([...after.values]).toEqual([['mission', 'm1']]);
  expect(after.items.size).toBe(0);
  expect(withType(missions, before, 'skip-mission')).toEqual({ ...NOTHING, type: 'skip-mission' });
  expect(withType(missions, before, 'complete-mission').values.get('mission')).toBe('m2');
});

test('an item is taken back when it is picked again', () => {
  const one = withItem(missions, NOTHING, 'cards', 'a');
  const two = withItem(missions, one, 'cards', 'b');
  expect(two.items.get('cards')).toEqual(['a', 'b']);
  expect(withItem(missions, two, 'cards', 'a').items.get('cards')).toEqual(['b']);
  expect(withItem(missions, one, 'cards', 'a').items.has('cards')).toBe(false);
  // Never with «a», which is dropped.
  expect(withItem(missions, one, 'cards', 'd').items.get('cards')).toEqual(['d']);
});

test('if not all commands are known, nothing is dropped', () => {
  const one = placed(selected({ to: 1 }), 'give.jam', 3);
  expect([...toggled(one, 'cards', 'x').values]).toEqual([
    ['to', 1],
    ['give.jam', 3],
  ]);
  expect(withoutPlace(one, 'to').values.has('to')).toBe(false);
});

test('the steps: first the type, then what differs', () => {
  expect(stepsOf(missions, NOTHING)).toEqual([
    { path: 'type', how: 'one', options: ['skip-mission', 'complete-mission'], isOptional: false },
  ]);
  const some = { ...NOTHING, type: 'complete-mission' };
  expect(stepsOf(missions, some).map(({ path, how }) => [path, how])).toEqual([
    ['mission', 'one'],
    ['cards', 'items'],
    ['trade', 'one'],
  ]);
});

test('if only one command is legal, or everything in it is optional, its type is offered', () => {
  const type = (name: string) => ({ path: 'type', how: 'one', options: [name], isOptional: false });
  expect(stepsOf([{ type: 'end-turn' }], NOTHING)).toEqual([type('end-turn')]);
  const defences = [
    { type: 'defend', cards: [] },
    { type: 'defend', cards: ['a'] },
  ];
  expect(stepsOf(defences, NOTHING)).toMatchObject([type('defend'), { path: 'cards', isOptional: true }]);
  expect(stepsOf(defences, { ...NOTHING, type: 'defend' })).toMatchObject([{ path: 'cards' }]);
});

test('items of a list are offered one by one, in order or where they repeat by their place', () => {
  const attack = (...cards: readonly string[]) => ({ type: 'attack', cards });
  const items = stepsOf([attack('a'), attack('b'), attack('a', 'b')], selected({}, { cards: ['a'] }));
  expect(items).toEqual([{ path: 'cards', how: 'items', options: ['b'], isOptional: true }]);
  const path = (...path: readonly string[]) => ({ type: 'play-storm', path });
  const ordered = [path('c1', 'c2'), path('c2', 'c1'), path('c2', 'c2')];
  expect(stepsOf(ordered, NOTHING)).toEqual([
    { path: 'path.0', how: 'one', options: ['c1', 'c2'], isOptional: false },
  ]);
  expect(stepsOf(ordered, selected({ 'path.0': 'c2' }))).toEqual([
    { path: 'path.1', how: 'one', options: ['c1', 'c2'], isOptional: false },
  ]);
});
