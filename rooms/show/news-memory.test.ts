// How much news is kept, and how much of it fits into one answer.
import { expect, test } from '@jest/globals';
import { type Bulletin, NewsMemory } from './news-memory.ts';

const bulletin = (version: number, text = ''): Bulletin => ({
  version,
  seat: null,
  by: null,
  at: 0,
  news: [{ all: { type: 'said', text } as { type: string } }],
});

function remembering(versions: number, text = ''): NewsMemory {
  const memory = new NewsMemory();
  for (let version = 0; version < versions; version++) memory.add(bulletin(version, text));
  return memory;
}

const versionsIn = ({ news }: ReturnType<NewsMemory['since']>) => news.map(({ version }) => version);

test('the news after a version, complete as long as nothing has been dropped', () => {
  const memory = remembering(60);
  expect(memory.since(57, null)).toMatchObject({ complete: true, news: [{ version: 58 }, { version: 59 }] });
  expect(memory.since(59, null)).toEqual({ complete: true, news: [] });
  expect(memory.since(11, null).complete).toBe(true);
  expect(memory.since(10, null).complete).toBe(false);
  expect(versionsIn(memory.since(-1, null))).toHaveLength(48);
  expect(remembering(3).since(-1, null)).toMatchObject({ complete: true, news: [{}, {}, {}] });
});

test('a version that does not exist has no news', () => {
  expect(remembering(3).since(3, null)).toEqual({ complete: false, news: [] });
  expect(remembering(3).since(Number.MAX_SAFE_INTEGER, null)).toEqual({ complete: false, news: [] });
  expect(remembering(0).since(-1, null)).toEqual({ complete: true, news: [] });
  expect(remembering(0).since(1, null)).toEqual({ complete: false, news: [] });
});

test('an answer has a limit: it has the newest news and says that it is incomplete', () => {
  const answer = remembering(48, 'x'.repeat(10_000)).since(-1, null);
  expect(answer.complete).toBe(false);
  expect(versionsIn(answer)).toEqual([42, 43, 44, 45, 46, 47]);
  expect(JSON.stringify(answer).length).toBeLessThan(66_000);
});
