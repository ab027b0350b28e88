// The game's own refusals. The rule that each stands for is named where it is raised.
import type { KernelCode, RuleId } from '../../kernel/codes.ts';
import type { Reading } from './play.ts';
import type { EndReason } from './state.ts';

export const CODES = [
  'unknown-id',
  'not-your-piece',
  'not-on-board',
  'cell-taken',
  'not-adjacent',
  'corners-mismatch',
  'port-too-close',
  'final-phase',
  'not-docked',
  'ship-docked',
  'pirate-cannot-trade',
  'port-closed-to-pirates',
  'already-loaded',
  'must-load-first',
  'no-cards',
  'card-refused-this-turn',
  'cannot-depart',
  'entered-port-this-turn',
  'departure-first',
  'off-board',
  'land-in-the-way',
  'port-occupied',
  'cell-occupied',
  'crossing-not-parallel',
  'crossing-blocked',
  'away-from-coast',
  'would-sink',
  'pirate-has-turned',
  'pirate-has-advanced',
  'bonus-too-high',
  'not-enough-actions',
  'sailor-already-moved',
  'no-land-connection',
  'not-land',
  'spot-occupied',
  'none-in-reserve',
  'not-enough-coins',
  'port-not-laid',
  'port-not-controlled',
  'berth-already-asked',
  'spot-not-allowed',
  'not-a-pirate',
  'pirate-docked',
  'no-target',
  'target-own',
  'target-docked',
  'target-just-left-port',
  'ransom-not-allowed',
  'ransom-too-high',
  'bad-counter',
  'truce',
  'eliminated',
] as const;

export type Code = (typeof CODES)[number];

const END_RULES: Record<EndReason, string> = {
  target: 'CAB-17.1',
  'last-player': 'CAB-17.2',
  'no-fleet': 'CAB-17.3',
  treasures: 'CAB-17.4',
  idle: 'CAB-16.4',
  guard: 'CAB-16.3',
};

/** The rules that the kernel's codes stand for. */
export function ruleOf(code: KernelCode, { components, state }: Reading): RuleId {
  const { round, result } = state.shown;
  if (code === 'game-over') return result === null ? null : END_RULES[result.reason];
  if (code === 'wrong-phase') return round <= components.constants.layingRounds ? 'CAB-3.1' : 'CAB-3.5';
  return null;
}
