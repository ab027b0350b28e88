// Tests of the golden games: they detect what they should, and nothing else.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { dockers } from '../games/dockers/index.ts';
import { rotterdam } from '../games/rotterdam/index.ts';
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game } from '../kernel/game.ts';
import { type GoldenFile, goldenFile, goldenRows } from './golden.ts';
import { differences, renew } from './golden-file.ts';

const edition = dockers.parseEdition(dockers.builtIn);
if (!edition.ok) throw new Error(edition.reasons.join('; '));
const game = dockers.withEdition(edition.value);
/** Two golden games are enough here. */
const rows = goldenRows(game).slice(0, 2);
type Dockers = typeof game;
type State = Parameters<Dockers['clone']>[0];

let stored: GoldenFile;
beforeAll(() => {
  stored = goldenFile(dockers, game, rows);
});

function differencesWith(planted: Partial<Dockers>): string[] {
  return differences(stored, goldenFile(dockers, { ...game, ...planted }, rows));
}

test('a game played again is the same; the order of legal commands does not matter', () => {
  const legal: Dockers['legal'] = (state, seat) => {
    const all = [...game.legal(state, seat)];
    // The golden games read only the beginning of larger sets.
    return all.length < 120 ? all.reverse() : all;
  };
  expect(differencesWith({ legal })).toEqual([]);
});

test('another layout of the state does not matter', () => {
  // Wraps the whole state one level deeper: what a seat sees and may do stays the same.
  type Deep = { version: number; open: State['open']; inner: State };
  const deep = (inner: State): Deep => ({ version: inner.version, open: inner.open, inner });
  const inner = (state: unknown) => (state as Deep).inner;
  const moved = {
    ...game,
    setup: (...args: Parameters<Dockers['setup']>) => {
      const begun = game.setup(...args);
      return { ...begun, state: deep(begun.state as State) };
    },
    decisions: (state: unknown) => game.decisions(inner(state)),
    fallback: (state: unknown, seat: number) => game.fallback(inner(state), seat),
    legal: (state: unknown, seat: number) => game.legal(inner(state), seat),
    apply: (state: unknown, seat: number, command: Parameters<Dockers['apply']>[2]) => {
      const outcome = game.apply(inner(state), seat, command);
      return outcome.ok ? { ...outcome, state: deep(outcome.state as State) } : outcome;
    },
    publicView: (state: unknown) => game.publicView(inner(state)),
    seatView: (state: unknown, seat: number) => game.seatView(inner(state), seat),
    result: (state: unknown) => game.result(inner(state)),
  } as unknown as Dockers;
  expect(differences(stored, goldenFile(dockers, moved, rows))).toEqual([]);
});

describe('every planted change is detected:', () => {
  const late = (state: State) => state.version === 40;
  const planted: Record<string, Partial<Dockers>> = {
    'another deal': {
      setup: (options, seats, seed) => game.setup(options, seats, [...seed].reverse().join('')),
    },
    'a figure of the public view': {
      publicView: (state) => {
        const all = game.publicView(state);
        return late(state) ? { ...all, version: all.version + 1 } : all;
      },
    },
    'something that one seat sees besides': {
      seatView: (state, seat) =>
        late(state) && seat === 2 ? { ...game.seatView(state, seat), more: 1 } : game.seatView(state, seat),
    },
    'the part of the news for one seat': {
      apply: (state, seat, command) => {
        const outcome = game.apply(state, seat, command);
        if (!outcome.ok || !late(state)) return outcome;
        const news = outcome.news.map(({ all }) => ({
          all,
          only: [{ seat: 1, event: { ...all, more: 1 } }],
        }));
        return { ...outcome, news };
      },
    },
    'an event that is not told': {
      apply: (state, seat, command) => {
        const outcome = game.apply(state, seat, command);
        return outcome.ok && late(state) ? { ...outcome, news: [] } : outcome;
      },
    },
    'a command that is no longer legal': {
      legal: (state, seat) => [...game.legal(state, seat)].slice(late(state) ? 1 : 0),
    },
    'another kind of decision': {
      decisions: (state) =>
        game
          .decisions(state)
          .map((decision) => (late(state) ? { ...decision, allotment: 'turn' } : decision)),
    },
    'a point more at the end': {
      result: (state) => {
        const result = game.result(state);
        if (result === undefined) return undefined;
        return { ...result, ranking: result.ranking.map((row) => ({ ...row, total: row.total + 1 })) };
      },
    },
    'another version of the rules': { rulesVersion: game.rulesVersion + 1 },
  };
  test.each(Object.keys(planted))('%s', (name) => {
    expect(differencesWith(planted[name] ?? {}).length).toBeGreaterThan(0);
  });

  test('an option without golden games, a golden game that is gone', () => {
    const [first = '', ...others] = Object.keys(stored.games);
    const without = Object.fromEntries(others.map((name) => [name, stored.games[name]]));
    const fewer = { ...stored, games: without as GoldenFile['games'] };
    expect(differences(fewer, stored)).toEqual([`${first}: not stored yet`]);
    expect(differences(stored, fewer)).toEqual([`${first}: stored, but no longer played`]);
  });
});

test('each number of seats and each value of each option is played, several options at once too', () => {
  const other = rotterdam.parseEdition(rotterdam.builtIn);
  if (!other.ok) throw new Error(other.reasons.join('; '));
  const played = (all: ReturnType<typeof goldenRows>, seats: number) =>
    all.filter((row) => row.seats === seats).map((row) => canonicalJson(row.options));
  const harbour = rotterdam.withEdition(other.value);
  expect(played(goldenRows(harbour as Game), 2)).toEqual([
    ...['{}', '{}', '{}', '{"safeHarbour":true}', '{"openProducts":true}', '{"firstSeat":0}'],
    ...['{"firstSeat":1}', '{"targetMissionPoints":30}', '{"targetMissionPoints":4}', '{"maxRounds":200}'],
    '{"maxRounds":0}',
    '{"firstSeat":1,"maxRounds":0,"openProducts":true,"safeHarbour":true,"targetMissionPoints":4}',
  ]);
  expect([...new Set(goldenRows(game).map((row) => row.seats))]).toEqual([3, 4]);
});

describe('stored games are replaced', () => {
  const changed = (part: object, rulesVersion = stored.rulesVersion): GoldenFile => {
    const [first = ''] = Object.keys(stored.games);
    const fresh = { ...stored.games[first], ...part } as GoldenFile['games'][string];
    return { ...stored, rulesVersion, games: { ...stored.games, [first]: fresh } };
  };

  test('but never under the same rulesVersion or a lower one', () => {
    for (const part of [{ course: '1' }, { shown: '1' }, { ending: '1' }, { commands: 1 }]) {
      expect(renew(stored, changed(part))).toMatchObject({ ok: false });
      expect(renew(stored, changed(part, stored.rulesVersion - 1))).toMatchObject({ ok: false });
      const higher = changed(part, stored.rulesVersion + 1);
      expect(renew(stored, higher)).toMatchObject({ ok: true, file: higher });
    }
    expect(renew(stored, { ...stored, games: {} })).toMatchObject({ ok: false });
  });

  test('for another edition, and on request if only views differ', () => {
    expect(renew(stored, { ...changed({ course: '1' }), edition: 'other' })).toMatchObject({ ok: true });
    expect(renew(stored, changed({ shown: '1' }), { shownOnly: true })).toMatchObject({ ok: true });
    for (const part of [{ course: '1' }, { ending: '1' }, { commands: 1 }])
      expect(renew(stored, changed(part), { shownOnly: true })).toMatchObject({ ok: false });
  });

  test('new games are added at any time', () => {
    expect(renew(undefined, stored)).toMatchObject({ ok: true, file: stored });
    expect(renew({ ...stored, games: {} }, stored)).toMatchObject({ ok: true, file: stored });
    expect(renew(stored, stored)).toEqual({ ok: true, file: stored, changes: [] });
  });
});
