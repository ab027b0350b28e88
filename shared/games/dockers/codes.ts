// The game's own refusals and the rules behind them.
import type { KernelCode, Rejection, RuleId } from '../../kernel/codes.ts';
import { reject } from '../../kernel/codes.ts';
import type { Effect } from './edition-schema.ts';
import type { Reading } from './state.ts';

export const CODES = [
  'events-disabled',
  'auction-already-held',
  'player-without-primes',
  'event-pile-empty',
  'must-open-bid',
  'bid-too-low',
  'bid-too-high',
  'event-not-owned',
  'event-already-played',
  'quay-empty',
  'ship-has-event',
  'relation-already-played',
  'relation-not-played',
  'relation-not-in-hand',
  'effect-count-mismatch',
  'effect-required',
  'bad-target',
  'bad-spread',
  'not-enough-porters',
  'not-adjacent',
  'no-such-porter',
  'ship-full',
  'ship-departing',
  'ship-exclusive',
  'wrong-ship',
  'payer-not-aboard',
  'allocation-incomplete',
  'goods-not-in-hand',
] as const;
export type Code = (typeof CODES)[number];
export type Refusal = Rejection<Code | KernelCode>;

/** Refusals that stand for one rule wherever they occur. */
const RULES = {
  'events-disabled': 'DOC-10.1',
  'auction-already-held': 'DOC-4.2',
  'player-without-primes': 'DOC-10.1',
  'event-pile-empty': 'DOC-10.3',
  'must-open-bid': 'DOC-10.4',
  'event-not-owned': 'DOC-4.3',
  'event-already-played': 'DOC-4.3',
  'ship-has-event': 'DOC-11.2',
  'relation-already-played': 'DOC-4.1',
  'relation-not-played': 'DOC-4.5',
  'relation-not-in-hand': 'DOC-5.3',
  'effect-count-mismatch': 'DOC-5.5',
  'effect-required': 'DOC-5.6',
  'not-enough-porters': 'DOC-6.4',
  'not-adjacent': 'DOC-6.9',
  'ship-full': 'DOC-6.10',
  'ship-departing': 'DOC-7.2',
  'ship-exclusive': 'DOC-12.3',
  'wrong-ship': 'DOC-7.3',
  'payer-not-aboard': 'DOC-8.1',
  'allocation-incomplete': 'DOC-9.3',
  'goods-not-in-hand': 'DOC-9.3',
  'wrong-phase': 'DOC-4.3',
} as const;

export function refuse(code: keyof typeof RULES): Refusal {
  return reject(code, RULES[code]);
}

/** Refusals whose rule depends on what was tried. */
export function refuseBy(
  rule: RuleId,
  code: 'bad-target' | 'bad-spread' | 'no-such-porter' | 'quay-empty' | 'bid-too-low' | 'bid-too-high',
): Refusal {
  return reject(code, rule);
}

export function ruleOfEffect(effect: Effect): RuleId {
  switch (effect.type) {
    case 'place':
      return { one: 'DOC-6.1', adjacent: 'DOC-6.2', distinct: 'DOC-6.3' }[effect.spread];
    case 'move':
      return 'DOC-6.5';
    case 'swap':
      return 'DOC-6.6';
    case 'recall':
      return 'DOC-6.7';
    case 'trade-goods':
      return 'DOC-6.8';
  }
}

export function ruleOf(code: KernelCode, state: Reading): RuleId {
  if (code === 'wrong-phase') return RULES['wrong-phase'];
  if (code === 'not-your-turn') return state.auction === null ? 'DOC-3.1' : 'DOC-10.5';
  return null;
}
