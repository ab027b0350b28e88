// The kinds of decision.
import { auctionBidding, auctionOpening } from './phases/auction.ts';
import { settling } from './phases/departure.ts';
import { allocating } from './phases/docking.ts';
import { beforeRelation } from './phases/relation.ts';
import { afterRelation } from './phases/turn.ts';
import type { Question } from './play.ts';
import type { Kind } from './state.ts';

export const questions: Readonly<Record<Kind, Question>> = {
  'before-relation': beforeRelation,
  'after-relation': afterRelation,
  'auction-opening': auctionOpening,
  'auction-bidding': auctionBidding,
  settling,
  allocating,
};
