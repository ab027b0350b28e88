import { expect, test } from '@jest/globals';
import { LEASE_MS, type Sign, Signs } from './signs.ts';

const LOOK_MS = 750;

function watching() {
  const state = { now: 10_000 };
  const signs = new Signs(() => state.now);
  /** Looks for that long; the numbers that are silent at the last look. */
  const look = (ms: number, signsAt: (look: number) => readonly Sign[]) => {
    let silent: readonly number[] = [];
    for (let n = 0; n * LOOK_MS < ms; n++) {
      state.now += LOOK_MS;
      silent = signs.silentAmong(signsAt(n)).map(({ number }) => number);
    }
    return silent;
  };
  return { state, look };
}

test('silent is whose sign has not changed for as long as a lease, by one’s own clock', () => {
  const { look } = watching();
  const seen = (n: number) => [
    { number: 1, sign: 'same' },
    { number: 2, sign: `${n}` },
    { number: 3, sign: null },
  ];
  expect(look(LEASE_MS, seen)).toEqual([]);
  expect(look(2 * LOOK_MS, () => seen(99))).toEqual([1]);
});

test('what the sign says does not count: clocks that are set forward or back end nobody', () => {
  const { look } = watching();
  const said = ['900', '4500', '5', '5000', '1'];
  expect(look(5 * LEASE_MS, (n) => [{ number: 1, sign: `${said[n % 5]}` }])).toEqual([]);
});

test('a gap in one’s own looks proves nothing about others', () => {
  const { state, look } = watching();
  const same = () => [{ number: 1, sign: 'same' }];
  look(LEASE_MS, same);
  state.now += 60_000;
  expect(look(LEASE_MS, same)).toEqual([]);
  expect(look(2 * LOOK_MS, same)).toEqual([1]);
});
