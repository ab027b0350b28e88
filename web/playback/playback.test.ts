// What is shown, and when, while moves arrive faster than they are shown.
import { expect, test } from '@jest/globals';
import { signal } from '@preact/signals';
import type { GameTypes, OpenDecision } from '../../client/index.ts';
import type { Scene } from '../boards/board.ts';
import { Choice } from '../choice/choice.ts';
import { Playback } from './playback.ts';
import { ASKED_LAG_MS, wishOf } from './queue.ts';

interface Toy extends GameTypes {
  Event: { readonly type: string };
  Public: { readonly at: number };
}

const scene = (version: number, events = ['moved']): Scene<Toy> => ({
  version,
  view: { at: version },
  own: null,
  events: events.map((type) => ({ type })),
  time: 'now',
});

/** `pass` lets one sentence's time pass. */
function staged(seen: number | null = null, past: (version: number) => boolean = () => true) {
  const live = signal<Scene<Toy> | null>(null);
  const isHidden = signal(false);
  const due: (() => void)[] = [];
  const waits: number[] = [];
  const sending = Promise.withResolvers<void>();
  const command = { type: 'go', decision: 1 };
  const choice = new Choice<Toy>({
    legal: () => Promise.resolve({ commands: [command], unasked: [], complete: true }),
    preview: () =>
      Promise.resolve({
        state: 'foreseen',
        preview: { version: 9, complete: true, stop: null, events: [], view: { at: 9 }, seatView: {} },
      }),
    send: () => sending.promise.then(() => undefined),
  });
  const fetched: number[][] = [];
  const playback = new Playback<Toy>(
    {
      live,
      choice,
      pace: signal('normal'),
      isHidden,
      past: async function* (from, to) {
        fetched.push([from, to]);
        await Promise.resolve();
        for (let version = from; version <= to; version++)
          if (past(version)) yield { ...scene(version), time: 'past' };
      },
      wishOf: ({ type }) => wishOf(type === 'silent' ? 'none' : 'usual', 20),
      wait: (ms, work) => {
        waits.push(ms);
        due.push(work);
        return () => due.splice(due.indexOf(work), 1);
      },
    },
    seen,
  );
  const shown = () => [playback.scene.value?.view.at, playback.scene.value?.time, playback.behind.value];
  const pass = () => due.shift()?.();
  return { live, isHidden, choice, command, playback, shown, pass, fetched, waits, sending };
}

const settled = () => new Promise((done) => setImmediate(done));
const decision: OpenDecision<Toy> = { id: 1, seat: 0, kind: 'move', deadline: null };

test('moves are shown one after the other, each sentence for its time', () => {
  const { live, playback, shown, pass } = staged();
  live.value = scene(1);
  expect(shown()).toEqual([1, 'now', 0]);
  live.value = scene(2, ['moved', 'silent', 'drawn']);
  expect(shown()).toEqual([2, 'now', 0]);
  live.value = scene(3);
  live.value = scene(4);
  expect(shown()).toEqual([2, 'past', 2]);
  expect(playback.isNow.value).toBe(false);
  expect(playback.telling.value?.event.type).toBe('moved');
  pass();
  expect(playback.telling.value?.event.type).toBe('drawn');
  expect(playback.told.value).toBe(2);
  pass();
  expect(shown()).toEqual([3, 'past', 1]);
  pass();
  expect(shown()).toEqual([4, 'now', 0]);
});

test('to the present, on request or by starting a choice', async () => {
  const { live, choice, command, playback, shown } = staged();
  live.value = scene(1);
  for (const version of [2, 3, 4]) live.value = scene(version);
  playback.toNow();
  expect(shown()).toEqual([4, 'now', 0]);
  for (const version of [5, 6]) live.value = scene(version);
  await choice.ask(decision);
  expect(shown()).toEqual([5, 'past', 1]);
  choice.propose(command);
  expect(playback.behind.value).toBe(0);
  await settled();
  expect(shown()).toEqual([9, 'foreseen', 0]);
  live.value = scene(7);
  choice.clear();
  expect(shown()).toEqual([7, 'now', 0]);
});

test('what was missed is played from the history, and can be skipped', async () => {
  const { live, playback, shown, pass, fetched } = staged();
  live.value = scene(1);
  live.value = scene(5);
  expect(fetched).toEqual([[2, 4]]);
  expect(playback.isAway.value).toBe(true);
  await settled();
  expect(shown()).toEqual([2, 'past', 3]);
  pass();
  expect(shown()).toEqual([3, 'past', 2]);
  pass();
  pass();
  expect(shown()).toEqual([5, 'now', 0]);
  pass();
  expect(playback.isAway.value).toBe(false);
});

test('a later visit begins where the last one ended', async () => {
  const { live, playback, shown, pass, fetched } = staged(3);
  live.value = scene(6, []);
  // Its events arrive while the others are loaded.
  live.value = scene(6, ['drawn']);
  expect(playback.scene.value).toBeNull();
  await settled();
  expect(fetched).toEqual([[3, 5]]);
  expect(shown()).toEqual([4, 'past', 2]);
  pass();
  pass();
  expect(shown()).toEqual([6, 'now', 0]);
  expect(playback.telling.value).toEqual({ version: 6, event: { type: 'drawn' } });
  const same = staged(6);
  same.live.value = scene(6);
  expect(same.shown()).toEqual([6, 'now', 0]);
  expect(same.fetched).toEqual([]);
});

test('missed moves that cannot be loaded are left out', async () => {
  const { live, shown } = staged(null, () => false);
  live.value = scene(1);
  live.value = scene(5);
  await settled();
  expect(shown()).toEqual([5, 'now', 0]);
});

test('nothing is played while the page is hidden', () => {
  const { live, isHidden, shown } = staged();
  live.value = scene(1);
  isHidden.value = true;
  live.value = scene(2);
  expect(shown()).toEqual([1, 'past', 1]);
  isHidden.value = false;
  expect(shown()).toEqual([2, 'now', 0]);
});

test('looking back shows that moment, until the return to the present', async () => {
  const { live, playback, shown } = staged(null, (version) => version < 3);
  live.value = scene(4);
  expect(await playback.lookAt(2)).toBe(true);
  expect(shown()).toEqual([2, 'past', 0]);
  expect(playback.isNow.value).toBe(false);
  live.value = scene(5);
  expect(shown()).toEqual([2, 'past', 1]);
  playback.toNow();
  expect(shown()).toEqual([5, 'now', 0]);
  expect(await playback.lookAt(3)).toBe(false);
  expect(shown()).toEqual([5, 'now', 0]);
});

test('the events of the first position may arrive later', () => {
  const { live, playback } = staged();
  live.value = scene(4, []);
  expect(playback.telling.value).toBeNull();
  live.value = scene(4, ['moved', 'drawn']);
  expect(playback.telling.value).toEqual({ version: 4, event: { type: 'drawn' } });
  expect(playback.scene.value?.events.length).toBe(2);
});

test('moves without anything to tell pass at once', () => {
  const { live, playback, shown, pass } = staged();
  live.value = scene(1);
  live.value = scene(2);
  for (let version = 3; version < 17; version++) live.value = scene(version, ['silent', 'silent']);
  live.value = scene(17);
  pass();
  expect(shown()).toEqual([17, 'now', 0]);
  expect(playback.telling.value?.version).toBe(17);
  expect(playback.isTelling.value).toBe(true);
  pass();
  expect(playback.isTelling.value).toBe(false);
});

test('the outcome of one’s own move is told too, not only its last sentence', async () => {
  const { live, choice, command, playback, pass, sending } = staged();
  live.value = scene(1);
  await choice.ask(decision);
  choice.propose(command);
  await settled();
  const sent = choice.confirm();
  live.value = scene(2, ['moved', 'drawn']);
  expect(playback.telling.value?.event.type).toBe('moved');
  sending.resolve();
  await sent;
  pass();
  expect(playback.telling.value?.event.type).toBe('drawn');
});

test('what is shown has caught up soon after the question', async () => {
  const { live, choice, playback, pass, waits } = staged();
  live.value = scene(1);
  for (let version = 2; version < 40; version++) live.value = scene(version);
  // The sentence counts during which the question comes.
  waits.splice(0, waits.length - 1);
  await choice.ask(decision);
  while (playback.behind.value > 0) pass();
  const time = waits.reduce((sum, ms) => sum + ms, 0);
  expect(time).toBeGreaterThan(ASKED_LAG_MS / 2);
  expect(time).toBeLessThanOrEqual(ASKED_LAG_MS);
});

test('a table that was set back is shown as it is now, without what waited', async () => {
  const { live, playback, shown, pass, fetched } = staged();
  for (const version of [1, 2, 3, 4]) live.value = scene(version);
  expect(shown()).toEqual([2, 'past', 2]);
  live.value = scene(3);
  expect(shown()).toEqual([3, 'now', 0]);
  live.value = scene(2);
  expect(shown()).toEqual([2, 'now', 0]);
  expect(playback.isTelling.value).toBe(false);
  live.value = scene(5);
  live.value = scene(2);
  await settled();
  expect(shown()).toEqual([2, 'now', 0]);
  live.value = scene(3);
  pass();
  expect(shown()).toEqual([3, 'now', 0]);
  expect(fetched).toEqual([[3, 4]]);
});

test('a position that is looked at stays, if it was not taken back', async () => {
  const { live, playback } = staged();
  live.value = scene(5);
  await playback.lookAt(3);
  live.value = scene(4);
  expect(playback.scene.value?.version).toBe(3);
  live.value = scene(2);
  expect(playback.scene.value?.version).toBe(2);
});

test('a table that was set back since the last visit is followed from there', () => {
  const { live, shown, fetched } = staged(9);
  live.value = scene(4);
  live.value = scene(5);
  expect(shown()).toEqual([5, 'now', 0]);
  live.value = scene(8);
  expect(fetched).toEqual([[6, 7]]);
});
