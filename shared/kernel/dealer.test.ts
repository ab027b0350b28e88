// Streams by name: what each is, and that nothing but its name decides what it gives.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createDealer, type Dealer, drawLot, layPile, shufflePile } from './dealer.ts';
import { createRng, shuffle, shuffled } from './rng.ts';
import { sha256 } from './sha256.ts';

const SEED = '000102030405060708090a0b0c0d0e0f';
const DECK = Array.from({ length: 12 }, (_, n) => `card-${n}`);
const TALLY = ['jam', 'jam', 'jam', 'oil', 'oil', 'tea'];

/** The formula of docs/fairness.md. */
function streamOf(name: string, count: number) {
  return createRng(sha256(`quayside-stream-1\n${SEED}\n${name}\n${count}`).slice(0, 32));
}

describe('by name:', () => {
  // Every deal of every stored match depends on these values, which docs/examples/check_deal.py computes too.
  test('golden values', () => {
    const dealer = createDealer(SEED);
    const deck = layPile(dealer, 'deck', DECK);
    expect(deck.map((card) => Number(card.slice(5)))).toEqual([5, 10, 6, 7, 1, 11, 3, 4, 8, 0, 9, 2]);
    shufflePile(dealer, 'deck', deck, DECK);
    expect(deck.map((card) => Number(card.slice(5)))).toEqual([7, 4, 5, 8, 0, 3, 10, 6, 1, 9, 2, 11]);
    expect([drawLot(dealer, 'first-seat', 1000), drawLot(dealer, 'first-seat', 1000)]).toEqual([714, 830]);
    expect(dealer).toEqual({ seed: SEED, draws: { deck: 2, 'first-seat': 2 } });
  });

  test('the stream of a shuffle is named by seed, pile and count', () => {
    const dealer = createDealer(SEED);
    for (const count of [1, 2, 3]) {
      expect(layPile(dealer, 'deck', DECK)).toEqual(shuffled(streamOf('deck', count), DECK));
      expect(drawLot(dealer, 'lot', 1 << 30)).toBe(drawLot(streamOf('lot', count), '', 1 << 30));
    }
  });

  test('whatever else is drawn, and in whatever order, the n-th shuffle of a pile is the same', () => {
    const name = fc.constantFrom('deck', 'ships', 'lot');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), fc.array(name, { maxLength: 12 }), (one, other) => {
        const tables = [one, other].map(drawn);
        for (const pile of ['deck', 'ships', 'lot']) {
          const [here = [], there = []] = tables.map((found) => found.get(pile));
          const met = Math.min(here.length, there.length);
          expect(here.slice(0, met)).toEqual(there.slice(0, met));
        }
      }),
    );
  });

  test('how the pieces lay does not matter, and the same pieces come in the same order whatever lies elsewhere', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(DECK), fc.shuffledSubarray(DECK), (one, other) => {
        const [here = [], there = []] = [one, other].map((pile) =>
          layPile(createDealer(SEED), 'deck', pile, DECK),
        );
        expect(here.toSorted()).toEqual(one.toSorted());
        expect(here.filter((card) => other.includes(card))).toEqual(
          there.filter((card) => one.includes(card)),
        );
      }),
    );
  });

  test('of pieces that are alike, as many lie there as before', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(TALLY), (pile) => {
        expect(layPile(createDealer(SEED), 'deck', pile, TALLY).toSorted()).toEqual(pile.toSorted());
      }),
    );
  });

  test('every order of a part of the pieces is about equally likely, also of pieces that are alike', () => {
    const dealer = createDealer(SEED);
    const found = new Map<string, number>();
    for (let n = 0; n < 3_000; n++) {
      const order = layPile(dealer, 'deck', ['tea', 'jam', 'jam'], TALLY).join();
      found.set(order, (found.get(order) ?? 0) + 1);
    }
    expect([...found.keys()].sort()).toEqual(['jam,jam,tea', 'jam,tea,jam', 'tea,jam,jam']);
    // Four standard deviations.
    for (const count of found.values()) expect(Math.abs(count - 1_000)).toBeLessThan(104);
  });

  test('a piece that does not belong in a pile, and one too many, is a bug', () => {
    for (const pile of [
      ['card-1', 'card-99'],
      ['card-1', 'card-1'],
    ])
      expect(() => layPile(createDealer(SEED), 'deck', pile, DECK)).toThrow('the pile deck');
  });

  test('the state is plain data, and a copy of it does not change with the original', () => {
    const dealer = createDealer(SEED);
    layPile(dealer, 'deck', DECK);
    const copy = { ...dealer };
    const revived = JSON.parse(JSON.stringify(dealer)) as Dealer;
    const second = layPile(dealer, 'deck', DECK);
    expect(layPile(copy, 'deck', DECK)).toEqual(second);
    expect(layPile(revived, 'deck', DECK)).toEqual(second);
  });
});

test('under earlier rules everything takes the next words of one stream', () => {
  const dealer = createDealer(SEED, 'one');
  const rng = createRng(SEED);
  const piles = [DECK, TALLY].map((box) => box.slice(1));
  for (const pile of piles) {
    const expected = pile.slice();
    shuffle(rng, expected);
    expect(layPile(dealer, 'deck', pile, DECK)).toEqual(expected);
  }
  expect(dealer).toEqual(rng);
  expect(drawLot(dealer, 'first-seat', 5)).toBe(drawLot(rng, 'another name', 5));
});

test('a seed is 32 hexadecimal digits', () => {
  expect(() => createDealer('seed')).toThrow('hexadecimal');
});

/** What each pile was after each of its shuffles. */
function drawn(names: readonly string[]): Map<string, unknown[]> {
  const dealer = createDealer(SEED);
  const found = new Map<string, unknown[]>();
  for (const name of names) {
    const drawnNow = name === 'lot' ? drawLot(dealer, name, 1 << 30) : layPile(dealer, name, DECK);
    found.set(name, [...(found.get(name) ?? []), drawnNow]);
  }
  return found;
}
