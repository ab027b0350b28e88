// The kinds of decision.
import { mission } from './phases/mission.ts';
import { navigationWindow } from './phases/navigation.ts';
import { placement } from './phases/placement.ts';
import { colour, moves } from './phases/sailing.ts';
import { trading } from './phases/trading.ts';
import { turnEnd } from './phases/turn.ts';
import { unloadWindow } from './phases/unloading.ts';
import type { Question } from './play.ts';
import type { Kind } from './state.ts';

export const questions: Readonly<Record<Kind, Question>> = {
  placement,
  colour,
  moves,
  'turn-end': turnEnd,
  'navigation-window': navigationWindow,
  'unload-window': unloadWindow,
  trading,
  mission,
};
