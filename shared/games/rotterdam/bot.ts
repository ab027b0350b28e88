// The built-in opponent.
import type { Bot } from '../../kernel/game.ts';
import type { Components } from './components.ts';
import { imagine } from './imagine.ts';
import type { Rotterdam } from './index.ts';
import { fallback } from './legal.ts';
import type { Position } from './state.ts';

export function greedy(c: Components): Bot<Rotterdam> {
  return (all, own, seat) => fallback(c, imagine(c, all, own, seat, '0'.repeat(32)) as Position, seat);
}
