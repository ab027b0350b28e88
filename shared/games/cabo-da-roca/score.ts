// CAB-17, CAB-18: the end of a game, the final score and the winner.
import type { Result } from '../../kernel/game.ts';
import { pieceOf } from '../../kernel/pieces.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { clockwise, type Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import { laidAt, laidOn, sailorAt, shipAt } from './board.ts';
import { kindCode, type Laid, SHIP_KINDS, type TileId, TREASURES, type Treasure } from './components.ts';
import { cellOf, DIRECTIONS, kindAt, stepFrom, turned } from './geometry.ts';
import { nextInReserve, shipsOf } from './pieces.ts';
import { coinsOf, type Final, isIn, type Score, type State, type Types } from './state.ts';
import type { EndReason } from './wire.ts';

const COAST = kindCode('coast');
const PORT = kindCode('port');
const FISH = kindCode('fish');

/** Why the game ends now, in the order of CAB-17. */
export function endReason(reading: ReadingOf<Types>): EndReason | undefined {
  const { state, components } = reading;
  const inPlay = seatsInPlay(state); // CAB-17.5
  if (inPlay.some((seat) => coinsOf(state, seat) >= state.shown.options.targetCoins)) return 'target'; // CAB-17.1
  if (inPlay.length <= 1) return 'last-player'; // CAB-17.2
  if (state.shown.round > components.constants.layingRounds && hasNoFleetLeft(reading, inPlay))
    return 'no-fleet';
  return state.shown.finalPhase && allTreasuresHeld(reading) ? 'treasures' : undefined; // CAB-17.4
}

function seatsInPlay(state: State): Seat[] {
  return state.shown.seats.map((_, seat) => seat).filter((seat) => isIn(state, seat));
}

/** CAB-17.3 */
function hasNoFleetLeft(reading: ReadingOf<Types>, inPlay: readonly Seat[]): boolean {
  const { state, components } = reading;
  const without = inPlay.filter((seat) => shipsOf(state, seat).length === 0);
  if (inPlay.length - without.length > 1) return false;
  return without.every((seat) =>
    SHIP_KINDS.every(
      (kind) =>
        coinsOf(state, seat) < components.buy[kind] || nextInReserve(reading, seat, kind) === undefined,
    ),
  );
}

/** CAB-16.2: every laid wreck has a ship on it, every laid island a sailor. */
export function allTreasuresHeld({ state, components }: ReadingOf<Types>): boolean {
  for (const { tileId, x, y } of state.shown.board) {
    const { kind } = pieceOf(components.tileOf, tileId);
    if (kind === 'wreck' && shipAt(state, x, y) === undefined) return false;
    if (kind === 'island' && sailorAt(state, x, y) === undefined) return false;
  }
  return true;
}

/** The treasures on the board whose value is still unknown (CAB-18.1). */
export function unknownTreasures({ state, components }: ReadingOf<Types>): Treasure[] {
  return TREASURES.filter(
    (kind) =>
      state.shown.treasureCards[kind] === null &&
      state.shown.board.some(({ tileId }) => pieceOf(components.tileOf, tileId).kind === kind),
  );
}

interface Counted extends Score {
  readonly fleetPoints: number;
  readonly portCount: number;
  readonly treasureCount: number;
}

export function finalOf(reading: ReadingOf<Types>, reason: EndReason): Final {
  const { state } = reading;
  const rows = state.shown.seats.map((_, seat) => countedOf(reading, seat));
  if (reason !== 'target') addBonuses(reading, rows);
  for (const row of rows)
    row.total = row.coins + row.fishPorts + row.fishShips + row.fleet + row.ports + row.treasures;
  const ranked = rows.toSorted((a, b) => compare(reading, a, b)).map(({ seat }) => seat);
  const winner = (reason === 'target' ? richestFrom(state) : ranked[0]) ?? 0;
  const ranking = [winner, ...ranked.filter((seat) => seat !== winner)];
  const scores = rows.map(
    ({ seat, coins, fishPorts, fishShips, fleet, ports, treasures, total }): Score => ({
      seat,
      coins,
      fishPorts,
      fishShips,
      fleet,
      ports,
      treasures,
      total,
    }),
  );
  return { reason, winner, ranking, scores };
}

/** CAB-17.1: the seat with the most coins; among several, the active one, otherwise the first clockwise from it. */
function richestFrom(state: State): Seat | undefined {
  const inPlay = seatsInPlay(state);
  const most = Math.max(...inPlay.map((seat) => coinsOf(state, seat)));
  const seats = state.shown.seats.length;
  const after = (seat: Seat) => clockwise(seat, seats, -state.shown.turnSeat);
  return inPlay.filter((seat) => coinsOf(state, seat) === most).sort((a, b) => after(a) - after(b))[0];
}

function countedOf(reading: ReadingOf<Types>, seat: Seat): Counted {
  const { state, components } = reading;
  const { fleetPoints } = components.constants;
  const fleet = shipsOf(state, seat);
  const kinds = state.shown.sailors
    .filter((sailor) => sailor.seat === seat)
    .map(({ x, y }) => laidAt(reading, x, y))
    .map((laid) => (laid === undefined ? 'sea' : pieceOf(components.tileOf, laid.tileId).kind));
  const wrecks = fleet.filter((ship) => {
    const laid = laidAt(reading, ship.x, ship.y);
    return laid !== undefined && pieceOf(components.tileOf, laid.tileId).kind === 'wreck';
  });
  return {
    seat,
    coins: coinsOf(state, seat),
    fishPorts: 0,
    fishShips: 0,
    fleet: 0,
    ports: 0,
    treasures: 0,
    total: 0,
    fleetPoints: fleet.reduce((sum, ship) => sum + fleetPoints[ship.kind], 0),
    portCount: kinds.filter((kind) => kind === 'port').length,
    treasureCount: wrecks.length + kinds.filter((kind) => kind === 'island').length,
  };
}

function addBonuses(reading: ReadingOf<Types>, rows: readonly Counted[]): void {
  const { fleetBonus, portsBonus } = reading.components.constants;
  // CAB-18.8: eliminated players have no pieces left that could earn anything.
  const mostFleet = Math.max(0, ...rows.map(({ fleetPoints }) => fleetPoints));
  const mostPorts = Math.max(0, ...rows.map(({ portCount }) => portCount));
  for (const row of rows) {
    row.fishPorts = fishNearPorts(reading, row.seat);
    row.fishShips = fishUnderShips(reading, row.seat);
    if (mostFleet > 0 && row.fleetPoints === mostFleet) row.fleet = fleetBonus; // CAB-18.4
    if (mostPorts > 0 && row.portCount === mostPorts) row.ports = portsBonus; // CAB-18.5
    row.treasures = treasuresOf(reading, row.seat);
  }
}

/** CAB-18.2: fish around the straight coast of each own port, each tile once. */
function fishNearPorts(reading: ReadingOf<Types>, seat: Seat): number {
  const { state, components, memo } = reading;
  const { chart } = memo;
  const tiles = new Set<TileId>();
  for (const sailor of state.shown.sailors) {
    if (sailor.seat !== seat) continue;
    const port = laidAt(reading, sailor.x, sailor.y);
    if (port === undefined || pieceOf(components.tileOf, port.tileId).kind !== 'port') continue;
    for (const cell of straightCoast(reading, port)) {
      for (const direction of DIRECTIONS) {
        const near = stepFrom(chart, cell, direction);
        const laid = kindAt(chart, near) === FISH ? laidOn(reading, near) : undefined;
        if (laid !== undefined) tiles.add(laid.tileId);
      }
    }
  }
  const fish = [...tiles].reduce((sum, id) => sum + pieceOf(components.tileOf, id).fish, 0);
  return fish * components.constants.fishPortBonus;
}

/** The port and the coast and port tiles in line with its quay, all turned the same way. */
function straightCoast(reading: ReadingOf<Types>, port: Frozen<Laid>): number[] {
  const { chart } = reading.memo;
  const start = cellOf(chart, port.x, port.y);
  const line = [start];
  for (const along of [2, 6]) {
    const direction = turned(port.rotation * 2, along);
    for (let cell = stepFrom(chart, start, direction); ; cell = stepFrom(chart, cell, direction)) {
      const kind = kindAt(chart, cell);
      const laid = kind === COAST || kind === PORT ? laidOn(reading, cell) : undefined;
      if (laid?.rotation !== port.rotation) break;
      line.push(cell);
    }
  }
  return line;
}

/** CAB-18.3 */
function fishUnderShips(reading: ReadingOf<Types>, seat: Seat): number {
  let fish = 0;
  for (const ship of reading.state.shown.ships) {
    const laid = ship.seat === seat ? laidAt(reading, ship.x, ship.y) : undefined;
    if (laid !== undefined) fish += pieceOf(reading.components.tileOf, laid.tileId).fish;
  }
  return fish * reading.components.constants.fishShipBonus;
}

/** CAB-18.6 */
function treasuresOf(reading: ReadingOf<Types>, seat: Seat): number {
  const { state, components } = reading;
  const worth = (kind: Treasure) =>
    components.treasureCardOf.get(state.shown.treasureCards[kind] ?? '')?.value ?? 0;
  let sum = 0;
  for (const { tileId, x, y } of state.shown.board) {
    const { kind } = pieceOf(components.tileOf, tileId);
    if (kind === 'wreck' && shipAt(state, x, y)?.seat === seat) sum += worth('wreck');
    if (kind === 'island' && sailorAt(state, x, y)?.seat === seat) sum += worth('island');
  }
  return sum;
}

/** CAB-18.7, CAB-18.8 */
function compare({ state }: ReadingOf<Types>, a: Counted, b: Counted): number {
  const goneOf = ({ seat }: Counted) => state.shown.seats[seat]?.eliminated ?? 0;
  const seats = state.shown.seats.length;
  const turnOrder = ({ seat }: Counted) => clockwise(seat, seats, -state.shown.firstSeat);
  return (
    Number(goneOf(a) > 0) - Number(goneOf(b) > 0) ||
    goneOf(b) - goneOf(a) ||
    b.total - a.total ||
    b.fleetPoints - a.fleetPoints ||
    b.portCount - a.portCount ||
    b.treasureCount - a.treasureCount ||
    turnOrder(b) - turnOrder(a)
  );
}

/** The kernel’s form of the final ranking. */
export function resultOf(reading: ReadingOf<Types>): Result | undefined {
  const { result } = reading.state.shown;
  if (result === null) return undefined;
  const ranking = result.ranking.map((seat, index) => {
    const row = result.scores[seat];
    if (row === undefined) throw new Error(`no score of seat ${seat}`);
    const { coins, fishPorts, fishShips, fleet, ports, treasures, total } = row;
    const parts = { coins, fishPorts, fishShips, fleet, ports, treasures };
    return { seat, place: index + 1, total, parts, tieBreak: tieBreakOf(reading, result, seat) };
  });
  return { reason: result.reason, ranking, winners: [result.winner] };
}

/** CAB-18.7, CAB-18.8; before them, what only some ends decide by. */
function tieBreakOf(
  reading: ReadingOf<Types>,
  { reason, winner }: Frozen<Final>,
  seat: Seat,
): Record<string, number> {
  const { seats, firstSeat } = reading.state.shown;
  const { fleetPoints, portCount, treasureCount } = countedOf(reading, seat);
  const gone = seats[seat]?.eliminated ?? 0;
  return {
    ...(reason === 'target' ? { reachedFirst: seat === winner ? 1 : 0 } : {}),
    ...(seats.some(({ eliminated }) => eliminated > 0) ? { lasted: gone === 0 ? seats.length : gone } : {}),
    fleetPoints,
    portCount,
    treasureCount,
    turnOrder: 1 + clockwise(seat, seats.length, -firstSeat),
  };
}

/** Of each seat, with the bonuses that CAB-18 adds unless the target is reached; unknown treasures count nothing. */
export function standingOf(reading: ReadingOf<Types>): number[] {
  const { scores } = reading.state.shown.result ?? finalOf(reading, 'treasures');
  return scores.map(({ total }) => total);
}
