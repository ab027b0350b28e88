// Whether a command brings out what some viewer does not know, which decides if it may be taken back (docs/adr/0049).
import type { CompleteRules } from './defaults.ts';
import type { RuleList } from './game-rules.ts';
import { frozen, type Moves } from './moves.ts';
import type { GameTypes, StateOf } from './play.ts';
import type { CommandIn } from './rules.ts';
import { type StopReason, sealedGenerator, stopOf, Watch } from './sealed.ts';
import { type Seat, seatsFrom } from './seat.ts';

interface Taken<G extends GameTypes, Rules extends RuleList<G>> {
  readonly rules: CompleteRules<G, Rules>;
  readonly moves: Moves<G, Rules>;
  /** Before the command. */
  readonly state: StateOf<G>;
  readonly seats: number;
  readonly seat: Seat;
  readonly command: CommandIn<Rules>;
}

/**
 * What came out for the first viewer who learned something; `null` if nobody did. Nothing depends on what the viewers
 * do not know, so the answer reveals nothing either.
 */
export function exposureOf<G extends GameTypes, Rules extends RuleList<G>>(
  taken: Taken<G, Rules>,
): StopReason | null {
  for (const viewer of [null, ...seatsFrom(0, taken.seats)]) {
    const stop = stopOf(() => carriedOutFor(taken, viewer));
    if (stop !== null) return stop;
  }
  return null;
}

/** Carries the command out on a copy where the first fact that this viewer does not know stops the rules. */
function carriedOutFor<G extends GameTypes, Rules extends RuleList<G>>(
  { rules, moves, state, seat, command }: Taken<G, Rules>,
  viewer: Seat | null,
): void {
  const watch = new Watch();
  const copy = moves.copy(state);
  const draft = { ...copy, hidden: watch.seal(copy.hidden), rng: sealedGenerator() };
  const sealed = frozen<G>(draft);
  const play = moves.playOn(draft, moves.reading(sealed).memo);
  const look = () => {
    rules.derive?.(play);
    if (viewer !== null) rules.seatView(sealed, viewer);
  };
  // Viewers know everything that their views are computed from.
  watch.learn(look);
  const judged = moves.judge(sealed, seat, command);
  if (!judged.ok) throw new Error(`played before, now refused: ${judged.code}`);
  moves.carryOut(play, judged.rule, seat, judged.command);
  look();
}
