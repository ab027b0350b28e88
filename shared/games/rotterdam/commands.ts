// The commands of this game. Legal commands are listed in this order.
import type { CommandIn } from '../../kernel/rules.ts';
import {
  layAdvantage,
  playCargoThief,
  playExtraCargo,
  playFortuneTurns,
  playInspection,
  playSetback,
  playStorm,
} from './phases/cards.ts';
import { fulfilMission } from './phases/mission.ts';
import { acceptOffer, declineOffer, offerTrade, withdrawOffer } from './phases/offers.ts';
import { placeShip } from './phases/placement.ts';
import { chooseColour, moveShips } from './phases/sailing.ts';
import { resumeTrading, revealProducts, stopTrading } from './phases/trading.ts';
import { endTurn } from './phases/turn.ts';

export const commands = [
  endTurn,
  placeShip,
  chooseColour,
  moveShips,
  fulfilMission,
  stopTrading,
  resumeTrading,
  withdrawOffer,
  acceptOffer,
  declineOffer,
  playFortuneTurns,
  playExtraCargo,
  playSetback,
  playStorm,
  layAdvantage,
  playCargoThief,
  playInspection,
  revealProducts,
  // Last, because there are so many of them.
  offerTrade,
] as const;

export type Command = CommandIn<typeof commands>;
