// A seat leaves the game, asked or not (CAB-14.8).
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { commandRule } from '../play.ts';
import { isIn } from '../state.ts';
import { endRansom, victimOf } from './combat.ts';
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
    return isIn(state, seat) ? undefined : reject('eliminated', 'CAB-14.7');
  },

  /** The open decision stays as it is, unless the question itself is settled by this. */
  carryOut(play, seat) {
    const { draft, state } = play;
    const { shown } = draft;
    const wasPhase = shown.phase;
    const isActive = seat === shown.turnSeat;
    if (shown.berth !== null && (isActive || shown.berth.owner === seat)) {
      shown.berth = null;
      shown.phase = 'actions';
    }
    if (shown.ransom !== null && (isActive || victimOf(state) === seat)) endRansom(play);
    if (isActive) {
      if (wasPhase === 'debt') payDues(play);
      shown.turnIdle = false;
    }
    eliminate(play, seat, 'resigned');
    if (wasPhase === 'debt' && !isActive && shown.dues.some((due) => due.seat === seat)) {
      shown.dues = shown.dues.filter((due) => due.seat !== seat); // CAB-14.9
      settleDebt(play);
    }
    if (isActive || shown.phase !== wasPhase) draft.open = [];
  },
});
