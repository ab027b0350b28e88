// The kinds of decision.
import type { KernelCode, RuleId } from '../../kernel/codes.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { berthRequest } from './phases/buying.ts';
import { ransomCounter, ransomDemand } from './phases/combat.ts';
import { debt } from './phases/debt.ts';
import { layChoice, layPort, layTile } from './phases/laying.ts';
import { actions } from './phases/turn.ts';
import type { Types } from './state.ts';
import type { EndReason } from './wire.ts';

export const questions = {
  'lay-choice': layChoice,
  'lay-port': layPort,
  'lay-tile': layTile,
  actions,
  'berth-request': berthRequest,
  'ransom-demand': ransomDemand,
  'ransom-counter': ransomCounter,
  debt,
};

const END_RULES: Record<EndReason, string> = {
  target: 'CAB-17.1',
  'last-player': 'CAB-17.2',
  'no-fleet': 'CAB-17.3',
  treasures: 'CAB-17.4',
  idle: 'CAB-16.4',
  guard: 'CAB-16.3',
};

/** The rules that the kernel's codes stand for. */
export function ruleOf(code: KernelCode, { components, state }: ReadingOf<Types>): RuleId {
  const { round, result } = state.shown;
  if (code === 'game-over') return result === null ? null : END_RULES[result.reason];
  if (code === 'wrong-phase') return round <= components.constants.layingRounds ? 'CAB-3.1' : 'CAB-3.5';
  return null;
}
