// The whole of a match as plain data, and its copy by hand.
import type { StateBase } from '../../kernel/decisions.ts';
import { reveal } from '../../kernel/reveal.ts';
import type { Rng } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal, type Frozen, type Hidden } from '../../kernel/secrecy.ts';
import type { ShipKind, Treasure } from './components.ts';
import type { Laid } from './geometry.ts';
import type { Final } from './score.ts';

export const KINDS = {
  'lay-choice': 'main',
  'lay-port': 'main',
  'lay-tile': 'main',
  actions: 'main',
  'berth-request': 'reply',
  'ransom-demand': 'reply',
  'ransom-counter': 'reply',
  debt: 'main',
} as const;
export type Kind = keyof typeof KINDS;
export type Phase = Kind | 'finished';

/** A face-down pile: how many is public, which and in what order is not. The top is the last one. */
export interface Pile {
  count: number;
  ids: Hidden<string[]>;
}

export interface Player {
  coins: number;
  /** The home port's tile; `null` once it has left the game unlaid. */
  homePort: string | null;
  homeLaid: boolean;
  /** 0 in play, 1 the first to go, 2 the second, and so on. */
  eliminated: number;
  /** Ships that were sunk (CAB-11.6). */
  lost: string[];
}

export const PIRATE_MODES = ['none', 'advanced', 'turned'] as const;

export interface Ship {
  id: string;
  seat: Seat;
  kind: ShipKind;
  x: number;
  y: number;
  heading: number;
  docked: boolean;
  /** The cargo card where everybody may see it, otherwise in `secretCargo`. */
  cargo: string | null;
  secretCargo: Hidden<string> | null;
  origin: string | null;
  bonusOld: number;
  bonusNew: number;
  /** Lighthouses that gave it a bonus move this turn. */
  credited: string[];
  dockedAtTurnStart: boolean;
  enteredPort: boolean;
  loadedThisTurn: boolean;
  cardRefused: boolean;
  justLeftPort: boolean;
  pirateMode: (typeof PIRATE_MODES)[number];
}

export interface Sailor {
  id: string;
  seat: Seat;
  x: number;
  y: number;
  moved: boolean;
}

/** An open request to buy a ship in somebody else's port (CAB-6.5). */
export interface Berth {
  owner: Seat;
  portId: string;
  shipKind: ShipKind;
  fee: number;
}

/** An open ransom question; `amount` is the sum on the table (CAB-15.6). */
export interface Ransom {
  pirateId: string;
  shipId: string;
  amount: number;
}

export interface Due {
  lighthouseId: string;
  seat: Seat;
  amount: number;
}

export interface State extends StateBase<Kind> {
  options: { targetCoins: number; finalRounds: number; hiddenCargo: boolean };
  phase: Phase;
  round: number;
  firstSeat: Seat;
  turnSeat: Seat;
  actionsAllowed: number;
  actionsUsed: number;
  finalPhase: boolean;
  finalTurns: number[];
  idleTurns: number;
  turnIdle: boolean;
  board: Laid[];
  drawnTile: string | null;
  stack: Pile;
  removedTiles: string[];
  deck: Pile;
  discard: string[];
  setAside: string[];
  treasureCards: Record<Treasure, string | null>;
  cardsTurned: string[];
  players: Player[];
  ships: Ship[];
  sailors: Sailor[];
  /** Ships spared this turn (CAB-15.7). */
  truces: string[];
  /** Seats asked for a berth this turn. */
  berthAsked: Seat[];
  berth: Berth | null;
  ransom: Ransom | null;
  dues: Due[];
  result: Final | null;
  rng: Hidden<Rng>;
}

export function clone(state: Frozen<State>): State {
  return {
    version: state.version,
    open: state.open.map((decision) => ({ ...decision })),
    options: { ...state.options },
    phase: state.phase,
    round: state.round,
    firstSeat: state.firstSeat,
    turnSeat: state.turnSeat,
    actionsAllowed: state.actionsAllowed,
    actionsUsed: state.actionsUsed,
    finalPhase: state.finalPhase,
    finalTurns: state.finalTurns.slice(),
    idleTurns: state.idleTurns,
    turnIdle: state.turnIdle,
    board: state.board.map(cloneLaid),
    drawnTile: state.drawnTile,
    stack: clonePile(state.stack),
    removedTiles: state.removedTiles.slice(),
    deck: clonePile(state.deck),
    discard: state.discard.slice(),
    setAside: state.setAside.slice(),
    treasureCards: { island: state.treasureCards.island, wreck: state.treasureCards.wreck },
    cardsTurned: state.cardsTurned.slice(),
    players: state.players.map(clonePlayer),
    ships: state.ships.map(cloneShip),
    sailors: state.sailors.map(cloneSailor),
    truces: state.truces.slice(),
    berthAsked: state.berthAsked.slice(),
    berth: state.berth === null ? null : { ...state.berth },
    ransom: state.ransom === null ? null : { ...state.ransom },
    dues: state.dues.map((due) => ({ ...due })),
    result: state.result === null ? null : cloneFinal(state.result),
    rng: cloneRng(state.rng),
  };
}

function cloneLaid({ tileId, x, y, rotation }: Frozen<Laid>): Laid {
  return { tileId, x, y, rotation };
}

function clonePile({ count, ids }: Frozen<Pile>): Pile {
  return { count, ids: conceal(reveal(ids).slice()) };
}

function cloneRng(rng: Frozen<State>['rng']): Hidden<Rng> {
  const { seed, drawn } = reveal(rng);
  return conceal({ seed, drawn });
}

function clonePlayer(player: Frozen<Player>): Player {
  const { coins, homePort, homeLaid, eliminated, lost } = player;
  return { coins, homePort, homeLaid, eliminated, lost: lost.slice() };
}

function cloneShip(ship: Frozen<Ship>): Ship {
  return {
    id: ship.id,
    seat: ship.seat,
    kind: ship.kind,
    x: ship.x,
    y: ship.y,
    heading: ship.heading,
    docked: ship.docked,
    cargo: ship.cargo,
    secretCargo: ship.secretCargo,
    origin: ship.origin,
    bonusOld: ship.bonusOld,
    bonusNew: ship.bonusNew,
    credited: ship.credited.slice(),
    dockedAtTurnStart: ship.dockedAtTurnStart,
    enteredPort: ship.enteredPort,
    loadedThisTurn: ship.loadedThisTurn,
    cardRefused: ship.cardRefused,
    justLeftPort: ship.justLeftPort,
    pirateMode: ship.pirateMode,
  };
}

function cloneSailor({ id, seat, x, y, moved }: Frozen<Sailor>): Sailor {
  return { id, seat, x, y, moved };
}

function cloneFinal(result: Frozen<Final>): Final {
  return {
    reason: result.reason,
    winner: result.winner,
    ranking: result.ranking.slice(),
    scores: result.scores.map((score) => ({ ...score })),
  };
}
