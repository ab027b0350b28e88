// The kinds of decision.
import { company } from './phases/company.ts';
import { pick } from './phases/distribution.ts';
import { defence, retreat, reward } from './phases/fight.ts';
import { mission } from './phases/mission.ts';
import { placement } from './phases/placement.ts';
import { shipment } from './phases/shipment.ts';
import { discard } from './phases/turn.ts';
import type { Question } from './play.ts';
import type { Kind } from './state.ts';

export const questions: Readonly<Record<Kind, Question>> = {
  placement,
  mission,
  company,
  defence,
  retreat,
  reward,
  shipment,
  pick,
  discard,
  'final-mission': mission,
};
