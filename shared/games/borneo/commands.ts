// The commands of this game. Legal commands are listed in this order.
import type { CommandIn } from '../../kernel/rules.ts';
import { skipCompany, transferMerchant } from './phases/company.ts';
import { pickSpice } from './phases/distribution.ts';
import { attack, chooseRetreat, chooseReward, defend } from './phases/fight.ts';
import { completeMission, skipMission } from './phases/mission.ts';
import { placeMerchant } from './phases/placement.ts';
import { playShipment } from './phases/shipment.ts';
import { discardExcess } from './phases/turn.ts';

export const commands = [
  placeMerchant,
  skipMission,
  completeMission,
  skipCompany,
  transferMerchant,
  attack,
  defend,
  chooseRetreat,
  chooseReward,
  playShipment,
  pickSpice,
  discardExcess,
] as const;

export type Command = CommandIn<typeof commands>;
