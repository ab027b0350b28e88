// Plays a command on an imagined state as far as it depends on nothing that was imagined (docs/adr/0032).
import type { DraftOf, GameTypes, PlayOf, StateOf } from './play.ts';
import { type StopReason, sealedGenerator, stopOf, Watch } from './sealed.ts';
import type { Seat } from './seat.ts';

export interface Attempt<G extends GameTypes> {
  /** The imagined state before the command; it is changed. */
  readonly draft: DraftOf<G>;
  readonly seat: Seat;
  /** What the seat sees before. */
  readonly own: G['SeatView'];
  playOn(draft: DraftOf<G>): PlayOf<G>;
  carryOut(play: PlayOf<G>): void;
  derive(play: PlayOf<G>): void;
  seatView(state: StateOf<G>, seat: Seat): G['SeatView'];
}

interface Foreseen<G extends GameTypes> {
  readonly stop: StopReason | null;
  /** The state and the news as they are then. */
  readonly play: PlayOf<G>;
  readonly own: G['SeatView'];
}

export function foresee<G extends GameTypes>(attempt: Attempt<G>): Foreseen<G> {
  const { seat } = attempt;
  const watch = new Watch();
  const hidden = watch.seal(attempt.draft.hidden);
  const draft: DraftOf<G> = { ...attempt.draft, hidden, rng: sealedGenerator() };
  const play = attempt.playOn(draft);
  // The seat knows everything that its views are computed from.
  watch.learn(() => {
    attempt.derive(play);
    attempt.seatView(play.state, seat);
  });
  const before = draft.open.slice();
  let stop = stopOf(() => attempt.carryOut(play));
  const after = draft.open;
  // Stopped halfway, no seat is asked, but the game is not over: derive as if the command were still open.
  if (stop !== null && after.length === 0) draft.open = before;
  const derived = stopOf(() => attempt.derive(play));
  stop ??= derived;
  draft.open = after;
  let { own } = attempt;
  const seen = stopOf(() => {
    own = attempt.seatView(play.state, seat);
  });
  stop ??= seen;
  return { stop, play, own };
}
