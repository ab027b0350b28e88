// A replay: its position, its view, and automatic play.
import { expect, test } from '@jest/globals';
import type { GameTypes, HistoryPage, PageWish, PastVersion } from '../../client/index.ts';
import { whatKeyMeans } from './keys.ts';
import { eyesIn, Replay } from './replay.ts';
import { Scores } from './scores.ts';

/** A match whose server sends four versions at once. */
function match(newest: number, status = 'finished') {
  const state = { newest, status, failing: false, asked: [] as PageWish[], pauses: 0 };
  const read = (wish: PageWish): Promise<HistoryPage<GameTypes>> => {
    state.asked.push(wish);
    if (state.failing) return Promise.reject(new Error('offline'));
    const { from = 0, count = 50, as = 2 } = wish;
    const length = Math.max(0, Math.min(count, 4, state.newest - from + 1));
    const versions = Array.from({ length }, (_, step): PastVersion<GameTypes> => {
      const version = from + step;
      return { version, seat: 0, by: 'player', at: 0, command: null, events: [], standing: [version, 0] };
    });
    const next = from + length > state.newest ? null : from + length;
    const table = { status: state.status } as HistoryPage<GameTypes>['table'];
    return Promise.resolve({ matchId: 'm', table, as, newest: state.newest, versions, next });
  };
  const pause = () => {
    state.pauses += 1;
    return Promise.resolve();
  };
  return { state, read, replay: new Replay<GameTypes>({ read, pause }) };
}
const at = ({ position, shown }: Replay<GameTypes>) => [position.value, shown.value?.version];

test('a match that is over opens at its beginning, a running one at its latest move', async () => {
  const over = match(30).replay;
  await over.open('own', null);
  expect([at(over), over.isOver.value, over.newest.value]).toEqual([[0, 0], true, 30]);
  const running = match(30, 'playing').replay;
  await running.open('own', null);
  expect([at(running), running.isOver.value, running.seenAs.value]).toEqual([[30, 30], false, 2]);
});

test('a link leads to its moment; beyond the end is the end', async () => {
  const { replay } = match(30);
  await replay.open('spectator', 17);
  expect([at(replay), replay.seenAs.value]).toEqual([[17, 17], 'spectator']);
  const late = match(30).replay;
  await late.open('all', 999);
  expect(at(late)).toEqual([30, 30]);
});

test('forwards, backwards, and no further than either end', async () => {
  const { replay } = match(30);
  await replay.open('own', 1);
  for (const by of [1, 1, -1]) await replay.step(by);
  expect(at(replay)).toEqual([2, 2]);
  await replay.step(-5);
  expect(at(replay)).toEqual([0, 0]);
  await replay.jump(99);
  await replay.step(1);
  expect([at(replay), replay.isLoading.value]).toEqual([[30, 30], false]);
});

test('another view shows the same moment', async () => {
  const { replay, state } = match(30);
  await replay.open('own', 12);
  await replay.look('all');
  expect([at(replay), replay.seenAs.value]).toEqual([[12, 12], 'all']);
  expect(state.asked.filter(({ as }) => as === 'all')).toContainEqual(expect.objectContaining({ from: 12 }));
  await replay.look('own');
  expect([at(replay), replay.seenAs.value]).toEqual([[12, 12], 2]);
});

test('it plays by itself to the end, and then from the beginning; any step stops it', async () => {
  const { replay, state } = match(9);
  await replay.open('own', 5);
  await replay.play();
  expect([at(replay), replay.isPlaying.value, state.pauses]).toEqual([[9, 9], false, 4]);
  const playing = replay.play();
  expect(replay.isPlaying.value).toBe(true);
  await replay.step(2);
  await playing;
  expect(replay.isPlaying.value).toBe(false);
  expect(replay.position.value).toBeLessThan(9);
});

test('a failure to load is reported, the last position stays, and it can be retried', async () => {
  const { replay, state } = match(300);
  await replay.open('own', 0);
  state.failing = true;
  await replay.jump(200);
  expect([at(replay), replay.isLoading.value]).toEqual([[200, 0], false]);
  expect(replay.fault.value).toEqual(new Error('offline'));
  state.failing = false;
  await replay.refresh();
  expect([at(replay), replay.fault.value]).toEqual([[200, 200], null]);
});

test('a running match that continues, and ends, can be seen to its end', async () => {
  const { replay, state } = match(5, 'playing');
  await replay.open('own', null);
  Object.assign(state, { newest: 8, status: 'finished' });
  await replay.refresh();
  await replay.jump(replay.newest.value);
  expect([at(replay), replay.isOver.value]).toEqual([[8, 8], true]);
});

test('the points of all versions are read page by page, without the views', async () => {
  const { read, state } = match(30);
  const scores = new Scores();
  await scores.load(read);
  expect(scores.standings.value).toEqual(Array.from({ length: 31 }, (_, version) => [version, 0]));
  expect(state.asked.every(({ views, as }) => views === false && as === 'spectator')).toBe(true);
});

test('a game that counts nothing before its end has no points over time', async () => {
  const { read } = match(30);
  const scores = new Scores();
  await scores.load(async (wish) => {
    const page = await read(wish);
    return { ...page, versions: page.versions.map((version) => ({ ...version, standing: null })) };
  });
  expect(scores.standings.value).toEqual([]);
});

test('views in URLs', () => {
  expect(['all', 'spectator', '3', '', '42', 'me', '-1'].map(eyesIn)).toEqual([
    'all',
    'spectator',
    3,
    'own',
    'own',
    'own',
    'own',
  ]);
});

test('keys step and play, except on elements that use them themselves', async () => {
  const { replay } = match(9);
  await replay.open('own', 4);
  const press = async (key: string, within = 'BODY', rest: object = {}) => {
    const event = {
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      defaultPrevented: false,
    };
    const act = whatKeyMeans({ ...event, ...rest }, within);
    await act?.(replay);
    return act !== undefined;
  };
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await press(key);
  expect(replay.position.value).toBe(5);
  await press('Home');
  expect(replay.position.value).toBe(0);
  await press('End', 'BUTTON');
  expect(replay.position.value).toBe(9);
  await press(' ');
  expect(replay.position.value).toBe(9);
  expect(await press('ArrowLeft', 'INPUT')).toBe(false);
  expect(await press(' ', 'BUTTON')).toBe(false);
  expect(await press('ArrowLeft', 'BODY', { altKey: true })).toBe(false);
  expect(await press('ArrowLeft', 'BODY', { defaultPrevented: true })).toBe(false);
  expect(await press('constructor')).toBe(false);
});
