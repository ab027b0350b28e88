// The settings of a new table, and how they constrain each other.
import { expect, test } from '@jest/globals';
import { tableOptions } from '../../shared/protocol/messages.ts';
import { firstDraft, hasHints, isFull, revised, wishOf } from './draft.ts';
import { fieldsOf } from './options.ts';

const draft = firstDraft({ seats: { min: 2, max: 4 } });
const fields = fieldsOf({ properties: { wild: { type: 'boolean' } } });

test('without changes it is a table that the server accepts, with the server’s defaults', () => {
  const wish = wishOf(draft, fields);
  expect(tableOptions.parse(wish)).toEqual(tableOptions.parse({ seats: 3 }));
});

test('options and an edition are sent only if they were chosen', () => {
  expect(wishOf(revised(draft, { options: { wild: false } }), fields)).not.toHaveProperty('options');
  expect(wishOf(revised(draft, { options: { wild: true }, edition: 'ours' }), fields)).toMatchObject({
    options: { wild: true, edition: 'ours' },
  });
});

test('bots leave a seat for the host, however many seats there are', () => {
  const full = revised(revised(draft, { seats: 4 }), { bots: 3 });
  expect([isFull(full), isFull(draft)]).toEqual([true, false]);
  expect(revised(full, { seats: 2 }).bots).toBe(1);
});

test('without a clock no seat is left to it', () => {
  const left = revised(draft, { vacancy: 'clock' });
  expect(left.vacancy).toBe('clock');
  expect(revised(left, { clock: 'none' }).vacancy).toBe('bot');
});

test('against bots alone there is advice, unless the host says otherwise', () => {
  const full = revised(draft, { bots: 2 });
  expect([hasHints(draft), hasHints(full)]).toEqual([false, true]);
  expect(wishOf(full, fields).hints).toBe(true);
  expect(wishOf(revised(full, { hints: false }), fields).hints).toBe(false);
  expect(wishOf(revised(draft, { hints: true }), fields).hints).toBe(true);
});
