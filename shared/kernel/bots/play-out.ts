// One play-out of a search: down the tree, then on as mates would play, and a judgement at the end.
import type { Game, Shape } from '../game.ts';
import type { Rng } from '../rng.ts';
import type { Frozen } from '../secrecy.ts';
import { expectations } from './expectations.ts';
import { mateStep } from './mate.ts';
import type { Node } from './tree.ts';

/** Commands per seat that are played before the position is judged. */
const FAR = 8;

/** Starts from an imagined state after a command; returns how likely each seat is to win. */
export function playOut<G extends Shape>(
  game: Game<G>,
  node: Node<G>,
  start: Frozen<G['State']>,
  luck: Rng,
): readonly number[] {
  const path = [node];
  let state = start;
  for (let here = node; here.isKnown; ) {
    const step = here.descend(game, state, luck);
    if (step === undefined) break;
    state = step.state;
    here = step.node;
    path.push(here);
  }
  const chances = expectations(game, playOn(game, state, luck));
  for (const passed of path) passed.learn(chances);
  return chances;
}

function playOn<G extends Shape>(game: Game<G>, start: Frozen<G['State']>, luck: Rng): Frozen<G['State']> {
  let state = start;
  const steps = FAR * game.prospects(start).length;
  for (let step = 0; step < steps; step++) {
    const next = mateStep(game, state, luck);
    if (next === undefined) break;
    state = next;
  }
  return state;
}
