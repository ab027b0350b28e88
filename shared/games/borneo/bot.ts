// The built-in opponent: for now, any legal move.
import { pick, type Rng } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Command } from './commands.ts';
import type { Components } from './components.ts';
import { imagine } from './imagine.ts';
import type { PublicView } from './public-view.ts';
import { legal } from './rules.ts';
import type { SeatView } from './seat-view.ts';

export function greedy(
  components: Components,
  all: PublicView,
  own: SeatView,
  seat: Seat,
  luck: Rng,
): Command {
  const state = imagine(components, all, own, seat, '0'.repeat(32));
  return pick(luck, [...legal(components, state, seat)]);
}
