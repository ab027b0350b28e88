// The commands of this game. Legal commands are listed in this order; ransoms, which can be hundreds, come late.
import type { CommandIn } from '../../kernel/rules.ts';
import { answerBerth, buySailor, buyShip } from './phases/buying.ts';
import { answerCounter, answerRansom, attack } from './phases/combat.ts';
import { sell } from './phases/debt.ts';
import { drawTile, placePort, placeTile } from './phases/laying.ts';
import { advance, depart, turn } from './phases/moving.ts';
import { resign } from './phases/resigning.ts';
import { moveSailor } from './phases/sailors.ts';
import { load } from './phases/trade.ts';
import { endTurn } from './phases/turn.ts';

export const commands = [
  drawTile,
  placeTile,
  placePort,
  endTurn,
  load,
  depart,
  advance,
  turn,
  moveSailor,
  buyShip,
  buySailor,
  attack,
  answerBerth,
  answerRansom,
  answerCounter,
  sell,
  resign,
] as const;

export type Command = CommandIn<typeof commands>;
