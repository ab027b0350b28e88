// The game's own refusals. The rule that each stands for is named where it is raised.
import type { KernelCode, RuleId } from '../../kernel/codes.ts';

export const CODES = [
  'unknown-company',
  'company-full',
  'company-repeated',
  'unknown-mission',
  'mission-not-available',
  'duplicate-card',
  'card-not-in-warehouse',
  'trade-not-allowed',
  'pirate-ship-held',
  'trade-card-not-in-payment',
  'trade-crate',
  'unknown-spice',
  'trade-same-spice',
  'payment-insufficient',
  'trade-not-needed',
  'payment-excess',
  'unknown-merchant',
  'not-your-merchant',
  'same-company',
  'own-defender',
  'different-companies',
  'defender-not-above',
  'no-cards',
  'card-not-in-hand',
  'card-without-flag',
  'must-keep-card',
  'too-many-cards',
  'card-not-played',
  'unknown-slot',
  'card-not-in-harbour',
  'wrong-count',
] as const;

export type Code = (typeof CODES)[number];

/** The rules that the kernel's codes stand for. */
export function ruleOf(code: KernelCode): RuleId {
  if (code === 'not-your-turn') return 'BOR-2.1';
  if (code === 'wrong-phase') return 'BOR-2.2';
  return null;
}
