// States that the bot imagines, to ask the rules, or to guess what others hold.

import type { ReadingOf } from '../../../kernel/play.ts';
import { createRng, spawnSeed } from '../../../kernel/rng.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { imagine } from '../imagine.ts';
import { seatView } from '../seat-view.ts';
import type { SeatView, Types } from '../state.ts';
import type { Mind } from './mind.ts';

/** A state for querying the rules: what the bot may do depends only on what it can see. */
export function imagined(mind: Mind): ReadingOf<Types> {
  const { components, all } = mind;
  const luck = createRng(spawnSeed(mind.luck));
  const hidden = imagine({ ...mind, luck });
  const { version, decisions: open } = all;
  return { components, state: { version, open, rng: conceal(luck), shown: all, hidden }, memo: undefined };
}

/** What these seats may hold. */
export function imaginedHands(mind: Mind, seats: readonly Seat[]): SeatView[] {
  const { state } = imagined(mind);
  return seats.map((seat) => seatView(state, seat));
}
