// Values sent as text, or not sent, are decoded as the schemas describe them.
import { expect, test } from '@jest/globals';
import { decoded } from './decode.ts';

const schemas = {
  $defs: {
    'harbour-id': { type: 'string' },
    view: {
      type: 'object',
      properties: {
        id: { $ref: '#/$defs/harbour-id' },
        holder: { anyOf: [{ type: 'integer' }, { const: 'lair' }] },
        name: { type: ['string', 'null'] },
        berth: { anyOf: [{ type: 'object', properties: { seat: { type: 'integer' } } }, { type: 'null' }] },
        path: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
        seats: { type: 'array', items: { anyOf: [{ type: 'integer' }, { enum: ['all'] }] } },
        counts: { type: 'object', additionalProperties: { type: 'array', items: { type: 'integer' } } },
        note: { type: 'string' },
      },
      required: ['id', 'holder', 'name', 'berth', 'path', 'seats', 'counts'],
    },
  },
};
const read = (value: object) => decoded(schemas, 'view', value);
const sent = { id: '7', holder: '2', path: '[[1,2]]', seats: ['0', 'all'], counts: { red: '[3]' } };

test('mixed values and JSON are sent as text, `null` is not sent', () => {
  expect(read(sent)).toEqual({
    id: '7',
    holder: 2,
    name: null,
    berth: null,
    path: [[1, 2]],
    seats: [0, 'all'],
    counts: { red: [3] },
  });
});

test('a text that may be a text stays one; what is there is kept; what is unknown too', () => {
  const more = { name: '12', holder: 'lair', berth: { seat: 1 }, note: '[', later: 'word' };
  expect(read({ ...sent, ...more })).toMatchObject(more);
});
