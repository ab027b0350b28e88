// The commands of this game. Legal commands are listed in this order.
import type { CommandIn } from '../../kernel/rules.ts';
import { openAuction, passBid, placeBid } from './phases/auction.ts';
import { settleCommission } from './phases/departure.ts';
import { allocateGoods } from './phases/docking.ts';
import { playEvent } from './phases/event.ts';
import { playRelation } from './phases/relation.ts';
import { endTurn } from './phases/turn.ts';

export const commands = [
  openAuction,
  passBid,
  placeBid,
  playEvent,
  playRelation,
  settleCommission,
  allocateGoods,
  endTurn,
] as const;

export type Command = CommandIn<typeof commands>;
