// The contract catches bots that use facts unknown to their seat.
import { expect, test } from '@jest/globals';
import { borneo } from '../games/borneo/index.ts';
import { builtInOf } from '../kernel/built-in.ts';
import type { Game } from '../kernel/game.ts';
import { botFindings } from './bots.ts';
import { optionsOf, seedOf } from './play.ts';

const SEATS = 3;
const honest = builtInOf(borneo);
type Borneo = typeof honest extends Game<infer G> ? G : never;
type Seen = Parameters<Game<Borneo>['publicView']>[0];

/** A game whose views are requested just before a bot chooses, from which it learns the state of that version. */
function clairvoyant(alter: (truth: (version: number) => Seen) => Partial<Game<Borneo>>): Game<Borneo> {
  const states: Seen[] = [];
  const truth = (version: number) => {
    const last = states.findLast((state) => state.version === version);
    if (last === undefined) throw new Error('nothing was seen');
    return last;
  };
  const publicView = (state: Seen) => {
    states.push(state);
    return honest.publicView(state);
  };
  return { ...honest, publicView, ...alter(truth) };
}

function findings(game: Game<Borneo>, matches = 1): string[] {
  const options = optionsOf(honest, SEATS);
  return Array.from({ length: matches }, (_, n) => honest.setup(options, SEATS, seedOf(n)).state).flatMap(
    (start) => [...botFindings(game, start, SEATS, honest)],
  );
}

test('honest bots pass', () => {
  expect(findings(honest)).toEqual([]);
});

test('a mate that chooses by the hand of the next seat is found', () => {
  const game = clairvoyant((truth) => ({
    greedy(all, own, seat, luck) {
      const state = truth(all.version);
      const { hand } = honest.seatView(state, (seat + 1) % SEATS);
      const legal = [...honest.legal(state, seat)];
      return legal[hand.join().length % legal.length] ?? honest.greedy(all, own, seat, luck);
    },
  }));
  expect(findings(game).join('\n')).toMatch(/mate at seat \d: chooses by what it does not know/);
});

test('a captain that searches the true state is found', () => {
  const game = clairvoyant((truth) => ({ imagine: (all) => honest.clone(truth(all.version)) }));
  expect(findings(game, 3).join('\n')).toMatch(/captain at seat \d: chooses by what it does not know/);
});

test('an illegal choice, and prospects that are no numbers, are found', () => {
  const game: Game<Borneo> = {
    ...honest,
    greedy: (all, own, seat, luck) =>
      all.phase === 'placement'
        ? honest.greedy(all, own, seat, luck)
        : { type: 'choose-reward', card: 'nothing' },
    prospects: () => [0, Number.NaN],
  };
  const start = clairvoyant(() => ({}));
  expect(findings({ ...start, prospects: game.prospects }).join('\n')).toMatch(/no prospects of seat 1/);
  expect(() => findings(game)).toThrow(/choose-reward/);
});
