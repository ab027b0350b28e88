// The registry: all games, in the order of their ids.
import type { GameFamily } from '../kernel/game.ts';
import { withPast } from '../kernel/past.ts';
import * as past from './past.ts';
import * as registered from './registered.ts';

export const families: readonly GameFamily[] = withPast(Object.values(registered), Object.values(past));

/** The types of every game by its id. */
export type Games = {
  [Id in keyof typeof registered]: (typeof registered)[Id] extends GameFamily<infer G> ? G : never;
};
