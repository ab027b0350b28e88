// The game's own refusals. The rule that each stands for is named where it is raised.
import type { KernelCode, RuleId } from '../../kernel/codes.ts';

export const CODES = ['tug-not-in-hand'] as const;

export type Code = (typeof CODES)[number];

/** The rules that the kernel's codes stand for. */
export function ruleOf(code: KernelCode): RuleId {
  if (code === 'not-your-turn') return 'SAL-2.3';
  return null;
}
