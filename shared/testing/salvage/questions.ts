// The kinds of decision.
import type { KernelCode, RuleId } from '../../kernel/codes.ts';
import { bid } from './phases/bid.ts';

export const questions = { bid };

/** The rules that the kernel's codes stand for. */
export function ruleOf(code: KernelCode): RuleId {
  if (code === 'not-your-turn') return 'SAL-2.3';
  return null;
}
