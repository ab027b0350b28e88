// Sailors on the move (CAB-7).
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { CommandOf } from '../commands.ts';
import { kindCode } from '../components.ts';
import { cellOf, directionTo, hasLand, kindAt, NONE } from '../geometry.ts';
import { sailorAt, shipAt, tell, type Verdict } from '../play.ts';
import type { Sailor } from '../state.ts';
import type { Acting } from './duties.ts';

const PORT = kindCode('port');
const WALKABLE = [kindCode('coast'), kindCode('cove'), PORT];

export function judgeMoveSailor(
  scene: Acting,
  sailor: Frozen<Sailor>,
  { sailorId, x, y }: CommandOf<'move-sailor'>,
): Verdict {
  const { state, chart } = scene;
  if (scene.duties.length > 0) return 'departure-first';
  if (sailor.moved) return 'sailor-already-moved'; // CAB-7.2
  const direction = directionTo(x - sailor.x, y - sailor.y);
  if (direction === NONE) return 'not-adjacent';
  const kind = kindAt(chart, cellOf(chart, x, y));
  if (kind === NONE) return 'off-board';
  if (!hasLand(chart, cellOf(chart, sailor.x, sailor.y), direction)) return 'no-land-connection'; // CAB-7.3, CAB-7.5
  if (!WALKABLE.includes(kind)) return 'not-land'; // CAB-7.4
  const isShipInTheWay = kind !== PORT && shipAt(state, x, y) !== undefined; // CAB-7.6
  if (isShipInTheWay || sailorAt(state, x, y) !== undefined) return 'spot-occupied'; // CAB-7.7
  if (scene.left < 1) return 'not-enough-actions';
  return (play) => {
    const walker = play.state.sailors.find((candidate) => candidate.id === sailorId);
    if (walker === undefined) throw new Error(`${sailorId} is not on the board`);
    walker.x = x;
    walker.y = y;
    walker.moved = true;
    play.state.actionsUsed += 1;
    tell(play, { type: 'sailor-moved', sailorId, x, y });
  };
}
