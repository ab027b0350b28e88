// The input of a bot: the views of its seat and its own generator, nothing else.
import type { Shape } from '../game.ts';
import type { Rng } from '../rng.ts';
import type { Seat } from '../seat.ts';

export interface Seen<G extends Shape> {
  readonly all: G['Public'];
  readonly own: G['Private'];
  readonly seat: Seat;
  readonly luck: Rng;
}
