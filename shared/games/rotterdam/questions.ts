// The kinds of decision.
import type { KernelCode, RuleId } from '../../kernel/codes.ts';
import { mission } from './phases/mission.ts';
import { navigationWindow } from './phases/navigation.ts';
import { placement } from './phases/placement.ts';
import { colour, moves } from './phases/sailing.ts';
import { trading } from './phases/trading.ts';
import { turnEnd } from './phases/turn.ts';
import { unloadWindow } from './phases/unloading.ts';

export const questions = {
  placement,
  colour,
  moves,
  'turn-end': turnEnd,
  'navigation-window': navigationWindow,
  'unload-window': unloadWindow,
  trading,
  mission,
};

/** The rules that the kernel's codes stand for. */
export function ruleOf(code: KernelCode): RuleId {
  if (code === 'game-over') return 'ROT-9.2';
  if (code === 'not-your-turn' || code === 'wrong-phase') return 'ROT-2.1';
  return null;
}
