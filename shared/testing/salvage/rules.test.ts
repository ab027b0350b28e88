import { describe, expect, test } from '@jest/globals';
import type { Frozen } from '../../kernel/secrecy.ts';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import { salvage } from './index.ts';
import type { Draft } from './state.ts';
import { accepted, begun, game, refusal, scenario } from './testing/scenario.ts';

const SEED = '00112233445566778899aabbccddeeff';
const send = (tug: string) => ({ type: 'send-tug' as const, tug });

/** Every seat sends a tug, seat 0 first. */
function sent(state: Draft, ...tugs: readonly string[]) {
  let done = accepted(state, 0, send(tugs[0] ?? ''));
  const news = [...done.news];
  for (const [seat, tug] of [...tugs.entries()].slice(1)) {
    done = accepted(done.state, seat, send(tug));
    news.push(...done.news);
  }
  return { state: done.state, news };
}

describe('the rules', () => {
  test('SAL-1.1: four tugs each, which only their owner sees; the rest is the stock', () => {
    const start = begun(3);
    const hands = [0, 1, 2].map((seat) => game.seatView(start.state, seat).hand);
    expect(hands.map((hand) => hand.length)).toEqual([4, 4, 4]);
    expect(new Set(hands.flat()).size).toBe(12);
    expect(start.state.shown.stockCount).toBe(12);
    expect(heard(start)[0]).toEqual({ type: 'game-started', rounds: 6, edition: 'reconstruction-1' });
    expect(told(start, 'game-started', 1).hand).toEqual(hands[1]);
  });

  test('SAL-1.2, SAL-2.1: a shuffled pile of wrecks, of which one is turned up in every round', () => {
    const start = begun(2);
    expect(start.state.shown.wreckCount).toBe(11);
    expect(start.state.shown.inSight).toEqual([told(start, 'wreck-sighted').wreck]);
    const other = begun(2, {}, 3);
    expect(other.state.shown.inSight).not.toEqual(start.state.shown.inSight);
  });

  test('SAL-1.3: as many rounds as there are tugs for', () => {
    const parsed = (rounds: number, seats: number) => {
      const options = game.parseOptions({ rounds }, seats);
      return options.ok ? 'accepted' : `${options.code} ${options.rule}`;
    };
    expect([parsed(12, 2), parsed(8, 3), parsed(6, 4)]).toEqual(['accepted', 'accepted', 'accepted']);
    expect([parsed(9, 3), parsed(7, 4)]).toEqual(Array(2).fill('option-not-allowed SAL-1.3'));
    expect([parsed(13, 2), parsed(2, 2)]).toEqual(['bad-payload null', 'bad-payload null']);
  });

  test('SAL-2.2: all are asked at once; a tug from the hand, whatever else there is', () => {
    const state = scenario({ hands: [['tug-1-1'], ['tug-2-1'], ['tug-3-1']], inSight: ['wreck-iris'] });
    expect(asking(state)).toEqual(['0 bid', '1 bid', '2 bid']);
    expect(new Set(state.open.map(({ allotment }) => allotment))).toEqual(new Set(['round-3']));
    for (const tug of ['tug-2-1', 'tug-8-1', 'no-tug', ''])
      expect(refusal(state, 0, send(tug))).toBe('tug-not-in-hand SAL-2.2');
    const done = accepted(state, 1, send('tug-2-1'));
    expect(heard(done)).toEqual([{ type: 'tug-sent', seat: 1 }]);
    expect(told(done, 'tug-sent', 1)).toEqual({ type: 'tug-sent', seat: 1, tug: 'tug-2-1' });
    expect(game.seatView(done.state, 1)).toEqual({ hand: [], sent: 'tug-2-1' });
  });

  test('SAL-2.3: a tug that was sent is not called back', () => {
    const hands = [['tug-1-1', 'tug-1-2'], ['tug-2-1']];
    const { state } = accepted(scenario({ hands, inSight: ['wreck-iris'] }), 0, send('tug-1-1'));
    expect(asking(state)).toEqual(['1 bid']);
    expect(refusal(state, 0, send('tug-1-2'))).toBe('not-your-turn SAL-2.3');
  });

  test('SAL-2.4: a time-out sends the weakest tug', () => {
    const state = scenario({
      hands: [['tug-4-1', 'tug-2-2', 'tug-2-1'], ['tug-1-1']],
      inSight: ['wreck-iris'],
    });
    expect(game.fallback(state, 0)).toEqual(send('tug-2-2'));
  });

  test('SAL-3.1: nothing is turned up before the last tug is out, then all at once', () => {
    const hands = [['tug-1-1'], ['tug-2-1']];
    const first = accepted(scenario({ hands, inSight: ['wreck-iris'] }), 0, send('tug-1-1'));
    expect(typesOf(first)).toEqual(['tug-sent']);
    const second = accepted(first.state, 1, send('tug-2-1'));
    expect(told(second, 'tugs-revealed').tugs).toEqual([
      { seat: 0, tug: 'tug-1-1' },
      { seat: 1, tug: 'tug-2-1' },
    ]);
    expect(second.state.shown.spent).toEqual(['tug-1-1', 'tug-2-1']);
  });

  test('SAL-3.2: the strongest tug takes all wrecks in sight', () => {
    const inSight = ['wreck-iris', 'wreck-dorade'];
    const state = scenario({ hands: [['tug-1-1'], ['tug-8-1'], ['tug-7-1']], inSight });
    const done = sent(state, 'tug-1-1', 'tug-8-1', 'tug-7-1');
    expect(told(done, 'wrecks-salvaged')).toMatchObject({ seat: 1, wrecks: inSight });
    expect(done.state.shown.players[1]?.salvaged).toEqual(inSight);
    expect(done.state.shown.inSight).toEqual([told(done, 'wreck-sighted').wreck]);
  });

  test('SAL-3.3: with equal strength nobody gets them, and the next wreck lies beside them', () => {
    const state = scenario({ hands: [['tug-8-2'], ['tug-8-1'], ['tug-7-1']], inSight: ['wreck-iris'] });
    const done = sent(state, 'tug-8-2', 'tug-8-1', 'tug-7-1');
    expect(told(done, 'wrecks-contested').seats).toEqual([0, 1]);
    expect(done.state.shown.inSight).toEqual(['wreck-iris', told(done, 'wreck-sighted').wreck]);
  });

  test('SAL-3.4: every player draws a tug, or none does', () => {
    const draws = (stock: readonly string[]) => {
      const hands = [
        ['tug-1-1', 'tug-1-2'],
        ['tug-2-1', 'tug-2-2'],
      ];
      return sent(scenario({ hands, inSight: ['wreck-iris'], stock }), 'tug-1-1', 'tug-2-1');
    };
    const enough = draws(['tug-5-1', 'tug-6-1']);
    expect(heard(enough).filter(({ type }) => type === 'tug-drawn')).toEqual([
      { type: 'tug-drawn', seat: 0 },
      { type: 'tug-drawn', seat: 1 },
    ]);
    expect(game.seatView(enough.state, 0).hand).toEqual(['tug-1-2', 'tug-6-1']);
    expect(typesOf(draws(['tug-5-1']))).not.toContain('tug-drawn');
  });

  test('SAL-4.1: over after the last round; what is still in sight is lost', () => {
    const state = scenario({
      hands: [['tug-8-2'], ['tug-8-1']],
      inSight: ['wreck-iris'],
      salvaged: [['wreck-dorade'], []],
      round: 6,
    });
    expect(game.result(state)).toBeUndefined();
    const done = sent(state, 'tug-8-2', 'tug-8-1');
    expect(asking(done.state)).toEqual([]);
    expect(told(done, 'game-ended')).toMatchObject({ scores: [{ total: 2 }, { total: 0 }], winners: [0] });
    expect(game.result(done.state)).toMatchObject({ reason: 'rounds', winners: [0] });
  });

  test('SAL-4.2, SAL-4.3: the value counts, then the number of wrecks; equals share the place', () => {
    const ending = (...salvaged: string[][]) => {
      const hands = salvaged.map((_, seat) => [`tug-8-${seat + 1}`]);
      const state = scenario({ hands, inSight: ['wreck-alouette'], salvaged, round: 6 });
      return game.result(sent(state, ...hands.flat()).state);
    };
    // 2 + 2 against 4: two wrecks against one.
    const two = ending(['wreck-cormoran', 'wreck-dorade'], ['wreck-goeland'], []);
    expect(two?.ranking.map(({ seat, place, total }) => [seat, place, total])).toEqual([
      [0, 1, 4],
      [1, 2, 4],
      [2, 3, 0],
    ]);
    const equal = ending(['wreck-goeland'], ['wreck-hirondelle'], []);
    expect(equal?.winners).toEqual([0, 1]);
    expect(equal?.ranking.map(({ place }) => place)).toEqual([1, 1, 3]);
  });

  test('without a bot of its own, its bots send any tug that they have, and no other', () => {
    const hands = [['tug-1-1', 'tug-3-1', 'tug-5-1', 'tug-8-1'], ['tug-2-1']];
    const state = scenario({ hands, inSight: ['wreck-licorne'] });
    const sent = Array.from({ length: 60 }, (_, drawn) => {
      const luck = { seed: SEED, drawn };
      return game.greedy(game.publicView(state), game.seatView(state, 0), 0, luck).tug;
    });
    expect([...new Set(sent)].sort()).toEqual(hands[0]);
  });

  test('broken invariants are reported', () => {
    const sound = scenario({ hands: [['tug-1-1'], ['tug-2-1']], inSight: ['wreck-iris'] });
    const { shown } = sound;
    const broken = (change: Partial<Draft>) => game.violations({ ...sound, ...change } as Frozen<Draft>);
    expect(broken({})).toEqual([]);
    expect(broken({ shown: { ...shown, inSight: [] } })).toContain('wrecks: wreck-iris is lost');
    expect(broken({ shown: { ...shown, spent: ['tug-1-1'] } })).toContain(
      'tugs: tug-1-1 is there too often, or not part of the game',
    );
    expect(broken({ shown: { ...shown, round: 7 } })).toContain('a round too many');
    expect(broken({ open: [] })).toHaveLength(2);
  });

  test('an edition that the game cannot be played with is refused with reasons', () => {
    const built = salvage.builtIn as { tugs: object[]; constants: object };
    const reasons = (change: object) => {
      const parsed = salvage.parseEdition({ ...built, ...change });
      return parsed.ok ? [] : parsed.reasons;
    };
    expect(reasons({})).toEqual([]);
    expect(reasons({ tugs: built.tugs.slice(1) })).toHaveLength(1);
    expect(reasons({ tugs: [...built.tugs.slice(1), built.tugs[1]] })).toEqual([
      'pieces: tug-1-2 is listed twice',
    ]);
    expect(reasons({ constants: { startingHand: 7 } })).toHaveLength(1);
  });
});
