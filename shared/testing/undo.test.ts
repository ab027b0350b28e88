// The contract of taking back catches games that leak by it.
import { describe, expect, test } from '@jest/globals';
import { borneo } from '../games/borneo/index.ts';
import { builtInOf } from '../kernel/built-in.ts';
import type { Game, Shape } from '../kernel/game.ts';
import { peekingGame } from './peeking.ts';
import { begin, optionsOf, playSteps, randomCommand, seedOf } from './play.ts';
import { Attempts, exposureFindings, undoFindings } from './undo.ts';
import { agreedFindings } from './undo-agreed.ts';

const SEATS = 3;
const honest = builtInOf(borneo);
type Borneo = typeof honest extends Game<infer G> ? G : never;

function told<G extends Shape>(game: Game<G>): string[] {
  const { state } = begin(game, SEATS, seedOf(1));
  const steps = playSteps(game, state, seedOf(2), () => randomCommand);
  const [found] = exposureFindings(game, steps, { seats: SEATS, n: 1, tally: { free: 0, exposed: 0 } });
  return found === undefined ? [] : [found];
}

describe('what may be taken back must have told nobody anything:', () => {
  test('nothing is found in a sound game', () => {
    expect(told(honest)).toEqual([]);
  });

  test.each<[string, Partial<Game<Borneo>>, RegExp]>([
    ['whatever came out', { exposure: () => null }, /something came out|shows that it was allowed/],
    [
      'what the actor could foresee, though the others could not',
      {
        exposure: (state, _seats, seat, command) => {
          const views = [honest.publicView(state), honest.seatView(state, seat)] as const;
          const preview = honest.preview(...views, seat, command, seedOf(0));
          return preview.ok ? preview.stop : 'hidden';
        },
      },
      /something came out|shows that it was allowed/,
    ],
    [
      'or not, by what another seat holds',
      {
        exposure: (state, seats, seat, command) => {
          const { hand } = honest.seatView(state, (seat + 1) % seats);
          return hand.join().length % 2 === 0 ? 'hidden' : honest.exposure(state, seats, seat, command);
        },
      },
      /depends on what is hidden/,
    ],
  ])('a game in which one may take back %s is caught', (_what, planted, found) => {
    expect(told({ ...honest, ...planted }).join()).toMatch(found);
  });

  test('a game that looks at a hidden fact behind the back of the kernel is caught', () => {
    expect(told(builtInOf(peekingGame)).join()).toMatch(/something came out/);
  });
});

describe('what may be taken back if all agree must have told nobody anything:', () => {
  const tally = { free: 0, exposed: 0 };
  const found = <G extends Shape>(game: Game<G>, findings = agreedFindings<G>) => {
    const { state } = begin(game, SEATS, seedOf(1));
    const steps = playSteps(game, state, seedOf(2), () => randomCommand);
    const [first] = findings(game, steps, { seats: SEATS, n: 1, tally });
    return first ?? null;
  };

  test('nothing is found in a sound game', () => {
    expect(found(honest)).toBeNull();
    expect(tally.free).toBeGreaterThan(5);
    expect(tally.exposed).toBeGreaterThan(5);
  });

  /** What came out no longer counts once somebody has decided after it. */
  const forgetful = (): Game<Borneo> => {
    let latest = 0;
    return {
      ...honest,
      apply: (state, seat, command) => {
        latest = state.version + 1;
        return honest.apply(state, seat, command);
      },
      exposure: (state, seats, seat, command) =>
        state.version + 1 < latest ? null : honest.exposure(state, seats, seat, command),
    };
  };

  test('a game that forgets what came out before others decided is caught, and only by that', () => {
    expect(found(forgetful())).toMatch(/something came out/);
    expect(found(forgetful(), exposureFindings<Borneo>)).toBeNull();
  });

  test('a game in which that depends on what the asker does not know is caught', () => {
    const exposure: Game<Borneo>['exposure'] = (state, seats, seat, command) =>
      honest.seatView(state, (seat + 1) % seats).hand.join().length % 2 === 0
        ? 'hidden'
        : honest.exposure(state, seats, seat, command);
    expect(found({ ...honest, exposure })).toMatch(/depends on what is hidden|something came out/);
  });

  test('a game that looks at a hidden fact behind the back of the kernel is caught', () => {
    expect(found(builtInOf(peekingGame))).toMatch(/something came out/);
  });
});

describe('taking back leads to where it was:', () => {
  const findings = (game: Game<Borneo>) => {
    const random = { game, options: optionsOf(honest, SEATS), seats: SEATS };
    const attempts = new Attempts();
    // What is agreed upon is mostly in the beginning, before anything is drawn.
    const found = [120, ...Array.from({ length: 16 }, () => 16)].flatMap((limit, n) => [
      ...undoFindings({ ...random, seed: seedOf(n), luck: seedOf(n + 2), limit }, attempts),
    ]);
    return { attempts, found };
  };

  test('nothing is found in a sound game', () => {
    const { found, attempts } = findings(honest);
    expect(found).toEqual([]);
    for (const times of Object.values(attempts)) expect(times).toBeGreaterThan(5);
  });

  test('rules that remember what was taken back are caught', () => {
    const calls = new Map<string, number>();
    const apply: Game<Borneo>['apply'] = (state, seat, command) => {
      const outcome = honest.apply(state, seat, command);
      const key = JSON.stringify([state.shown, seat, command]);
      calls.set(key, (calls.get(key) ?? 0) + 1);
      // The match and the test play each command once.
      return outcome.ok && (calls.get(key) ?? 0) > 2 ? { ...outcome, news: [] } : outcome;
    };
    expect(findings({ ...honest, apply }).found.join()).toMatch(/other news the second time/);
  });
});
