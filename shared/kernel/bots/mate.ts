// What a mate would play in an imagined world.
import type { Game, Shape } from '../game.ts';
import type { Rng } from '../rng.ts';
import type { Seat } from '../seat.ts';
import type { Frozen } from '../secrecy.ts';

export interface Choice<G extends Shape> {
  readonly seat: Seat;
  readonly command: G['Command'];
}

/**
 * The command of the next seat that is asked; `undefined` at the end. Where all act at once it is the fallback:
 * mates that bargain with each other would use up most of the time.
 */
export function mateChoice<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  luck: Rng,
): Choice<G> | undefined {
  const [asked] = game.decisions(state);
  if (asked === undefined) return undefined;
  const { seat, kind } = asked;
  const command = game.sharedKinds.includes(kind)
    ? game.fallback(state, seat)
    : game.greedy(game.publicView(state), game.seatView(state, seat), seat, luck);
  return { seat, command };
}

/** The state after that command; `undefined` at the end. */
export function mateStep<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  luck: Rng,
): Frozen<G['State']> | undefined {
  const choice = mateChoice(game, state, luck);
  if (choice === undefined) return undefined;
  const outcome = game.apply(state, choice.seat, choice.command);
  if (!outcome.ok) throw new Error(`${choice.command.type}: ${outcome.code}`);
  return outcome.state;
}
