// How fast the rules are: self-play on one core, no room and no wire.
import { setFlagsFromString } from 'node:v8';
import type { Game, GameFamily, Shape } from '../shared/kernel/game.ts';
import { createRng } from '../shared/kernel/rng.ts';
import { seatsFrom } from '../shared/kernel/seat.ts';
import {
  greedyCommand,
  optionsOf,
  playSteps,
  randomCommand,
  type Step,
  seedOf,
} from '../shared/testing/play.ts';

/** Legal commands counted per position; some positions have very many, and a client gets no more. */
const ENUMERATED = 500;

export interface RulesFigures {
  readonly game: string;
  readonly seats: number;
  /** Positions in the sample, from whole random games. */
  readonly positions: number;
  readonly legalPerPosition: number;
  readonly stateBytes: number;
  readonly applyPerSecond: number;
  readonly legalPerSecond: number;
  readonly viewsPerSecond: number;
  readonly previewsPerSecond: number;
  /** Decision, legal enumeration, apply, all views. */
  readonly fullStepsPerSecond: number;
  readonly greedyPerSecond: number;
}

type AnyStep = Step<Shape>;

/** Figures for every table size of a game; `onProgress` is told which one is next. */
export function benchRules(
  family: GameFamily,
  secondsEach: number,
  onProgress: (seats: number) => void,
): RulesFigures[] {
  // The sample keeps thousands of states. V8 would conclude that states live long and create every copy as an old
  // object, which makes moves up to four times as slow. On a server nearly all states are short-lived.
  setFlagsFromString('--no-allocation-site-pretenuring');
  const edition = family.parseEdition(family.builtIn);
  if (!edition.ok) throw new Error(edition.reasons.join('; '));
  const game = family.withEdition(edition.value);
  const sizes = seatsFrom(0, game.seats.max + 1).filter((seats) => seats >= game.seats.min);
  return sizes.map((seats) => {
    onProgress(seats);
    return benchTable(game, seats, secondsEach);
  });
}

function benchTable(game: Game, seats: number, seconds: number): RulesFigures {
  const steps = sample(game, seats);
  const perSecond = (work: (step: AnyStep) => void) => rate(steps, seconds, work);
  const all = seatsFrom(0, seats);
  let legal = 0;
  for (const step of steps) legal += enumerate(game, step);
  const views = (state: AnyStep['after']) => {
    game.publicView(state);
    for (const seat of all) game.seatView(state, seat);
  };
  const luck = createRng(seedOf(5));
  return {
    game: game.id,
    seats,
    positions: steps.length,
    legalPerPosition: legal / steps.length,
    stateBytes: Math.round(mean(steps.map(({ after }) => JSON.stringify(after).length))),
    applyPerSecond: perSecond(({ before, seat, command }) => game.apply(before, seat, command)),
    legalPerSecond: perSecond((step) => enumerate(game, step)),
    viewsPerSecond: perSecond(({ before }) => views(before)),
    previewsPerSecond: perSecond(({ before, seat, command }) =>
      game.preview(game.publicView(before), game.seatView(before, seat), seat, command, seedOf(6)),
    ),
    fullStepsPerSecond: perSecond((step) => {
      game.decisions(step.before);
      enumerate(game, step);
      const outcome = game.apply(step.before, step.seat, step.command);
      if (outcome.ok) views(outcome.state);
    }),
    greedyPerSecond: perSecond(({ before, seat }) => {
      if (game.decisions(before).some((decision) => decision.seat === seat)) {
        greedyCommand(game, before as never, seat, luck);
      }
    }),
  };
}

/** Positions of whole random games, so that every phase has its share. */
function sample(game: Game, seats: number): AnyStep[] {
  const options = optionsOf(game, seats);
  const steps: AnyStep[] = [];
  for (let n = 1; steps.length < 3_000; n++) {
    const { state } = game.setup(options, seats, seedOf(n));
    for (const step of playSteps(game, state, seedOf(n + 1000), () => randomCommand)) steps.push(step);
  }
  return steps;
}

function enumerate(game: Game, { before, seat }: AnyStep): number {
  let count = 0;
  for (const _command of game.legal(before, seat)) if (++count >= ENUMERATED) break;
  return count;
}

/** Whole rounds over the sample until the time is used; before that a quarter of it to warm up. */
function rate(steps: readonly AnyStep[], seconds: number, work: (step: AnyStep) => void): number {
  const warm = performance.now() + seconds * 250;
  while (performance.now() < warm) for (const step of steps) work(step);
  let done = 0;
  const started = performance.now();
  let elapsed = 0;
  while (elapsed < seconds * 1000) {
    for (const step of steps) work(step);
    done += steps.length;
    elapsed = performance.now() - started;
  }
  return (done / elapsed) * 1000;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
