// The game's own refusals. The rule that each stands for is named where it is raised.
import type { KernelCode, RuleId } from '../../kernel/codes.ts';

export const CODES = [
  'movement-in-progress',
  'not-awaited',
  'already-placed',
  'no-ship-available',
  'not-a-start',
  'position-occupied',
  'unknown-material',
  'material-out-of-stock',
  'material-required',
  'colour-already-chosen',
  'colour-required',
  'unknown-colour',
  'unknown-ship',
  'ship-not-yours',
  'duplicate-ship',
  'ship-not-eligible',
  'channel-not-here',
  'channel-wrong-colour',
  'moves-incomplete',
  'card-not-in-hand',
  'wrong-card-kind',
  'same-ship',
  'ship-not-on-water',
  'ship-in-safe-harbour',
  'ship-empty',
  'illegal-path',
  'ships-on-water',
  'unknown-seat',
  'self-trade',
  'partner-done',
  'unknown-product',
  'too-many-offers',
  'too-many-wanted',
  'unknown-offer',
  'not-your-offer',
  'not-addressee',
  'not-done',
  'already-fulfilled',
  'mission-not-in-hand',
  'duplicate-card',
  'joker-mismatch',
  'missing-products',
] as const;

export type Code = (typeof CODES)[number];

/** The rules that the kernel's codes stand for. */
export function ruleOf(code: KernelCode): RuleId {
  if (code === 'game-over') return 'ROT-9.2';
  if (code === 'not-your-turn' || code === 'wrong-phase') return 'ROT-2.1';
  return null;
}
