// Random matches of all games in which players take back what they may: `UNDOS=100000 npm run test:campaigns -- …`.
import { expect, test } from '@jest/globals';
import { builtInOf } from '../kernel/built-in.ts';
import type { Shape } from '../kernel/game.ts';
import { begin, optionsOf, playSteps, randomCommand, seedOf } from './play.ts';
import { families } from './registry.ts';
import { Attempts, exposureFindings, undoFindings } from './undo.ts';
import { agreedFindings } from './undo-agreed.ts';

/** Commands that are taken back, over all games. */
const UNDOS = Number(process.env['UNDOS'] ?? 2_000);
const SEED = Number(process.env['UNDO_SEED'] ?? 20_261_120);
const LIMIT = 300;
/** What others may agree to is mostly before anything is drawn. */
const OPENING = 24;
const MOST_MATCHES = 100_000;
/** In Salvage every command lays something face down. */
const undoable = families.filter(({ id }) => id !== 'salvage');
const MINUTES = 60_000;

test.each(undoable.map((family) => [family.id, family] as const))(
  '%s: random undos lead back to where it was, and to the same again',
  (_id, family) => {
    const game = builtInOf(family);
    const attempts = new Attempts();
    const enough = UNDOS / undoable.length;
    const seats = ({ min, max }: { min: number; max: number }, n: number) => min + (n % (max - min + 1));
    for (let n = 0; (attempts.alone < enough || attempts.agreed < enough / 4) && n < MOST_MATCHES; n++) {
      const at = seats(game.seats, n);
      const random = { game, options: optionsOf(game, at), seats: at, seed: seedOf(SEED + n) };
      const found = undoFindings(
        { ...random, luck: seedOf(SEED - n), limit: n % 2 === 0 ? LIMIT : OPENING },
        attempts,
      );
      expect([`match ${n}`, ...found]).toEqual([`match ${n}`]);
    }
    console.info(family.id, attempts);
    expect(attempts.alone).toBeGreaterThanOrEqual(enough);
    expect(attempts.agreed).toBeGreaterThanOrEqual(enough / 4);
  },
  600 * MINUTES,
);

test.each(families.map((family) => [family.id, family] as const))(
  '%s: what may be taken back told nobody anything, in whole games',
  (_id, family) => {
    const game = builtInOf(family);
    for (const findings of [exposureFindings<Shape>, agreedFindings<Shape>]) {
      const tally = { free: 0, exposed: 0 };
      for (const seats of [game.seats.min, game.seats.max]) {
        const { state } = begin(game, seats, seedOf(SEED));
        const steps = playSteps(game, state, seedOf(SEED + 1), () => randomCommand);
        expect([...findings(game, steps, { seats, n: SEED, tally })]).toEqual([]);
      }
      console.info(`${family.id}, ${findings.name}: ${tally.free} free, ${tally.exposed} not`);
      expect(tally.exposed).toBeGreaterThan(0);
    }
  },
  MINUTES,
);
