// CAB-8.6 to CAB-12: what a ship meets on its way: lighthouses, a port, a hazard.

import { pieceOf } from '../../../kernel/pieces.ts';
import { type PlayOf, tell } from '../../../kernel/play.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { controllerOf, laidAt } from '../board.ts';
import type { ShipId } from '../components.ts';
import { isAround, turned, xOf, yOf } from '../geometry.ts';
import { unload } from '../pieces.ts';
import { type Due, playerAt, type Ship, type Types } from '../state.ts';
import { settleDues } from './debt.ts';
import { deliver } from './trade.ts';
import type { Way } from './ways.ts';

export function pathOf({ memo }: PlayOf<Types>, { cells }: Way): { x: number; y: number }[] {
  return cells.map((cell) => ({ x: xOf(memo.chart, cell), y: yOf(memo.chart, cell) }));
}

/** CAB-8.6: cell by cell, then delivery money, then dues. */
export function sail(play: PlayOf<Types>, ship: Ship, way: Way): void {
  const dues: Due[] = [];
  for (const cell of way.cells) enter(play, ship, cell, dues);
  if (way.sinks !== null) sink(play, ship, { cause: way.sinks });
  else if (ship.kind !== 'pirate') dock(play, ship);
  settleDues(play, dues);
}

function enter(play: PlayOf<Types>, ship: Ship, cell: number, dues: Due[]): void {
  const { components, state, memo } = play;
  const { chart } = memo;
  const [x, y] = [xOf(chart, cell), yOf(chart, cell)];
  for (const { tileId, x: lx, y: ly } of chart.lighthouses) {
    const wasNear = isAround(lx, ly, ship.x, ship.y);
    const isNear = isAround(lx, ly, x, y);
    if (wasNear && !isNear && ship.kind !== 'pirate') {
      // CAB-12.2, CAB-11.9
      const keeper = controllerOf(state, { x: lx, y: ly });
      if (keeper !== null && keeper !== ship.seat)
        dues.push({ lighthouseId: tileId, seat: keeper, amount: components.constants.lighthouseDue });
    }
    if (!wasNear && isNear && !ship.credited.includes(tileId)) {
      // CAB-12.3
      ship.bonusNew += 1;
      ship.credited.push(tileId);
      tell(play, { type: 'bonus-credited', seat: ship.seat, shipId: ship.id, lighthouseId: tileId });
    }
  }
  ship.x = x;
  ship.y = y;
}

/** CAB-9.1: a ship that enters a port docks along its quay and stays this turn. */
function dock(play: PlayOf<Types>, ship: Ship): void {
  const laid = laidAt(play, ship.x, ship.y);
  if (laid === undefined || pieceOf(play.components.tileOf, laid.tileId).kind !== 'port') return;
  const land = laid.rotation * 2;
  const [one, other] = [turned(land, 2), turned(land, 6)];
  const away = (heading: number) => {
    const turns = turned(heading, -ship.heading);
    return Math.min(turns, 8 - turns);
  };
  ship.heading = away(other) < away(one) ? other : one;
  ship.docked = true;
  ship.enteredPort = true;
  const { seat, id: shipId, heading } = ship;
  tell(play, { type: 'ship-docked', seat, shipId, portId: laid.tileId, heading });
  deliver(play, ship, laid);
}

type Fate =
  | { readonly cause: 'rock' | 'shoal' | 'storm' }
  | { readonly cause: 'attack'; readonly by: ShipId; readonly attacker: Seat; readonly reward: number };

/** CAB-11.6 */
export function sink(play: PlayOf<Types>, ship: Ship, fate: Fate): void {
  const { draft } = play;
  const { shown } = draft;
  const cardId = unload(draft, ship);
  shown.ships = shown.ships.filter(({ id }) => id !== ship.id);
  playerAt(draft, ship.seat).lost.push(ship.id);
  const cargo = cardId === null ? {} : { cardId };
  tell(play, { type: 'ship-sunk', seat: ship.seat, shipId: ship.id, ...fate, ...cargo });
}
