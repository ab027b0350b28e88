import { type Decoder, Encoder, Reflection, type Schema } from '@colyseus/schema';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { mirrorOf, reflect } from './view-schema.ts';

const view = z.strictObject({
  version: z.int(),
  phase: z.enum(['one', 'two']),
  pirateShip: z.union([z.literal(['off', 'lair']), z.int()]),
  fight: z.nullable(z.strictObject({ cards: z.array(z.string()), bonus: z.int() })),
  slots: z.array(z.strictObject({ harbour: z.nullable(z.string()), counts: z.record(z.string(), z.int()) })),
  companies: z.strictObject({ red: z.array(z.string()), blue: z.array(z.string()) }),
  ships: z.record(z.string(), z.strictObject({ owner: z.int(), cargo: z.nullable(z.string()) })),
  grid: z.array(z.array(z.int())),
  flags: z.array(z.boolean()),
});

const word = fc.constantFrom('a', 'b', 'c', 'd');
const arbitraryView = fc.record({
  version: fc.nat(1000),
  phase: fc.constantFrom('one', 'two'),
  pirateShip: fc.oneof(fc.constantFrom('off', 'lair'), fc.nat(4)),
  fight: fc.option(fc.record({ cards: fc.array(word, { maxLength: 4 }), bonus: fc.nat(5) })),
  slots: fc.array(
    fc.record({ harbour: fc.option(word), counts: fc.dictionary(word, fc.nat(9), { maxKeys: 3 }) }),
    { maxLength: 4 },
  ),
  companies: fc.record({ red: fc.array(word, { maxLength: 5 }), blue: fc.array(word, { maxLength: 5 }) }),
  ships: fc.dictionary(word, fc.record({ owner: fc.nat(3), cargo: fc.option(word) }), { maxKeys: 4 }),
  grid: fc.array(fc.array(fc.nat(3), { maxLength: 3 }), { maxLength: 3 }),
  flags: fc.array(fc.boolean(), { maxLength: 4 }),
});

/** The view as a client reads it: absent for null, text for mixed types, JSON text for nested lists. */
function asSeen(full: object): unknown {
  const drop = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(drop);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, drop(inner)]])),
    );
  };
  const shown = drop(full) as Record<string, unknown>;
  return { ...shown, pirateShip: String(shown['pirateShip']), grid: JSON.stringify(shown['grid']) };
}

test('a mirrored view arrives at a decoder as it is, through any sequence of changes', () => {
  const mirror = mirrorOf(view, 'Sample');
  fc.assert(
    fc.property(fc.array(arbitraryView, { minLength: 1, maxLength: 8 }), (views) => {
      const root = mirror.make();
      const encoder = new Encoder(root);
      const first = views[0] as object;
      reflect(mirror, root, undefined, first);
      const decoder = Reflection.decode(Reflection.encode(encoder)) as unknown as Decoder<Schema>;
      decoder.decode(encoder.encodeAll());
      encoder.discardChanges();
      let previous = first;
      for (const next of views.slice(1)) {
        reflect(mirror, root, previous, next);
        decoder.decode(encoder.encode());
        encoder.discardChanges();
        previous = next;
      }
      expect(decoder.state.toJSON()).toEqual(asSeen(previous));
    }),
    { numRuns: 300 },
  );
});

test('what did not change is not sent', () => {
  const mirror = mirrorOf(view, 'Quiet');
  const root = mirror.make();
  const encoder = new Encoder(root);
  const one = fc.sample(arbitraryView, { numRuns: 1, seed: 4 })[0] as object;
  reflect(mirror, root, undefined, one);
  encoder.discardChanges();
  reflect(mirror, root, one, structuredClone(one));
  expect(encoder.hasChanges).toBe(false);
});
