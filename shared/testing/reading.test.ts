// Players who read the sentences and nothing else can follow every game, in both languages.
import { describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../kernel/game.ts';
import { greedyCommand, randomCommand, seedOf } from './play.ts';
import { accountsOf, bookOf, faultIn, listenerTo, type Reading, silenced } from './reading.ts';
import { testedGames } from './registry.ts';

const readable = testedGames.flatMap((one) =>
  one.reading === undefined ? [] : [{ ...one, reading: one.reading }],
);

describe.each(readable.map((one) => [one.id, one] as const))('the sentences of %s', (_id, tested) => {
  const { family, game, reading } = tested;
  const { seats } = game;
  const play = (count: number, n: number, policy: typeof randomCommand) =>
    accountsOf(game, count, reading.options ?? {}, seedOf(n), policy);
  const accounts = [
    // In the last three, events happen that are rare in random play.
    ...[1, 2, 3, 4, 5, 13, 20, 21].flatMap((n) =>
      play(n % 2 === 0 ? seats.min : seats.max, n, randomCommand),
    ),
    ...[3, 4].flatMap((n) => play(n % 2 === 0 ? seats.min : seats.max, n, greedyCommand)),
  ];
  const catalogue = family.catalogue.of(family.builtIn);

  test.each(LANGUAGES)('say where everything is, in %s', (language) => {
    const book = bookOf(family, language);
    for (const account of accounts) expect(faultIn(account, reading, book, catalogue)).toBeUndefined();
  });

  test('each of the events that a reader needs: without its words the reader gets lost', () => {
    const book = bookOf(family, 'en');
    const known = reading.needs.filter((type) =>
      accounts.every((account) => faultIn(account, reading, silenced(book, type), catalogue) === undefined),
    );
    expect(known).toEqual([]);
  });
});

describe('what a sentence says', () => {
  const book = {
    words: { locale: 'en-GB', seat: ['Player'], nothing: 'nothing', nobody: 'nobody' },
    components: { a: 'barge', b: 'barge' },
    phrases: {
      coins: [{ when: [], plural: null, parts: [{ field: 'count', as: 'number', kinds: [], phrase: null }] }],
    },
    events: {
      moved: [
        {
          when: [],
          plural: null,
          parts: ['The ', { field: 'ship', as: 'component', kinds: [], phrase: null }],
        },
      ],
      paid: [{ when: [], plural: null, parts: [{ field: 'sum', as: 'phrase', kinds: [], phrase: 'coins' }] }],
      ended: [
        { when: [{ field: 'reason', is: 'done' }], plural: null, parts: ['done'] },
        { when: [{ field: 'reason', is: 'late' }], plural: null, parts: ['over'] },
        { when: [{ field: 'reason', is: 'left' }], plural: null, parts: ['over'] },
      ],
    },
  } as const;

  test('is what it fills in, by name; nothing else that the event holds', () => {
    expect(listenerTo(book)({ type: 'moved', ship: 'b', to: 'c' })).toEqual({ type: 'moved', ship: 'barge' });
    expect(listenerTo(book)({ type: 'paid', sum: 3, seat: 1 })).toEqual({ type: 'paid', sum: 3 });
  });

  test('includes what it words differently, not what it words alike', () => {
    expect(listenerTo(book)({ type: 'ended', reason: 'done' })).toEqual({ type: 'ended', reason: 'done' });
    expect(listenerTo(book)({ type: 'ended', reason: 'late' })).toEqual({ type: 'ended' });
  });

  test('a sentence that says too little is found', () => {
    const reading: Reading = {
      needs: [],
      begin: () => {
        let place: unknown = 'here';
        return {
          hear: ({ to }) => {
            place = to;
          },
          position: () => ({ place }),
        };
      },
      truth: (all: { readonly place: string }) => all,
    };
    const moments = [{ events: [{ type: 'moved', ship: 'a', to: 'c' }], all: { place: 'c' }, own: null }];
    const account = { seat: null, seats: 2, options: {}, moments };
    expect(faultIn(account, reading, book, {})).toEqual({
      version: 0,
      said: ['The barge'],
      read: '.place: undefined',
      true: '.place: "c"',
    });
  });
});
