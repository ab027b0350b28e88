// What the contract requires of bots of every strength, as a function that returns its findings.
import { playOutsUpTo } from '../kernel/bots/budget.ts';
import { choose } from '../kernel/bots/choose.ts';
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, Shape } from '../kernel/game.ts';
import { createRng } from '../kernel/rng.ts';
import { type Seat, seatsFrom } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { STRENGTHS, type Strength } from '../kernel/strength.ts';
import { greedyCommand, playSteps, seedOf } from './play.ts';
import { imagined } from './worlds.ts';

/** One position in so many is examined. */
const EVERY = 24;
/** Positions per match. */
const POSITIONS = 6;
const PLAY_OUTS = 16;

/**
 * In a match of mates: each strength chooses in the real world and in one that its seat imagines. `honest`: imagines
 * it, for tests whose game does not.
 */
export function* botFindings<G extends Shape>(
  game: Game<G>,
  start: Frozen<G['State']>,
  seats: number,
  honest = game,
): Generator<string> {
  let examined = 0;
  for (const { before, seat } of playSteps(game, start, seedOf(seats), () => greedyCommand)) {
    if (before.version % EVERY !== seats) continue;
    if (++examined > POSITIONS) return;
    const twin = imagined(honest, before, seat, seedOf(before.version + 1));
    for (const strength of STRENGTHS) {
      const at = `version ${before.version}, ${strength} at seat ${seat}`;
      const here = chosen(game, before, seat, strength);
      if (canonicalJson(chosen(game, twin, seat, strength)) !== canonicalJson(here))
        yield `${at}: chooses by what it does not know`;
      const outcome = game.apply(before, seat, here);
      if (!outcome.ok) yield `${at}: ${canonicalJson(here)} is ${outcome.code}`;
    }
    yield* prospectFindings(game, before, seats);
  }
}

function chosen<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  strength: Strength,
): G['Command'] {
  const seen = {
    all: game.publicView(state),
    own: game.seatView(state, seat),
    seat,
    luck: createRng(seedOf(state.version)),
  };
  return choose(game, strength, seen, playOutsUpTo(PLAY_OUTS));
}

function* prospectFindings<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seats: number,
): Generator<string> {
  const prospects = game.prospects(state);
  for (const seat of seatsFrom(0, seats))
    if (!Number.isFinite(prospects[seat])) yield `version ${state.version}: no prospects of seat ${seat}`;
  if (prospects.length !== seats) yield `version ${state.version}: prospects of ${prospects.length} seats`;
}
