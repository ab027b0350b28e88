// Ships that must leave port before anything else (CAB-5.6, CAB-5.7, CAB-9.3, CAB-9.6).
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { EXITS, turned } from '../geometry.ts';
import { actionsLeft, bonusOf, hasCargo, laidAt, type Scene } from '../play.ts';
import type { Ship } from '../state.ts';
import { findWay } from './ways.ts';

export interface Exit {
  readonly direction: number;
  readonly cost: number;
  readonly crossing: boolean;
}

export interface Duty {
  readonly ship: Frozen<Ship>;
  /** What the cheapest exit costs in actions, after the ship's own bonus moves. */
  readonly needs: number;
}

/** A scene seen by the seat whose `actions` phase it is. */
export interface Acting extends Scene {
  readonly seat: Seat;
  readonly left: number;
  readonly duties: readonly Duty[];
}

const NOT_SINKING = { through: true, acceptSinking: false };

export function acting(scene: Scene): Acting {
  const seat = scene.state.turnSeat;
  const { parts, state, chart } = scene;
  return { parts, state, chart, seat, left: actionsLeft(scene.state), duties: dutiesOf(scene, seat) };
}

/** CAB-9.3: the exits of a docked ship that do not sink it, in the order of CAB-5.8. */
export function exitsOf(scene: Scene, ship: Frozen<Ship>): Exit[] {
  const port = laidAt(scene, ship.x, ship.y);
  if (port === undefined) return [];
  const exits: Exit[] = [];
  for (const offset of EXITS) {
    const direction = turned(port.rotation * 2, offset); // CAB-1.3
    const way = findWay(scene, ship, direction, NOT_SINKING);
    if (typeof way !== 'string') exits.push({ direction, cost: way.cost, crossing: way.crossing });
  }
  return exits;
}

export function payableExits(scene: Scene, ship: Frozen<Ship>): Exit[] {
  const means = actionsLeft(scene.state) + bonusOf(ship);
  return exitsOf(scene, ship).filter((exit) => exit.cost <= means);
}

/** CAB-5.6 */
function dutiesOf(scene: Scene, seat: Seat): Duty[] {
  const duties: Duty[] = [];
  for (const ship of scene.state.ships) {
    if (ship.seat !== seat || !ship.docked || ship.enteredPort || ship.cardRefused) continue;
    if (!ship.dockedAtTurnStart && !ship.loadedThisTurn) continue;
    const costs = payableExits(scene, ship).map((exit) => exit.cost);
    if (costs.length > 0) duties.push({ ship, needs: Math.max(0, Math.min(...costs) - bonusOf(ship)) });
  }
  return duties;
}

export function isObliged({ duties }: Acting, ship: Frozen<Ship>): boolean {
  return duties.some((duty) => duty.ship.id === ship.id);
}

/** CAB-5.7: whether departures stay payable if so many actions are left. */
export function departuresPayable({ duties }: Acting, left: number): boolean {
  return left >= duties.reduce((sum, duty) => sum + duty.needs, 0);
}

/** CAB-13.1 */
export function mustLoad({ state }: Scene, ship: Frozen<Ship>): boolean {
  if (ship.kind === 'pirate' || hasCargo(ship) || state.finalPhase) return false;
  if (ship.loadedThisTurn) return false; // CAB-13.2: it counts as loaded, whatever is discarded since
  return state.deck.count > 0 || state.discard.length > 0;
}
