// CAB-5.6, CAB-5.7, CAB-9.3, CAB-9.6: ships that must leave port before anything else.

import type { ReadingOf } from '../../../kernel/play.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { portOf } from '../board.ts';
import { EXITS, turned } from '../geometry.ts';
import type { Duty } from '../memo.ts';
import { bonusOf } from '../pieces.ts';
import { actionsLeft, deckOf, type Ship, type Types } from '../state.ts';
import { findWay } from './ways.ts';

interface Exit {
  readonly direction: number;
  readonly cost: number;
  readonly crossing: boolean;
}

/** CAB-9.3: the exits of a docked ship that do not sink it, in the order of CAB-5.8. */
function exitsOf(reading: ReadingOf<Types>, ship: Frozen<Ship>): Exit[] {
  const port = portOf(reading, ship);
  const exits: Exit[] = [];
  for (const offset of EXITS) {
    const direction = turned(port.rotation * 2, offset); // CAB-1.3
    const way = findWay(reading, ship, direction, { through: true });
    if (way.ok) exits.push({ direction, cost: way.cost, crossing: way.crossing });
  }
  return exits;
}

export function payableExits(reading: ReadingOf<Types>, ship: Frozen<Ship>): Exit[] {
  const means = actionsLeft(reading.state) + bonusOf(ship);
  return exitsOf(reading, ship).filter((exit) => exit.cost <= means);
}

/** CAB-5.6: the ships of the active seat that must leave port. */
export function dutiesOf(reading: ReadingOf<Types>): readonly Duty[] {
  reading.memo.duties ??= dutiesIn(reading);
  return reading.memo.duties;
}

function dutiesIn(reading: ReadingOf<Types>): Duty[] {
  const { ships, turnSeat } = reading.state.shown;
  const duties: Duty[] = [];
  for (const ship of ships) {
    if (ship.seat !== turnSeat || !ship.docked || ship.enteredPort || ship.cardRefused) continue;
    if (!ship.dockedAtTurnStart && !ship.loadedThisTurn) continue;
    const costs = payableExits(reading, ship).map((exit) => exit.cost);
    if (costs.length > 0)
      duties.push({ shipId: ship.id, needs: Math.max(0, Math.min(...costs) - bonusOf(ship)) });
  }
  return duties;
}

/** CAB-5.7: whether ships that must leave port keep this one (or anything but a ship) from acting. */
export function mustWait(reading: ReadingOf<Types>, ship?: Frozen<Ship>): boolean {
  const duties = dutiesOf(reading);
  return duties.length > 0 && !duties.some(({ shipId }) => shipId === ship?.id);
}

/** CAB-5.7: whether departures stay payable with this many actions left. */
export function departuresPayable(reading: ReadingOf<Types>, left: number): boolean {
  return left >= dutiesOf(reading).reduce((sum, duty) => sum + duty.needs, 0);
}

/** CAB-13.1 */
export function mustLoad({ state }: ReadingOf<Types>, ship: Frozen<Ship>): boolean {
  if (ship.kind === 'pirate' || ship.hasCargo || state.shown.finalPhase) return false;
  if (ship.loadedThisTurn) return false; // CAB-13.2: it counts as loaded, whatever has been discarded since
  return deckOf(state).length > 0 || state.shown.discard.length > 0;
}
