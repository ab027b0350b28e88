// CAB-7: moving sailors.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { type ReadingOf, tell } from '../../../kernel/play.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { sailorAt, sailorOf, shipAt } from '../board.ts';
import { kindCode } from '../components.ts';
import { cellOf, DIRECTIONS, DX, DY, directionTo, hasLand, kindAt, NONE } from '../geometry.ts';
import { refuseSailor } from '../pieces.ts';
import { actionsLeft, commandRule, type Sailor, type Types } from '../state.ts';
import { cell, namedId } from '../wire.ts';
import { mustWait } from './duties.ts';

const PORT = kindCode('port');
const WALKABLE = [kindCode('coast'), kindCode('cove'), PORT];

export const moveSailor = commandRule({
  type: 'move-sailor',
  payload: z.strictObject({ sailorId: namedId, ...cell }),
  answers: ['actions'],

  *legal(reading, seat) {
    const { state } = reading;
    if (actionsLeft(state) < 1 || mustWait(reading)) return;
    for (const sailor of state.shown.sailors) {
      if (sailor.seat !== seat) continue;
      for (const direction of DIRECTIONS) {
        const [x, y] = [sailor.x + DX[direction], sailor.y + DY[direction]];
        if (refuseWalk(reading, sailor, x, y) === undefined)
          yield { type: 'move-sailor', sailorId: sailor.id, x, y };
      }
    }
  },

  refuse(reading, seat, { sailorId, x, y }) {
    const refusal = refuseSailor(reading, seat, sailorId);
    return refusal ?? refuseWalk(reading, sailorOf(reading.state, sailorId), x, y);
  },

  carryOut(play, seat, { sailorId, x, y }) {
    const { draft } = play;
    const sailor = sailorOf(draft, sailorId);
    sailor.x = x;
    sailor.y = y;
    sailor.moved = true;
    draft.shown.actionsUsed += 1;
    tell(play, { type: 'sailor-moved', seat, sailorId, x, y });
  },
});

function refuseWalk(
  reading: ReadingOf<Types>,
  sailor: Frozen<Sailor>,
  x: number,
  y: number,
): RefusalOf<Types> {
  const { state, memo } = reading;
  const { chart } = memo;
  if (mustWait(reading)) return reject('departure-first', 'CAB-5.7');
  if (sailor.moved) return reject('sailor-already-moved', 'CAB-7.2');
  const direction = directionTo(x - sailor.x, y - sailor.y);
  if (direction === NONE) return reject('not-adjacent', 'CAB-7.2');
  const kind = kindAt(chart, cellOf(chart, x, y));
  if (kind === NONE) return reject('off-board', 'CAB-7.4');
  if (!hasLand(chart, cellOf(chart, sailor.x, sailor.y), direction))
    return reject('no-land-connection', 'CAB-7.3'); // CAB-7.5
  if (!WALKABLE.includes(kind)) return reject('not-land', 'CAB-7.4');
  const isShipInTheWay = kind !== PORT && shipAt(state, x, y) !== undefined; // CAB-7.6
  if (isShipInTheWay || sailorAt(state, x, y) !== undefined) return reject('spot-occupied', 'CAB-7.7');
  if (actionsLeft(state) < 1) return reject('not-enough-actions', 'CAB-5.2');
  return undefined;
}
