import type { Rng } from '../../kernel/rng.ts';
import { pick } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Command } from './commands.ts';
import type { Components } from './components.ts';
import { stateOfView } from './imagine.ts';
import { legal } from './legal.ts';
import type { PublicView } from './public-view.ts';
import type { SeatView } from './seat-view.ts';
export interface Viewpoint {
  all: PublicView;
  own: SeatView;
  seat: Seat;
  luck: Rng;
}
export function greedy(parts: Components, { all, own, seat, luck }: Viewpoint): Command {
  return pick(
    luck,
    [...legal(parts, stateOfView(parts, all, own), seat)].filter((c) => c.type !== 'resign'),
  );
}
