// The page's model of a table: positions go back only by a whole state, and nothing grows without limit.
import { expect, test } from '@jest/globals';
import { Ended, type GameTypes, Refusal, type StreamLine, type Table } from '../../client/index.ts';
import { LiveTable } from './live-table.ts';

type Line = StreamLine<GameTypes> | Error;

const facts = { matchId: 'm', game: 'toy', status: 'playing', seats: [], options: {} };
const full = (version: number, more: object = {}): Line =>
  ({
    type: 'full',
    version,
    now: Date.now() + 60_000,
    chat: [],
    table: facts,
    seat: 0,
    invitation: null,
    view: { at: version },
    seatView: {},
    decisions: [],
    banks: [],
    ...more,
  }) as unknown as Line;
const news = (version: number, more: object = {}): Line =>
  ({
    type: 'news',
    version,
    seat: 1,
    by: 'bot',
    at: 0,
    events: [{ type: `moved-${version}` }],
    ...more,
  }) as Line;
const told = (version: number) => news(version, { view: { at: version }, seatView: {}, decisions: [] });

/** Each list is one connection; an error ends it. */
function tableOf(...connections: Line[][]) {
  const since: (number | undefined)[] = [];
  const asked: unknown[] = [];
  const requests: string[] = [];
  const table = {
    facts,
    seat: 0,
    invitation: null,
    isClosed: false,
    watchContact: () => () => undefined,
    check: () => undefined,
    async *lines(from?: number) {
      since.push(from);
      for (const line of connections.shift() ?? []) {
        await Promise.resolve();
        if (line instanceof Error) throw line;
        yield line;
      }
    },
    // biome-ignore lint/suspicious/useAwait: as the real one
    async *history({ from = 0 }: { from?: number }) {
      asked.push(from);
      for (let version = from; version < from + 3; version++)
        yield { version, seat: 0, by: 'player', at: 0, events: [], view: { at: version } };
    },
    request: (type: string) => {
      requests.push(type);
      return Promise.reject(new Error('lost'));
    },
    send: () => Promise.reject(new Error('lost')),
    preview: () => Promise.reject(new Error('lost')),
    undoable: () => Promise.reject(new Error('lost')),
    close() {
      this.isClosed = true;
    },
  };
  return { table, live: new LiveTable(table as unknown as Table<GameTypes>), since, asked, requests };
}

const settled = () => new Promise((done) => setImmediate(done));

test('positions never go back by news, which have none if they were missed', async () => {
  const { live } = tableOf([full(3), told(4), news(5), full(6), told(6), told(5)]);
  const seen: unknown[] = [];
  live.scene.subscribe((scene) => seen.push(scene?.version));
  await live.follow();
  expect(seen.filter((version, place) => version !== seen[place - 1])).toEqual([3, 4, 6]);
  expect(live.ahead.value).toBeGreaterThan(50_000);
});

test('a whole state goes back, when the database has lost its newest commits: what was above never happened', async () => {
  const again = news(4, {
    view: { at: 'another 4' },
    seatView: {},
    decisions: [],
    events: [{ type: 'another' }],
  });
  const { live } = tableOf([full(3), told(4), told(5), full(3), again]);
  const seen: unknown[] = [];
  live.scene.subscribe((scene) => seen.push((scene?.view as { at?: unknown } | undefined)?.at));
  await live.follow();
  await settled();
  expect(seen.filter((at, place) => at !== seen[place - 1])).toEqual([3, 4, 5, 3, 'another 4']);
  expect(live.news.value.filter(({ version }) => version > 3)).toMatchObject([
    { version: 4, events: [{ type: 'another' }] },
  ]);
});

test('then the legal commands of an open decision are requested again', async () => {
  const asked = { decisions: [{ id: 24, seat: 0, kind: 'move', deadline: null }] };
  const { live, table } = tableOf([
    full(3, asked),
    news(4, { view: {}, seatView: {}, ...asked }),
    // Meanwhile they arrive.
    ...Array.from({ length: 20 }, () => ({ type: 'chat', text: 'hello' }) as Line),
    full(3, asked),
  ]);
  const requests: (number | undefined)[] = [];
  Object.assign(table, {
    request: () => {
      requests.push(live.scene.value?.version);
      return Promise.resolve({ ok: true, commands: [{ type: 'go' }], unasked: [], complete: true });
    },
  });
  await live.follow();
  expect(requests).toEqual([3, 4, 3]);
});

test('after any failure it resumes from the last version', async () => {
  const closing = new Refusal({ code: 'shutting-down', rule: null, message: '' });
  const { live, since } = tableOf([full(3), told(4), new Error('gone')], [closing], [full(7)]);
  const following = live.follow();
  await settled();
  expect(live.contact.value).toBe('lost');
  live.check();
  await settled();
  live.check();
  await following;
  expect(since).toEqual([undefined, 4, 4]);
  expect(live.ended.value).toBeNull();
  expect(live.scene.value?.version).toBe(7);
});

test('a refusal, the end of the table, and another window end it', async () => {
  const refusal = new Refusal({ code: 'unknown-match', rule: null, message: '' });
  for (const [lines, ended] of [
    [[full(3), refusal], 'unknown-match'],
    [[full(3), { type: 'closing', reason: 'superseded' } as Line], 'superseded'],
    [[full(3), new Ended()], null],
    [[full(3), { type: 'closing', reason: 'sleeping' } as Line], null],
  ] as const) {
    const { live, table } = tableOf([...lines]);
    await live.follow();
    expect(live.ended.value).toBe(ended);
    expect(table.isClosed).toBe(true);
  }
});

test('earlier news come from the history, once', async () => {
  const { live, asked } = tableOf([full(2)], []);
  await live.follow();
  await settled();
  expect(asked).toEqual([0]);
  expect(live.news.value.map(({ version }) => version)).toEqual([0, 1, 2]);
});

test('a command that could not be sent is reported, and changes nothing', async () => {
  const { live } = tableOf([full(3, { decisions: [{ id: 1, seat: 0, kind: 'move', deadline: null }] })]);
  await live.follow();
  live.choice.propose({ type: 'go', decision: 1 });
  await live.choice.confirm();
  expect(live.choice.refusal.value?.code).toBe('outcome-unknown');
  expect((await live.ask('chat', { text: 'hello' }))?.code).toBe('outcome-unknown');
});

test('a returning player who is not asked still gets legal commands; a spectator requests nothing', async () => {
  const { live, requests } = tableOf([full(3), told(4)]);
  await live.follow();
  expect(requests).toEqual(['legal']);
  const spectator = tableOf([full(3, { seat: null }), told(4)]);
  await spectator.live.follow();
  expect(spectator.requests).toEqual([]);
});

test.each([
  ['touched-hidden', [4, 7]],
  ['decided-since', [4, 5, 6, 7]],
])(
  'after %s is heard, what may be taken back is asked for again only where the answer may be another',
  async (code, versions) => {
    const by = { by: 'player', view: {}, seatView: {}, decisions: [] };
    const pause = Array.from({ length: 20 }, () => ({ type: 'chat', text: 'hello' }) as Line);
    const taken = { type: 'taken-back', seat: 1, versions: [6] };
    const { live, table } = tableOf([
      full(2),
      ...pause,
      ...[news(3, { ...by, by: 'bot' }), news(4, { ...by, seat: 0 }), news(5, by), news(6, by)].flatMap(
        (line) => [line, ...pause],
      ),
      news(7, { ...by, events: [taken] }),
      ...pause,
    ]);
    const asked: (number | undefined)[] = [];
    Object.assign(table, {
      undoable: () => {
        asked.push(live.scene.value?.version);
        return Promise.resolve({ ok: false, code, rule: null, message: '' });
      },
    });
    await live.follow();
    expect(asked).toEqual([2, ...versions]);
  },
);
