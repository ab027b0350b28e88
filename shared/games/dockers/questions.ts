// The kinds of decision.
import type { KernelCode, RuleId } from '../../kernel/codes.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { auctionBidding, auctionOpening } from './phases/auction.ts';
import { settling } from './phases/departure.ts';
import { allocating } from './phases/docking.ts';
import { beforeRelation } from './phases/relation.ts';
import { afterRelation } from './phases/turn.ts';
import type { Types } from './state.ts';

export const questions = {
  'before-relation': beforeRelation,
  'after-relation': afterRelation,
  'auction-opening': auctionOpening,
  'auction-bidding': auctionBidding,
  settling,
  allocating,
};

/** The rules that the kernel's codes stand for. */
export function ruleOf(code: KernelCode, { state }: ReadingOf<Types>): RuleId {
  if (code === 'not-your-turn') return state.shown.auction === null ? 'DOC-3.1' : 'DOC-10.5';
  if (code === 'wrong-phase') return 'DOC-4.3';
  return null;
}
