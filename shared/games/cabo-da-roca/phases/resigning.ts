// CAB-14.8: a seat leaves the game, with or without an open decision.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { commandRule, isIn } from '../state.ts';
import { victimOf } from './combat.ts';
import { eliminate, payDues, settleDebt } from './debt.ts';

export const resign = commandRule({
  type: 'resign',
  payload: z.strictObject({}),
  answers: [],

  *legal({ state }, seat) {
    if (isIn(state, seat)) yield { type: 'resign' };
  },

  refuse({ state }, seat) {
    if (state.shown.seats[seat] === undefined) return reject('not-your-turn', null);
    if (!isIn(state, seat)) return reject('eliminated', 'CAB-14.7');
    return undefined;
  },

  /** The open decision stays as it is, unless this settles it. */
  carryOut(play, seat) {
    const { draft, state } = play;
    const { shown } = draft;
    const isActive = seat === shown.turnSeat;
    const isAsked = seat === shown.berth?.owner || (shown.ransom !== null && seat === victimOf(state));
    if (isActive || isAsked) {
      draft.open = [];
      shown.berth = null;
      shown.ransom = null;
    }
    if (isActive) {
      payDues(play);
      shown.turnIdle = false;
    }
    eliminate(play, seat, 'resigned');
    if (!isActive && shown.dues.some((due) => due.seat === seat)) {
      shown.dues = shown.dues.filter((due) => due.seat !== seat); // CAB-14.9
      if (settleDebt(play)) draft.open = [];
    }
  },
});
