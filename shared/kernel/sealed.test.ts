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
  cargoes: Record<string, Hidden<string>>;
}

/** Seat 0 knows its hand and what it sent. */
function sealed(): Secret {
  const secret: Secret = {
    hands: [conceal(['a', 'b']), conceal(['c', 'd'])],
    sent: [conceal('e'), conceal('f')],
    deals: { '1': conceal({ give: 'g' }), '2': conceal({ give: 'h' }) },
    deck: conceal(['i', 'j', 'k']),
    cargoes: { mine: conceal('l'), yours: conceal('m') },
  };
  const watch = new Watch();
  const hidden = watch.seal(secret);
  watch.learn(() => {
    reveal(hand(hidden, 0)).slice();
    reveal(sent(hidden, 0));
    reveal(deal(hidden, '1'));
    reveal(cargo(hidden, 'mine'));
  });
  return hidden;
}

function hand(hidden: Secret, seat: number): Hidden<string[]> {
  return hidden.hands[seat] ?? conceal([]);
}

function sent(hidden: Secret, seat: number): Hidden<string | null> {
  return hidden.sent[seat] ?? conceal(null);
}

function deal(hidden: Secret, id: string): Hidden<{ give: string }> {
  return hidden.deals[id] ?? conceal({ give: '' });
}

function cargo(hidden: Secret, ship: string): Hidden<string> {
  return hidden.cargoes[ship] ?? conceal('');
}

describe('known or public facts', () => {
  test.each<[string, (hidden: Secret) => unknown, unknown]>([
    ['a known hand', (hidden) => [...reveal(hand(hidden, 0))], ['a', 'b']],
    ['a known fact', (hidden) => reveal(sent(hidden, 0)), 'e'],
    ['a known object', (hidden) => reveal(deal(hidden, '1')), { give: 'g' }],
    ['the size of a pile', (hidden) => reveal(hidden.deck).length, 3],
    ['the number of hands', (hidden) => hidden.hands.length, 2],
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
      'the cards of a known hand, taken from below, one by one',
      (hidden) => [reveal(hand(hidden, 0)).shift(), ...reveal(hand(hidden, 0))],
      ['a', 'b'],
    ],
    [
      'cards taken from farther below than there are',
      (hidden) => [...reveal(hand(hidden, 0)).splice(-5, 1), ...reveal(hand(hidden, 0))],
      ['a', 'b'],
    ],
    [
      'how many cards there are once some were put under a pile',
      (hidden) => reveal(hidden.deck).unshift('x', 'y'),
      5,
    ],
    [
      'a card put in the middle of a pile',
      (hidden) => {
        reveal(hidden.deck).splice(1, 0, 'x');
        return reveal(hidden.deck)[1];
      },
      'x',
    ],
    [
      'a pile that was cleared, filled anew and altered',
      (hidden) => {
        const deck = reveal(hidden.deck);
        deck.length = 0;
        deck.push('x');
        hidden.deck = alter(hidden.deck, (cards) => [...cards, 'y']);
        return [...reveal(hidden.deck)];
      },
      ['x', 'y'],
    ],
    [
      'new hands and objects, also all at once',
      (hidden) => {
        hidden.hands = [conceal(['x']), conceal(['y'])];
        hidden.deals['2'] = conceal({ give: 'z' });
        hidden.deals = { ...hidden.deals, '3': conceal({ give: 'w' }) };
        return [...reveal(hand(hidden, 1)), reveal(deal(hidden, '2')).give, reveal(deal(hidden, '3')).give];
      },
      ['y', 'z', 'w'],
    ],
    [
      'a known object that was altered',
      (hidden) => {
        hidden.deals['1'] = alter(deal(hidden, '1'), ({ give }) => ({ give: `${give}x` }));
        return reveal(deal(hidden, '1'));
      },
      { give: 'gx' },
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
        return reveal(sent(hidden, 1));
      },
      'x',
    ],
    [
      'a known fact that was moved',
      (hidden) => {
        hidden.sent[1] = sent(hidden, 0);
        hidden.hands[1] = hand(hidden, 0);
        return [reveal(sent(hidden, 1)), ...reveal(hand(hidden, 1))];
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
    ['another fact', (hidden) => reveal(sent(hidden, 1))],
    ['another object', (hidden) => reveal(deal(hidden, '2'))],
    ['another cargo', (hidden) => reveal(cargo(hidden, 'yours'))],
    ['the top of a pile', (hidden) => reveal(hidden.deck).pop()],
    ['the bottom of a pile', (hidden) => reveal(hidden.deck).shift()],
    ['a part of a pile', (hidden) => reveal(hidden.deck).splice(1, 1)],
    [
      'what is below a card put on top',
      (hidden) => reveal(hidden.deck).push('x') && [...reveal(hidden.deck)],
    ],
    [
      'what is above a card put under a pile and taken from there again',
      (hidden) => {
        const deck = reveal(hidden.deck);
        deck.unshift('x');
        deck.shift();
        return deck[0];
      },
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
        hidden.sent[0] = alter(sent(hidden, 1), (tug) => `${tug}x`);
        return reveal(sent(hidden, 0));
      },
    ],
    [
      'an unknown fact in the place of a known one',
      (hidden) => {
        hidden.cargoes['mine'] = cargo(hidden, 'yours');
        return reveal(cargo(hidden, 'mine'));
      },
    ],
    [
      'an unknown fact that was moved, when its old place holds a known one',
      (hidden) => {
        hidden.sent[0] = sent(hidden, 1);
        hidden.sent[1] = conceal('x');
        return reveal(sent(hidden, 0));
      },
    ],
    [
      'an unknown fact that has changed places with a known one',
      (hidden) => {
        const theirs = sent(hidden, 1);
        hidden.sent[1] = sent(hidden, 0);
        hidden.sent[0] = theirs;
        return reveal(sent(hidden, 0));
      },
    ],
    [
      'an unknown fact among others in a new list',
      (hidden) => {
        hidden.sent = [sent(hidden, 1), sent(hidden, 0)];
        return reveal(sent(hidden, 0));
      },
    ],
    [
      'an unknown object that was altered',
      (hidden) => {
        hidden.deals['2'] = alter(deal(hidden, '2'), ({ give }) => ({ give: `${give}x` }));
        return reveal(deal(hidden, '2'));
      },
    ],
    ...(['push', 'unshift'] as const).map((put): [string, (hidden: Secret) => unknown] => [
      `a pile that was altered when one of its cards was known: ${put}`,
      (hidden) => {
        reveal(hidden.deck)[put]('x');
        hidden.deck = alter(hidden.deck, (cards) => cards.slice());
        return reveal(hidden.deck)[1];
      },
    ]),
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

test('work that is stopped where it is not expected says why', () => {
  expect(() => reveal(sent(sealed(), 1))).toThrow('stopped: hidden');
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
