// The kinds of decision.
import type { KernelCode, RuleId } from '../../kernel/codes.ts';
import { company } from './phases/company.ts';
import { pick } from './phases/distribution.ts';
import { defence, retreat, reward } from './phases/fight.ts';
import { mission } from './phases/mission.ts';
import { placement } from './phases/placement.ts';
import { shipment } from './phases/shipment.ts';
import { discard } from './phases/turn.ts';

export const questions = {
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

/** The rules that the kernel's codes stand for. */
export function ruleOf(code: KernelCode): RuleId {
  if (code === 'not-your-turn') return 'BOR-2.1';
  if (code === 'wrong-phase') return 'BOR-2.2';
  return null;
}
