// Each version is listed once, in order, however it arrives.
import { describe, expect, test } from '@jest/globals';
import { goneBy, isWithinReach, logWith, mayGoAgain, NEWS_KEPT, NO_NEWS, takenBackIn } from './log.ts';

const news = (version: number) => ({ version, seat: 0, by: 'player' as const, at: version, events: [] });
const versionsOf = (log: readonly { readonly version: number }[]) => log.map(({ version }) => version);

test('in order, each once, whatever else a line holds', () => {
  const log = logWith(NO_NEWS, [news(4)]);
  const whole = logWith(log, [news(2), { ...news(3), view: {} } as ReturnType<typeof news>, news(4)]);
  expect(versionsOf(whole)).toEqual([2, 3, 4]);
  expect(Object.keys(whole[1] ?? {})).not.toContain('view');
  expect(logWith(whole, [news(3)])).toBe(whole);
});

test('the oldest are forgotten', () => {
  const log = logWith(
    NO_NEWS,
    Array.from({ length: NEWS_KEPT + 7 }, (_, version) => news(version)),
  );
  expect(log.length).toBe(NEWS_KEPT);
  expect(log[0]?.version).toBe(7);
});

describe('taking back', () => {
  const line = (
    version: number,
    seat: number,
    by: 'player' | 'bot' | 'clock' = 'player',
    gone?: number[],
  ) => ({
    version,
    seat,
    by,
    at: 0,
    events: gone === undefined ? [] : [{ type: 'taken-back', seat, versions: gone }],
  });

  test('is worth asking for while only people have decided since, and few', () => {
    const log = [line(1, 0), line(2, 1), line(3, 2)];
    expect(isWithinReach(log, 0, 3)).toBe(true);
    expect(isWithinReach(log, 3, 3)).toBe(false);
    // The position is another one by now.
    expect(isWithinReach(log, 0, 4)).toBe(false);
    expect(isWithinReach([...log, line(4, 1, 'bot')], 0, 4)).toBe(false);
    expect(isWithinReach([line(1, 0, 'clock')], 0, 1)).toBe(false);
    const many = Array.from({ length: 8 }, (_, n) => line(n + 2, 1));
    expect(isWithinReach([line(1, 0), ...many], 0, 9)).toBe(false);
    expect(isWithinReach([line(1, 0), ...many.slice(1)], 0, 9)).toBe(true);
  });

  test('what stands is asked about again only after a move of our own, or once something was taken back', () => {
    const log = [line(1, 0), line(2, 1)];
    expect(mayGoAgain(log, 0, 1)).toBe(false);
    expect(mayGoAgain([...log, line(3, 0)], 0, 1)).toBe(true);
    expect(mayGoAgain([...log, line(3, 1, 'player', [2])], 0, 2)).toBe(true);
    expect(mayGoAgain([...log, line(3, 1, 'player', [2])], 0, 3)).toBe(false);
  });

  test('strikes out what no longer counts, by each version that took it back', () => {
    const log = [line(1, 0), line(2, 1), line(3, 0, 'player', [1, 2]), line(4, 0), line(5, 0, 'player', [4])];
    expect([...takenBackIn(log)]).toEqual([
      [1, 3],
      [2, 3],
      [4, 5],
    ]);
    expect(takenBackIn([line(1, 0)]).size).toBe(0);
  });

  test('what was taken back is told in its order, as far as it is known', () => {
    const events = [{ type: 'taken-back', versions: [4, 2, 9] }];
    const log = [1, 2, 3, 4].map((version) => ({ version, events: [{ type: `move-${version}` }] }));
    expect(goneBy(events, log)).toEqual([{ type: 'move-2' }, { type: 'move-4' }]);
    expect(goneBy([{ type: 'move-5' }], log)).toEqual([]);
  });
});
