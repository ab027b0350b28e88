// One match of bots of different strengths, without a table.
import { type Budget, playOutsUpTo, SHARE_OF_TIME } from '../shared/kernel/bots/budget.ts';
import { choose } from '../shared/kernel/bots/choose.ts';
import type { Game, Result } from '../shared/kernel/game.ts';
import { createRng, pick, spawnSeed } from '../shared/kernel/rng.ts';
import type { Strength } from '../shared/kernel/strength.ts';
import { optionsOf, seedOf } from '../shared/testing/play.ts';

/** Commands of one match; a match of mates takes some hundred. */
const LIMIT = 20_000;

/** How long captains think: by the clock, or a number of play-outs for results that can be repeated. */
export type Thinking = { readonly ms: number } | { readonly playOuts: number };

function budgetFor(thinking: Thinking, share: number): Budget {
  if ('playOuts' in thinking) return playOutsUpTo(share * thinking.playOuts);
  const start = performance.now();
  return () => (performance.now() - start) / (share * thinking.ms);
}

interface LineUp {
  readonly game: Game;
  /** By seat. */
  readonly bots: readonly Strength[];
  readonly thinking: Thinking;
}

/** The n-th match of this line-up. */
export function playMatch({ game, bots, thinking }: LineUp, n: number): Result {
  const options = optionsOf(game, bots.length);
  let { state } = game.setup(options, bots.length, seedOf(n + 1));
  const luck = createRng(seedOf(n + 500_000));
  for (let played = 0; played < LIMIT; played++) {
    const open = game.decisions(state);
    if (open.length === 0) break;
    const { seat, kind } = pick(luck, open);
    const seen = {
      all: game.publicView(state),
      own: game.seatView(state, seat),
      seat,
      luck: createRng(spawnSeed(luck)),
    };
    const budget = budgetFor(thinking, SHARE_OF_TIME[game.kinds[kind] ?? 'main']);
    const command = choose(game, bots[seat] ?? 'mate', seen, budget);
    const outcome = game.apply(state, seat, command);
    if (!outcome.ok) throw new Error(`version ${state.version}: ${JSON.stringify(command)}: ${outcome.code}`);
    state = outcome.state;
  }
  const result = game.result(state);
  if (result === undefined) throw new Error(`not over after ${LIMIT} commands`);
  return result;
}
