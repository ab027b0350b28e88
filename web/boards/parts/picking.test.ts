// Picking on a board, over a real choice.
import { expect, test } from '@jest/globals';
import type { GameTypes, LegalCommand } from '../../../client/index.ts';
import { Choice } from '../../choice/choice.ts';
import { choosing, isPicked, offered, pick, pickItem, pickOnly, some, valuesOf } from './picking.ts';

type Command = LegalCommand<GameTypes>;
const sail = (ship: string, to: string) => ({ type: 'sail', decision: 1, ship, to });
const discard = (...cards: string[]) => ({ type: 'discard', decision: 1, cards });
const COMMANDS: readonly Command[] = [
  sail('a', 'north'),
  sail('a', 'south'),
  sail('b', 'north'),
  discard('x'),
  discard('x', 'y'),
  { type: 'pass', decision: 1 },
];

/** `choice` is null where nothing can be picked. */
async function board() {
  const choice = new Choice<GameTypes>({
    legal: () => Promise.resolve({ commands: COMMANDS, unasked: [], complete: true }),
    preview: () => Promise.resolve({ state: 'none' }),
    send: () => Promise.resolve(undefined),
  });
  await choice.ask({ id: 1, seat: 0, kind: 'move', deadline: null });
  return { choice, commands: COMMANDS };
}

test('what can be chosen is what some legal command has', () => {
  expect(some(COMMANDS, 'sail', { ship: 'b', to: 'north' })).toBe(true);
  expect(some(COMMANDS, 'sail', { ship: 'b', to: 'south' })).toBe(false);
  expect(some(COMMANDS, 'sail')).toBe(true);
  expect(some(COMMANDS, 'moor')).toBe(false);
  expect(valuesOf(COMMANDS, { type: 'sail', fields: { to: 'north' } }, 'ship')).toEqual(['a', 'b']);
  const north = { fields: { to: 'north' } };
  expect(offered({ choice: null, commands: COMMANDS }, north)).toBe(north);
  expect(offered({ choice: null, commands: COMMANDS }, { fields: { to: 'west' } })).toBeUndefined();
});

test('a pick adds to the others, replaces the one at its place, and is taken back by picking it again', async () => {
  const sight = await board();
  const { choice } = sight;
  pick(sight, { type: 'sail', fields: { ship: 'a' } });
  pick(sight, { fields: { to: 'south' } });
  expect(choice.candidate.value).toEqual(sail('a', 'south'));
  pick(sight, { fields: { to: 'north' } });
  expect(choice.candidate.value).toEqual(sail('a', 'north'));
  pick(sight, { fields: { to: 'north' } });
  expect(choice.candidate.value).toBeUndefined();
  expect(isPicked(sight, { type: 'sail', fields: { ship: 'a' } })).toBe(true);
  expect(isPicked(sight, { type: 'sail', fields: { ship: 'b' } })).toBe(false);
});

test('what a proposed command has is picked, in lists too', async () => {
  const sight = await board();
  sight.choice.propose(discard('x', 'y'));
  expect(isPicked(sight, { fields: { cards: 'y' } })).toBe(true);
  expect(isPicked(sight, { fields: { cards: 'z' } })).toBe(false);
  expect(isPicked(sight, { type: 'discard' })).toBe(true);
  expect(isPicked(sight, { type: 'pass' })).toBe(false);
});

test('a pick instead of all others leaves nothing of them', async () => {
  const sight = await board();
  const { choice } = sight;
  pick(sight, { type: 'sail', fields: { ship: 'a', to: 'south' } });
  pickOnly(sight, { fields: { ship: 'b' } });
  expect(choice.candidate.value).toEqual(sail('b', 'north'));
  pickOnly(sight, { type: 'pass' });
  expect(choice.candidate.value?.type).toBe('pass');
  pickOnly(sight, { type: 'pass' });
  expect(choice.isEmpty.value).toBe(true);
});

test('items are picked one by one', async () => {
  const sight = await board();
  pickItem(sight, 'discard', 'cards', 'x');
  pickItem(sight, 'discard', 'cards', 'y');
  expect(sight.choice.candidate.value).toEqual(discard('x', 'y'));
  pickItem(sight, 'discard', 'cards', 'y');
  expect(sight.choice.candidate.value).toEqual(discard('x'));
});

test('a piece without a meaning cannot be chosen, and one that looks on picks nothing', async () => {
  const sight = await board();
  expect(choosing(sight, undefined)).toEqual({ picked: false, onPick: undefined });
  choosing(sight, { type: 'pass' }).onPick?.();
  expect(choosing(sight, { type: 'pass' }).picked).toBe(true);
  const watching = { ...sight, choice: null };
  choosing(watching, { type: 'pass' }).onPick?.();
  expect(choosing(watching, { type: 'pass' }).picked).toBe(false);
});
