// The end of a game: its conditions, the final scoring, the ranking (CAB-17, CAB-18).
import type { Result } from '../../kernel/game.ts';
import type { Seat } from '../../kernel/seat.ts';
import { clockwise } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import { kindCode } from './components.ts';
import type { EndReason } from './events.ts';
import { cellOf, DIRECTIONS, kindAt, type Laid, stepFrom, turned } from './geometry.ts';
import { isIn, laidAt, reserveOf, type Scene, sailorAt, shipAt } from './play.ts';
import type { State } from './state.ts';

export interface Score {
  seat: Seat;
  coins: number;
  fishPorts: number;
  fishShips: number;
  fleet: number;
  ports: number;
  treasures: number;
  total: number;
}

export interface Final {
  reason: EndReason;
  winner: Seat;
  /** Best first. */
  ranking: Seat[];
  scores: Score[];
}

const SHIP_KINDS_TO_BUY = ['fishing', 'trade', 'pirate'] as const;
const COAST = kindCode('coast');
const PORT = kindCode('port');
const FISH = kindCode('fish');

/** Why the game ends now, in the order of CAB-17. */
export function endReason(scene: Scene): EndReason | undefined {
  const { state, parts } = scene;
  const inPlay = seatsInPlay(state); // CAB-17.5
  if (inPlay.some((seat) => coins(state, seat) >= state.options.targetCoins)) return 'target'; // CAB-17.1
  if (inPlay.length <= 1) return 'last-player'; // CAB-17.2
  if (state.round > parts.constants.layingRounds && hasNoFleetLeft(scene, inPlay)) return 'no-fleet';
  return state.finalPhase && allTreasuresHeld(scene) ? 'treasures' : undefined; // CAB-17.4
}

function seatsInPlay(state: Frozen<State>): Seat[] {
  return state.players.map((_, seat) => seat).filter((seat) => isIn(state, seat));
}

function coins(state: Frozen<State>, seat: Seat): number {
  return state.players[seat]?.coins ?? 0;
}

/** CAB-17.3 */
function hasNoFleetLeft(scene: Scene, inPlay: readonly Seat[]): boolean {
  const { state, parts } = scene;
  const without = inPlay.filter((seat) => !state.ships.some((ship) => ship.seat === seat));
  if (inPlay.length - without.length > 1) return false;
  return without.every((seat) =>
    SHIP_KINDS_TO_BUY.every(
      (kind) => coins(state, seat) < parts.buy[kind] || reserveOf(scene, seat, kind).length === 0,
    ),
  );
}

/** CAB-16.2: every laid wreck has a ship on it, every laid island a sailor. */
export function allTreasuresHeld({ state, parts }: Scene): boolean {
  for (const { tileId, x, y } of state.board) {
    const { kind } = parts.tile(tileId);
    if (kind === 'wreck' && shipAt(state, x, y) === undefined) return false;
    if (kind === 'island' && sailorAt(state, x, y) === undefined) return false;
  }
  return true;
}

/** Which treasures lie on the board with their value still unknown (CAB-18.1). */
export function unknownTreasures({ state, parts }: Scene): ('island' | 'wreck')[] {
  return (['island', 'wreck'] as const).filter(
    (kind) =>
      state.treasureCards[kind] === null &&
      state.board.some(({ tileId }) => parts.tile(tileId).kind === kind),
  );
}

interface Standing extends Score {
  readonly fleetPoints: number;
  readonly portCount: number;
  readonly treasureCount: number;
}

export function finalOf(scene: Scene, reason: EndReason): Final {
  const { state } = scene;
  const standings = state.players.map((_, seat) => standingOf(scene, seat));
  if (reason !== 'target') addBonuses(scene, standings);
  for (const row of standings)
    row.total = row.coins + row.fishPorts + row.fishShips + row.fleet + row.ports + row.treasures;
  const ranked = standings.toSorted((a, b) => compare(scene, a, b)).map(({ seat }) => seat);
  const winner = (reason === 'target' ? richestFrom(state) : ranked[0]) ?? 0;
  const ranking = [winner, ...ranked.filter((seat) => seat !== winner)];
  const scores = standings.map(
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

/** CAB-17.1: the seat with the most coins; of several the active one, else the first clockwise from it. */
function richestFrom(state: Frozen<State>): Seat | undefined {
  const inPlay = seatsInPlay(state);
  const most = Math.max(...inPlay.map((seat) => coins(state, seat)));
  const seats = state.players.length;
  const after = (seat: Seat) => clockwise(seat, seats, -state.turnSeat);
  return inPlay.filter((seat) => coins(state, seat) === most).sort((a, b) => after(a) - after(b))[0];
}

function standingOf(scene: Scene, seat: Seat): Standing {
  const { state, parts } = scene;
  const { fleetPoints } = parts.constants;
  const fleet = state.ships.filter((ship) => ship.seat === seat);
  const kinds = state.sailors
    .filter((sailor) => sailor.seat === seat)
    .map(({ x, y }) => laidAt(scene, x, y))
    .map((laid) => (laid === undefined ? 'sea' : parts.tile(laid.tileId).kind));
  const wrecks = fleet.filter((ship) => {
    const laid = laidAt(scene, ship.x, ship.y);
    return laid !== undefined && parts.tile(laid.tileId).kind === 'wreck';
  });
  return {
    seat,
    coins: coins(state, seat),
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

function addBonuses(scene: Scene, standings: readonly Standing[]): void {
  const { state, parts } = scene;
  const { fleetBonus, portsBonus } = parts.constants;
  const inPlay = standings.filter(({ seat }) => isIn(state, seat)); // CAB-18.8
  const mostFleet = Math.max(0, ...inPlay.map(({ fleetPoints }) => fleetPoints));
  const mostPorts = Math.max(0, ...inPlay.map(({ portCount }) => portCount));
  for (const row of inPlay) {
    row.fishPorts = fishNearPorts(scene, row.seat);
    row.fishShips = fishUnderShips(scene, row.seat);
    if (mostFleet > 0 && row.fleetPoints === mostFleet) row.fleet = fleetBonus; // CAB-18.4
    if (mostPorts > 0 && row.portCount === mostPorts) row.ports = portsBonus; // CAB-18.5
    row.treasures = treasuresOf(scene, row.seat);
  }
}

/** CAB-18.2: fish around the straight coast of each own port, each tile once. */
function fishNearPorts(scene: Scene, seat: Seat): number {
  const { state, parts, chart } = scene;
  const tiles = new Set<string>();
  for (const sailor of state.sailors) {
    if (sailor.seat !== seat) continue;
    const port = laidAt(scene, sailor.x, sailor.y);
    if (port === undefined || parts.tile(port.tileId).kind !== 'port') continue;
    for (const cell of straightCoast(scene, port)) {
      for (const direction of DIRECTIONS) {
        const near = stepFrom(chart, cell, direction);
        const laid = kindAt(chart, near) === FISH ? state.board[chart.spots[near] ?? -1] : undefined;
        if (laid !== undefined) tiles.add(laid.tileId);
      }
    }
  }
  const fish = [...tiles].reduce((sum, id) => sum + parts.tile(id).fish, 0);
  return fish * parts.constants.fishPortBonus;
}

/** The port and the coast and port tiles in line with its quay, all turned the same way. */
export function straightCoast({ state, chart }: Scene, port: Frozen<Laid>): number[] {
  const start = cellOf(chart, port.x, port.y);
  const line = [start];
  for (const along of [2, 6]) {
    const direction = turned(port.rotation * 2, along);
    for (let cell = stepFrom(chart, start, direction); ; cell = stepFrom(chart, cell, direction)) {
      const kind = kindAt(chart, cell);
      const laid = kind === COAST || kind === PORT ? state.board[chart.spots[cell] ?? -1] : undefined;
      if (laid?.rotation !== port.rotation) break;
      line.push(cell);
    }
  }
  return line;
}

/** CAB-18.3 */
function fishUnderShips(scene: Scene, seat: Seat): number {
  let fish = 0;
  for (const ship of scene.state.ships) {
    const laid = ship.seat === seat ? laidAt(scene, ship.x, ship.y) : undefined;
    if (laid !== undefined) fish += scene.parts.tile(laid.tileId).fish;
  }
  return fish * scene.parts.constants.fishShipBonus;
}

/** CAB-18.6 */
function treasuresOf(scene: Scene, seat: Seat): number {
  const { state, parts } = scene;
  const worth = (kind: 'island' | 'wreck') => parts.treasureCard(state.treasureCards[kind] ?? '')?.value ?? 0;
  let sum = 0;
  for (const { tileId, x, y } of state.board) {
    const { kind } = parts.tile(tileId);
    if (kind === 'wreck' && shipAt(state, x, y)?.seat === seat) sum += worth('wreck');
    if (kind === 'island' && sailorAt(state, x, y)?.seat === seat) sum += worth('island');
  }
  return sum;
}

/** CAB-18.7, CAB-18.8 */
function compare({ state }: Scene, a: Standing, b: Standing): number {
  const goneOf = ({ seat }: Standing) => state.players[seat]?.eliminated ?? 0;
  const seats = state.players.length;
  const turnOrder = ({ seat }: Standing) => clockwise(seat, seats, -state.firstSeat);
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

/** The kernel's form of the final standing. */
export function resultOf(state: Frozen<State>): Result | undefined {
  const { result } = state;
  if (result === null) return undefined;
  const ranking = result.ranking.map((seat, index) => {
    const row = result.scores[seat];
    if (row === undefined) throw new Error(`no score of seat ${seat}`);
    const { coins, fishPorts, fishShips, fleet, ports, treasures, total } = row;
    const parts = { coins, fishPorts, fishShips, fleet, ports, treasures };
    return { seat, place: index + 1, total, parts };
  });
  return { reason: result.reason, ranking, winners: [result.winner] };
}
