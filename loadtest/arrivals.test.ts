import { expect, test } from '@jest/globals';
import { arrivalTimes } from './arrivals.ts';
import { matchOrders } from './plan.ts';
import { PLAN } from './testing/example.ts';

const base = { rate: 20, ramp: 0, seconds: 100, matches: 10_000, seed: '7'.repeat(32) };

test('matches arrive in order, at the rate, and not after the end', () => {
  const times = arrivalTimes(base);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times.length).toBeGreaterThan(1_800);
  expect(times.length).toBeLessThan(2_200);
  expect(times.at(-1)).toBeLessThan(100_000);
});

test('the intervals are those of independent arrivals: mean and deviation are equal', () => {
  const times = arrivalTimes(base);
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const spread = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
  expect(spread / mean).toBeGreaterThan(0.9);
  expect(spread / mean).toBeLessThan(1.1);
});

test('during a ramp half as many arrive, most of them late in it', () => {
  const times = arrivalTimes({ ...base, ramp: 50, seconds: 50 });
  expect(times.length).toBeGreaterThan(420);
  expect(times.length).toBeLessThan(580);
  const early = times.filter((time) => time < 25_000).length;
  expect(early / times.length).toBeGreaterThan(0.17);
  expect(early / times.length).toBeLessThan(0.33);
});

test('a seed determines the arrivals; --matches is the limit', () => {
  expect(arrivalTimes(base)).toEqual(arrivalTimes(base));
  expect(arrivalTimes({ ...base, seed: '8'.repeat(32) })).not.toEqual(arrivalTimes(base));
  expect(arrivalTimes({ ...base, matches: 7 })).toEqual(arrivalTimes(base).slice(0, 7));
});

test('games and table sizes take turns; a size that no game has is refused', () => {
  const sizes = { borneo: { min: 3, max: 5 }, dockers: { min: 3, max: 4 } } as const;
  const seatsOf = (game: string) => sizes[game as keyof typeof sizes];
  const plan = { ...PLAN, games: ['borneo', 'dockers'], rate: 100 };
  const orders = matchOrders(plan, seatsOf).map(({ game, seats }) => `${game} ${seats}`);
  expect(orders.slice(0, 6)).toEqual([
    'borneo 3',
    'borneo 4',
    'borneo 5',
    'dockers 3',
    'dockers 4',
    'borneo 3',
  ]);
  expect(() => matchOrders({ ...plan, seats: 5 }, seatsOf)).toThrow('dockers has 3 to 4 seats');
});

test('captains sit at the share of tables that was asked for, evenly spread', () => {
  const seatsOf = () => ({ min: 2, max: 4 });
  const at = (captains: number) => matchOrders({ ...PLAN, rate: 100, captains }, seatsOf);
  expect(at(0).filter((order) => order.captains)).toEqual([]);
  expect(at(1).every((order) => order.captains)).toBe(true);
  const third = at(1 / 3).map((order) => order.captains);
  for (let n = 3; n <= third.length; n++)
    expect(third.slice(n - 3, n).filter(Boolean).length).toBeLessThanOrEqual(1);
  expect(third.filter(Boolean).length).toBeGreaterThan(third.length / 3 - 1);
});
