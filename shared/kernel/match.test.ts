import { describe, expect, test } from '@jest/globals';
import { type FaceDown, faceDown } from '../testing/face-down.ts';
import { optionsOf } from '../testing/play.ts';
import { salvage } from '../testing/salvage/index.ts';
import { builtInOf } from './built-in.ts';
import { canonicalJson } from './canonical.ts';
import type { Game, Result } from './game.ts';
import { Match } from './match.ts';
import { reveal } from './reveal.ts';

const SEED = '1'.repeat(32);
const standing: Result = { reason: 'all-laid', winners: [1], ranking: [] };
/** A scripted game, to test the match alone. */
const game: Game<FaceDown> = {
  ...faceDown,
  ruleOf: (code) => `FD-${code}`,
  result: () => standing,
  standing: ({ version }) => [version, 0],
  violations: ({ version }) => [`version ${version}`],
};
const begun = (over: Partial<Game<FaceDown>> = {}) => new Match({ ...game, ...over }, {}, 2, SEED);
type Lay = FaceDown['Command'];
const first = (match: Match<FaceDown>, seat: number): Lay => {
  const [command] = match.legal(seat);
  return command ?? { type: 'lay-card', card: '' };
};

function playedOut(): Match<FaceDown> {
  const match = begun();
  while (!match.over) {
    expect(match.proposeFallback(match.decisions()[0]?.seat ?? -1).ok).toBe(true);
    match.settle();
  }
  return match;
}

describe('a command is refused before the rules see it', () => {
  const judged = (match: Match<FaceDown>, seat: number, decision: number | null, command?: Lay) =>
    match.propose(seat, { decision, command: command ?? first(match, seat) }, 'player');

  test('if the game is over, whatever decision it names', () => {
    const over = playedOut();
    for (const decision of [null, 0, 64])
      expect(judged(over, 0, decision)).toEqual({ ok: false, code: 'game-over', rule: 'FD-game-over' });
  });

  test('without a decision: as missing for a seat that is asked, not your turn for one that is not', () => {
    expect(judged(begun(), 0, null)).toMatchObject({ code: 'bad-payload', detail: 'decision: missing' });
    expect(judged(begun(), 1, null)).toEqual({
      ok: false,
      code: 'not-your-turn',
      rule: 'FD-not-your-turn',
    });
  });

  test('with a decision other than the open one', () => {
    const match = begun();
    expect(judged(match, 0, 1)).toMatchObject({ code: 'not-your-turn' });
    expect(match.proposeFallback(0).ok).toBe(true);
    match.settle();
    expect(judged(match, 0, 0)).toMatchObject({ code: 'stale-decision', rule: 'FD-stale-decision' });
    expect(judged(match, 1, 9).ok).toBe(true);
  });

  test('with a decision, if it answers none', () => {
    const unasked = begun({ unasked: ['lay-card'] });
    expect(judged(unasked, 0, 0)).toMatchObject({
      code: 'bad-payload',
      detail: 'decision: this command answers none',
    });
    expect(judged(unasked, 0, null)).toMatchObject({ ok: true, entry: { decision: null } });
  });

  test('by the rules, and nothing is proposed', () => {
    const match = begun();
    const refusal = { ok: false, code: 'no-such-card', rule: null };
    expect(judged(match, 0, 0, { type: 'lay-card', card: 'none' })).toEqual(refusal);
    expect(judged(match, 0, 0).ok).toBe(true);
  });
});

test('only the command that ends the game has the result', () => {
  const match = begun();
  const results: (Result | undefined)[] = [];
  while (!match.over) {
    const proposal = match.proposeFallback(match.decisions()[0]?.seat ?? -1);
    if (!proposal.ok) throw new Error(proposal.code);
    results.push(proposal.result);
    match.settle();
  }
  expect(results).toEqual([...Array(7).fill(undefined), standing]);
});

test('a command played for a seat is recorded as played by its clock, or by the given source', () => {
  const match = begun();
  expect(match.proposeFallback(0)).toMatchObject({ entry: { by: 'clock', version: 1, decision: 0 } });
  match.drop();
  expect(match.proposeFallback(0, 'bot')).toMatchObject({ entry: { by: 'bot' } });
});

test('what is in force is what the game computes from the state', () => {
  const match = begun();
  const { state } = faceDown.setup({}, 2, SEED);
  const told = () => ({
    seats: match.seats,
    version: match.version,
    over: match.over,
    decisions: match.decisions(),
    seen: match.publicView(),
    own: match.seatView(0),
    legal: [...match.legal(0)],
    result: match.result(),
    standing: reveal(match.standing()),
    violations: match.violations(),
    whole: reveal(match.fingerprint()),
  });
  const before = {
    seats: 2,
    version: 0,
    over: false,
    decisions: [{ id: 0, seat: 0, kind: 'lay' }],
    seen: faceDown.publicView(state),
    own: faceDown.seatView(state, 0),
    legal: [...faceDown.legal(state, 0)],
    result: standing,
    standing: [0, 0],
    violations: ['version 0'],
    whole: canonicalJson(state),
  };
  expect(told()).toEqual(before);
  expect(match.proposeFallback(0).ok).toBe(true);
  expect(told()).toEqual(before);
  match.settle();
  expect(told()).toMatchObject({
    version: 1,
    decisions: [{ id: 9, seat: 1 }],
    standing: [1, 0],
    violations: ['version 1'],
  });
});

describe('a preview', () => {
  const salvaged = () => new Match(builtInOf(salvage), salvageOptions(), 3, SEED);

  test('is refused like the command, and otherwise foresees it without playing it', () => {
    const match = salvaged();
    const before = match.fingerprint();
    for (const { id: decision, seat } of match.decisions()) {
      const [command] = match.legal(seat);
      if (command === undefined) throw new Error('nothing is legal');
      expect(match.preview(seat, { decision: decision + 64, command })).toMatchObject({ ok: false });
      expect(match.preview(seat, { decision, command })).toMatchObject({ ok: true, all: { version: 1 } });
    }
    expect(match.fingerprint()).toBe(before);
  });
});

function salvageOptions() {
  const options = optionsOf(builtInOf(salvage), 3);
  return options;
}
