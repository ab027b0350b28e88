// Sealed facts stop the work at unknown facts, and at nothing else.
import { describe, expect, test } from '@jest/globals';
import { reveal } from './reveal.ts';
import { below, shuffle } from './rng.ts';
import { alter, sealedGenerator, stopOf, Watch } from './sealed.ts';
import { conceal, type Hidden } from './secrecy.ts';

interface Secret {
  hands: Hidden<string[]>[];
  sent: Hidden<string | null>[];
  deals: Record<string, Hidden<{ give: string }>>;
  deck: Hidden<string[]>;
}

/** Seat 0 knows its hand and what it sent. */
function sealed(): Secret {
  const secret: Secret = {
    hands: [conceal(['a', 'b']), conceal(['c', 'd'])],
    sent: [conceal('e'), conceal('f')],
    deals: { '1': conceal({ give: 'g' }), '2': conceal({ give: 'h' }) },
    deck: conceal(['i', 'j', 'k']),
  };
  const watch = new Watch();
  const hidden = watch.seal(secret);
  watch.learn(() => {
    reveal(hand(hidden, 0)).slice();
    reveal(hidden.sent[0] ?? conceal(null));
    reveal(hidden.deals['1'] ?? conceal({ give: '' }));
  });
  return hidden;
}

function hand(hidden: Secret, seat: number): Hidden<string[]> {
  return hidden.hands[seat] ?? conceal([]);
}

describe('known or public facts', () => {
  test.each<[string, (hidden: Secret) => unknown, unknown]>([
    ['a known hand', (hidden) => [...reveal(hand(hidden, 0))], ['a', 'b']],
    ['a known fact', (hidden) => reveal(hidden.sent[0] ?? conceal(null)), 'e'],
    ['a known object', (hidden) => reveal(hidden.deals['1'] ?? conceal({ give: '' })), { give: 'g' }],
    ['the size of a pile', (hidden) => reveal(hidden.deck).length, 3],
    ['that there is a fact', (hidden) => Object.keys(hidden.deals), ['1', '2']],
    ['what was put on a pile', (hidden) => reveal(hidden.deck).push('x') && reveal(hidden.deck).pop(), 'x'],
    [
      'what was put under a pile',
      (hidden) => reveal(hidden.deck).unshift('x', 'y') && reveal(hidden.deck).shift(),
      'x',
    ],
    [
      'a known card taken out of a hand',
      (hidden) =>
        reveal(hand(hidden, 0))
          .splice(-1)
          .concat(reveal(hand(hidden, 0))),
      ['b', 'a'],
    ],
    [
      'a new pile',
      (hidden) => {
        hidden.deck = conceal(['x']);
        return reveal(hidden.deck)[0];
      },
      'x',
    ],
    [
      'what was written',
      (hidden) => {
        hidden.sent[1] = conceal('x');
        return reveal(hidden.sent[1] ?? conceal(null));
      },
      'x',
    ],
    [
      'a known fact that was moved',
      (hidden) => {
        hidden.sent[1] = hidden.sent[0] ?? conceal(null);
        hidden.hands[1] = hand(hidden, 0);
        return [reveal(hidden.sent[1] ?? conceal(null)), ...reveal(hand(hidden, 1))];
      },
      ['e', 'a', 'b'],
    ],
    [
      'a known hand that was altered',
      (hidden) => {
        hidden.hands[0] = alter(hand(hidden, 0), (cards) => [...cards, 'x']);
        return [...reveal(hand(hidden, 0))];
      },
      ['a', 'b', 'x'],
    ],
    [
      'the size of an unknown hand that was altered',
      (hidden) => {
        hidden.hands[1] = alter(hand(hidden, 1), (cards) => cards.slice(1));
        return reveal(hand(hidden, 1)).length;
      },
      1,
    ],
  ])('%s can be read', (_what, work, expected) => {
    const hidden = sealed();
    let found: unknown;
    expect(
      stopOf(() => {
        found = work(hidden);
      }),
    ).toBeNull();
    expect(found).toEqual(expected);
  });
});

describe('unknown facts', () => {
  test.each<[string, (hidden: Secret) => unknown]>([
    ['another hand', (hidden) => reveal(hand(hidden, 1)).includes('z')],
    ['another fact', (hidden) => reveal(hidden.sent[1] ?? conceal(null))],
    ['another object', (hidden) => reveal(hidden.deals['2'] ?? conceal({ give: '' }))],
    ['the top of a pile', (hidden) => reveal(hidden.deck).pop()],
    ['the bottom of a pile', (hidden) => reveal(hidden.deck).shift()],
    ['a part of a pile', (hidden) => reveal(hidden.deck).splice(1, 1)],
    [
      'what is below a card put on top',
      (hidden) => reveal(hidden.deck).push('x') && [...reveal(hidden.deck)],
    ],
    [
      'an unknown hand that was altered',
      (hidden) => {
        hidden.hands[1] = alter(hand(hidden, 1), (cards) => cards.slice(1));
        return [...reveal(hand(hidden, 1))];
      },
    ],
    [
      'an unknown fact that was altered or moved',
      (hidden) => {
        hidden.sent[0] = alter(hidden.sent[1] ?? conceal(null), (tug) => `${tug}x`);
        return reveal(hidden.sent[0] ?? conceal(null));
      },
    ],
  ])('%s stops the work', (_what, work) => {
    const hidden = sealed();
    expect(stopOf(() => work(hidden))).toBe('hidden');
  });

  test('a pile is unchanged when the work stops', () => {
    const hidden = sealed();
    stopOf(() => reveal(hidden.deck).pop());
    stopOf(() => reveal(hidden.deck).splice(0, 2));
    expect(reveal(hidden.deck).length).toBe(3);
  });
});

test('the first random number stops the work, but not the shuffling of a single card', () => {
  const rng = reveal(sealedGenerator());
  const cards = ['a', 'b'];
  expect(stopOf(() => below(rng, 6))).toBe('chance');
  expect(stopOf(() => shuffle(rng, cards))).toBe('chance');
  expect(cards).toEqual(['a', 'b']);
  expect(stopOf(() => shuffle(rng, ['a']))).toBeNull();
});

test('bare facts are altered and revealed unchanged; other errors are not swallowed', () => {
  expect(reveal(alter(conceal(['a']), (cards) => [...cards, 'b']))).toEqual(['a', 'b']);
  expect(() =>
    stopOf(() => {
      throw new RangeError('a bug');
    }),
  ).toThrow('a bug');
});
