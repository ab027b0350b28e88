// The kinds of decision.
import { berthRequest } from './phases/buying.ts';
import { ransomCounter, ransomDemand } from './phases/combat.ts';
import { debt } from './phases/debt.ts';
import { layChoice, layPort, layTile } from './phases/laying.ts';
import { actions } from './phases/turn.ts';
import type { Question } from './play.ts';
import type { Kind } from './state.ts';

export const questions: Readonly<Record<Kind, Question>> = {
  'lay-choice': layChoice,
  'lay-port': layPort,
  'lay-tile': layTile,
  actions,
  'berth-request': berthRequest,
  'ransom-demand': ransomDemand,
  'ransom-counter': ransomCounter,
  debt,
};
