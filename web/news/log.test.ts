// Each version is listed once, in order, however it arrives.
import { expect, test } from '@jest/globals';
import { logWith, NEWS_KEPT, NO_NEWS } from './log.ts';

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
