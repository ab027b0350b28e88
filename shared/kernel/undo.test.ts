import { describe, expect, test } from '@jest/globals';
import { type FaceDown, faceDown } from '../testing/face-down.ts';
import type { Game } from './game.ts';
import type { Actor, Entry } from './journal.ts';
import { Match } from './match.ts';
import { replayOnto, strictly } from './replay.ts';
import { reveal } from './reveal.ts';
import { SEAT_LIMIT } from './seat.ts';
import { UNDO_REACH, UNDOS_PER_TURN } from './undo.ts';

const SEED = '1'.repeat(32);
const MANY = 200;

/** Seats say something until they pass the turn on; nothing is hidden. */
type Talk = Omit<FaceDown, 'Command'> & { Command: { type: 'say' | 'pass' } };
const talk = (exposure: Game<Talk>['exposure'] = () => null): Game<Talk> =>
  ({
    ...faceDown,
    unasked: [],
    partings: [],
    exposure,
    apply: (state: FaceDown['State'], seat: number, { type }: Talk['Command']) => {
      const version = state.version + 1;
      const next = type === 'say' ? seat : (seat + 1) % 2;
      const open = [{ id: version * SEAT_LIMIT + next, seat: next, kind: 'lay' as const }];
      return { ok: true, state: { ...state, version, open }, news: [] };
    },
  }) as never;

function begun(game: Game<Talk> = talk()) {
  const match = new Match(game, {}, 2, SEED);
  const journal: Entry<Talk['Command']>[] = [];
  const settle = (judged: ReturnType<typeof match.propose>) => {
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
    journal.push(judged.entry);
    return judged;
  };
  const say = (type: 'say' | 'pass', by: Actor = 'player') => {
    const { seat, id } = match.decisions()[0] ?? { seat: 0, id: 0 };
    return settle(match.propose(seat, { decision: id, command: { type } }, by));
  };
  const undo = (seat: number, to: number) =>
    match.propose(seat, { decision: null, command: { type: 'undo', to } }, 'player');
  const takeBack = (seat: number) => {
    const offered = match.undoOf(seat);
    if (!offered.ok) return offered.code;
    const { news } = settle(undo(seat, offered.value.undo.to));
    return news;
  };
  /** What the seat's latest command would take back if these agree, or why nothing. */
  const offered = (seat: number, ...agreed: number[]) => {
    const offer = match.undoOf(seat, agreed);
    return offer.ok ? offer.value.taken.map(({ version }) => version) : offer.code;
  };
  const takeBackAgreed = (seat: number, ...agreed: number[]) => {
    const offer = match.undoOf(seat, agreed);
    if (!offer.ok) return offer.code;
    return settle(match.propose(seat, { decision: null, command: offer.value.undo }, 'player')).news;
  };
  return { match, journal, say, undo, takeBack, offered, takeBackAgreed };
}

describe('taking back', () => {
  test('restores the state before the latest command as a new version, and tells everybody', () => {
    const { match, say, takeBack } = begun();
    say('say');
    const before = JSON.parse(reveal(match.fingerprint()));
    say('say');
    expect(takeBack(0)).toEqual([{ all: { type: 'taken-back', seat: 0, versions: [2] } }]);
    const after = JSON.parse(reveal(match.fingerprint()));
    expect(after).toEqual({ ...before, version: 3, open: [{ ...before.open[0], id: 3 * SEAT_LIMIT }] });
  });

  test('an answer to the decision of before is stale', () => {
    const { match, say, takeBack } = begun();
    say('say');
    takeBack(0);
    const late = { decision: 0, command: { type: 'say' } } as const;
    expect(match.propose(0, late, 'player')).toMatchObject({ ok: false, code: 'stale-decision' });
  });

  test('goes on step by step, past what was taken back before, to the beginning of the turn', () => {
    const { match, say, takeBack } = begun();
    say('pass');
    for (const _ of [1, 2, 3]) say('say');
    takeBack(1);
    say('say');
    for (const versions of [[6], [3], [2]])
      expect(takeBack(1)).toEqual([{ all: { type: 'taken-back', seat: 1, versions } }]);
    expect(takeBack(1)).toBe('nothing-to-undo');
    expect(match.version).toBe(9);
  });

  test('is refused before anything was done, and once another seat, a bot or the clock has decided', () => {
    expect(begun().takeBack(0)).toBe('nothing-to-undo');
    for (const by of ['bot', 'clock'] as const) {
      const { say, takeBack } = begun();
      say('say');
      say('say', by);
      expect(takeBack(0)).toBe('decided-since');
    }
    const { say, takeBack } = begun();
    say('pass');
    expect(takeBack(1)).toBe('decided-since');
    say('say');
    expect(takeBack(0)).toBe('decided-since');
    // What was decided and taken back was still decided.
    takeBack(1);
    expect(takeBack(0)).toBe('decided-since');
  });

  test('names the version to go back to: pressed twice, it is done once', () => {
    const { say, undo, match } = begun();
    say('say');
    say('say');
    expect(undo(0, 1).ok).toBe(true);
    match.settle();
    expect(undo(0, 1)).toMatchObject({ ok: false, code: 'stale-undo' });
    expect(undo(0, 5)).toMatchObject({ ok: false, code: 'stale-undo' });
  });

  test('answers no decision', () => {
    const { say, match } = begun();
    say('say');
    const named = { decision: 8, command: { type: 'undo', to: 0 } } as const;
    expect(match.propose(0, named, 'player')).toMatchObject({ ok: false, code: 'bad-payload' });
  });

  test.each([
    ['hidden', 'touched-hidden'],
    ['chance', 'touched-chance'],
  ] as const)('is refused where something %s came out', (exposure, code) => {
    const { say, takeBack } = begun(talk(() => exposure));
    say('say');
    expect(takeBack(0)).toBe(code);
  });

  test('is limited until another seat decides', () => {
    const { say, takeBack } = begun();
    for (let n = 0; n < UNDOS_PER_TURN; n++) {
      say('say');
      expect(takeBack(0)).toEqual(expect.any(Array));
    }
    say('say');
    expect(takeBack(0)).toBe('undo-limit');
    say('pass');
    say('pass');
    say('say');
    expect(takeBack(0)).toEqual(expect.any(Array));
  });

  test('works at every length of a match, from few remembered commands', () => {
    const { match, say, takeBack, journal } = begun();
    for (let n = 0; n < MANY; n++) {
      say(n % 7 === 0 ? 'pass' : 'say');
      if (n % 5 === 0) expect(takeBack(journal.at(-1)?.seat ?? -1)).toEqual(expect.any(Array));
    }
    const again = begun().match;
    replayOnto(again, journal, undefined, strictly);
    expect(reveal(again.fingerprint())).toBe(reveal(match.fingerprint()));
  });

  test('a match that goes back to a bookmark remembers what it knew there', () => {
    const { match, say, takeBack } = begun();
    say('say');
    const goBack = match.bookmark();
    say('pass');
    say('pass');
    goBack();
    expect(match.undoOf(0)).toMatchObject({ ok: true, value: { undo: { to: 0 } } });
    expect(takeBack(0)).toEqual(expect.any(Array));
    goBack();
    expect(match.version).toBe(1);
  });

  test('of a journal, it stands even if the rules have changed their mind; a strict judge refuses it', () => {
    const { match, say, takeBack, journal } = begun();
    say('say');
    takeBack(0);
    const changed = () => begun(talk(() => 'hidden')).match;
    const again = changed();
    replayOnto(again, journal);
    expect(reveal(again.fingerprint())).toBe(reveal(match.fingerprint()));
    expect(() => replayOnto(changed(), journal, undefined, strictly)).toThrow(
      'undo is refused: touched-hidden',
    );
  });
});

describe('taking back by agreement', () => {
  test('goes back past what others decided, and names what no longer counts', () => {
    const { match, say, takeBackAgreed } = begun();
    say('say');
    const before = JSON.parse(reveal(match.fingerprint()));
    say('pass');
    say('say');
    const versions = [2, 3];
    expect(takeBackAgreed(0, 0, 1)).toEqual([
      { all: { type: 'taken-back', seat: 0, versions, agreed: [0, 1] } },
    ]);
    const after = JSON.parse(reveal(match.fingerprint()));
    expect(after).toEqual({ ...before, version: 4, open: [{ ...before.open[0], id: 4 * SEAT_LIMIT }] });
    // Further back, past what was taken back.
    expect(takeBackAgreed(0, 0)).toEqual([
      { all: { type: 'taken-back', seat: 0, versions: [1], agreed: [0] } },
    ]);
  });

  test('needs everybody whose decision would go, and neither a bot nor the clock among them', () => {
    const { say, offered } = begun();
    expect(offered(0, 0, 1)).toBe('nothing-to-undo');
    say('pass');
    say('say');
    expect(offered(0, 0)).toBe('decided-since');
    expect(offered(0, 1)).toBe('decided-since');
    expect(offered(0, 0, 1)).toEqual([1, 2]);
    for (const by of ['bot', 'clock'] as const) {
      const served = begun();
      served.say('pass');
      served.say('say', by);
      expect(served.offered(0, 0, 1)).toBe('decided-since');
      expect(served.offered(1, 0, 1)).toBe('nothing-to-undo');
    }
  });

  test.each([
    ['hidden', 'touched-hidden'],
    ['chance', 'touched-chance'],
  ] as const)('cannot take back what showed something (%s), nor what lies before it', (exposure, code) => {
    const { say, offered } = begun(
      talk((_state, _seats, _seat, { type }) => (type === 'say' ? exposure : null)),
    );
    say('pass');
    expect(offered(0, 0, 1)).toEqual([1]);
    say('say');
    expect(offered(0, 0, 1)).toBe(code);
    expect(offered(1, 0, 1)).toBe(code);
  });

  test('the rules are asked once about each command, in the state before it, no matter who asks and how often', () => {
    const asked: number[] = [];
    const { match, say, takeBack, offered } = begun(
      talk(({ version }) => {
        asked.push(version);
        return null;
      }),
    );
    say('pass');
    say('say');
    for (const seat of [0, 1, 0]) offered(seat, 0, 1);
    expect(asked).toEqual([0, 1]);
    const goBack = match.bookmark();
    takeBack(1);
    say('say');
    for (const seat of [0, 1, 0]) offered(seat, 0, 1);
    expect(asked).toEqual([0, 1, 3]);
    goBack();
    expect(offered(0, 0, 1)).toEqual([1, 2]);
    say('say');
    offered(0, 0, 1);
    expect(asked).toEqual([0, 1, 3, 2]);
  });

  test('what was found out about an earlier command is what is answered, no matter who asked before', () => {
    const { say, offered } = begun(
      talk((_state, _seats, seat, { type }) =>
        seat === 0 && type === 'pass' ? 'chance' : type === 'say' ? 'hidden' : null,
      ),
    );
    say('pass');
    say('say');
    expect(offered(1, 0, 1)).toBe('touched-hidden');
    expect(offered(0, 0, 1)).toBe('touched-chance');
    expect(offered(0, 0, 1)).toBe('touched-chance');
  });

  test('reaches back a few commands only, and counts towards the limit of a turn', () => {
    const { say, offered, takeBackAgreed } = begun();
    say('pass');
    for (let n = 1; n < UNDO_REACH; n++) say('say');
    expect(offered(0, 0, 1)).toHaveLength(UNDO_REACH);
    say('say');
    expect(offered(0, 0, 1)).toBe('nothing-to-undo');
    for (let n = 0; n < UNDOS_PER_TURN; n++) {
      takeBackAgreed(1, 0, 1);
      say('say');
    }
    expect(offered(1, 0, 1)).toBe('undo-limit');
  });

  test('is judged again in a journal of unknown origin', () => {
    const { match, say, takeBackAgreed, journal } = begun();
    say('pass');
    say('say');
    takeBackAgreed(0, 0, 1);
    const again = begun().match;
    replayOnto(again, journal, undefined, strictly);
    expect(reveal(again.fingerprint())).toBe(reveal(match.fingerprint()));
    const forged = journal.map((entry) =>
      entry.command.type === 'undo' ? { ...entry, command: { ...entry.command, agreed: [0] } } : entry,
    );
    expect(() => replayOnto(begun().match, forged, undefined, strictly)).toThrow('decided-since');
    const stale = journal.map((entry) =>
      entry.command.type === 'undo' ? { ...entry, command: { ...entry.command, to: 1 } } : entry,
    );
    expect(() => replayOnto(begun().match, stale, undefined, strictly)).toThrow('nothing-to-undo');
  });

  test('a match that keeps no trail takes nothing back', () => {
    const { match, say, takeBack, offered } = begun();
    match.keepNoTrail();
    say('say');
    expect([takeBack(0), offered(0, 0, 1)]).toEqual(['nothing-to-undo', 'nothing-to-undo']);
    match.bookmark()();
    expect(match.version).toBe(1);
  });
});
