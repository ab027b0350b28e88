// Everything there is to know about a game that runs. Ids only; what they mean is in the components.
import type { StateBase } from '../../kernel/decisions.ts';
import type { Weight } from '../../kernel/game.ts';
import { reveal } from '../../kernel/reveal.ts';
import type { Rng } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal, type Frozen, type Hidden } from '../../kernel/secrecy.ts';
import type {
  CardId,
  Company,
  Components,
  HarbourId,
  MerchantId,
  MissionId,
  ShipmentId,
} from './components.ts';
import type { Options } from './options.ts';

/** The phases in which somebody decides, and how much time that deserves. */
export const KINDS = {
  placement: 'reply',
  mission: 'main',
  company: 'main',
  defence: 'reply',
  retreat: 'quick',
  reward: 'quick',
  shipment: 'main',
  pick: 'quick',
  discard: 'quick',
  'final-mission': 'main',
} as const satisfies Record<string, Weight>;

export type Kind = keyof typeof KINDS;
export type Phase = Kind | 'finished';

export interface Player {
  /** Oldest card first. */
  hand: Hidden<ShipmentId[]>;
  /** In the order in which the cards came. */
  warehouse: CardId[];
  /** In the order taken; they lie face down. */
  missions: Hidden<MissionId[]>;
  unplacedMerchants: number;
}

export interface Slot {
  harbourId: HarbourId | null;
  /** In the order played. */
  pile: ShipmentId[];
}

export interface Fight {
  company: Company;
  attacker: MerchantId;
  defender: MerchantId;
  attackCards: ShipmentId[];
  defenceCards: ShipmentId[];
  bonus: number;
}

export const DISTRIBUTION_KINDS = ['monopoly', 'shared'] as const;
export type DistributionKind = (typeof DISTRIBUTION_KINDS)[number];

export interface Distribution {
  slot: number;
  harbourId: HarbourId;
  kind: DistributionKind;
  /** The entitled ones, in order. */
  companies: Company[];
  /** In the order played. */
  remaining: ShipmentId[];
  /** The pick that is open. */
  rank: number;
  merchant: MerchantId;
  seat: Seat;
}

export const END_REASONS = ['harbours', 'shipments'] as const;
export type EndReason = (typeof END_REASONS)[number];

export interface Score {
  seat: Seat;
  warehouseVp: number;
  missionVp: number;
  piratePenalty: number;
  total: number;
  missions: MissionId[];
}

/** Index 0 is rank 1. */
export type Columns = Record<Company, MerchantId[]>;

export type PirateShip = 'off' | 'lair' | Seat;

export interface State extends StateBase<Kind> {
  options: Options;
  rng: Hidden<Rng>;
  firstSeat: Seat;
  /** −1 during the placement; after the end the last active player. */
  activeSeat: number;
  /** 0 during the placement. */
  turn: number;
  /** The top card is the last one. */
  deck: Hidden<ShipmentId[]>;
  discard: ShipmentId[];
  /** The top card is the last one. */
  harbourPile: Hidden<HarbourId[]>;
  removedHarbours: HarbourId[];
  slots: Slot[];
  companies: Columns;
  availableMissions: MissionId[];
  players: Player[];
  /** From the attack until the shipment is asked for. */
  fight: Fight | null;
  /** From its trigger until nothing is left. */
  distribution: Distribution | null;
  pirateShip: PirateShip;
  endReason: EndReason | null;
  scores: Score[] | null;
}

/** A state to be read. */
export type Board = Frozen<State>;

export function phaseOf(board: Board): Phase {
  return board.open[0]?.kind ?? 'finished';
}

export function playerAt<P>(board: { readonly players: readonly P[] }, seat: Seat): P {
  const player = board.players[seat];
  if (player === undefined) throw new RangeError(`no seat ${seat}`);
  return player;
}

export function handOf(board: Board, seat: Seat): readonly ShipmentId[] {
  return reveal(playerAt(board, seat).hand);
}

/** How many there are is never a secret here. */
export function countOf(facts: Hidden<readonly unknown[]>): number {
  return reveal(facts).length;
}

export function merchantsPerPlayer(components: Components, options: Options): number {
  const { merchantsPerPlayer, merchantsPerPlayerFourVariant } = components.constants;
  return options.fourMerchants ? merchantsPerPlayerFourVariant : merchantsPerPlayer;
}

export function clone(board: Board): State {
  return {
    version: board.version,
    open: board.open.map(({ id, seat, kind }) => ({ id, seat, kind })),
    options: { ...board.options },
    rng: conceal({ ...reveal(board.rng) }),
    firstSeat: board.firstSeat,
    activeSeat: board.activeSeat,
    turn: board.turn,
    deck: cloneHidden(board.deck),
    discard: board.discard.slice(),
    harbourPile: cloneHidden(board.harbourPile),
    removedHarbours: board.removedHarbours.slice(),
    slots: board.slots.map(({ harbourId, pile }) => ({ harbourId, pile: pile.slice() })),
    companies: {
      red: board.companies.red.slice(),
      blue: board.companies.blue.slice(),
      yellow: board.companies.yellow.slice(),
      green: board.companies.green.slice(),
    },
    availableMissions: board.availableMissions.slice(),
    players: board.players.map(({ hand, warehouse, missions, unplacedMerchants }) => ({
      hand: cloneHidden(hand),
      warehouse: warehouse.slice(),
      missions: cloneHidden(missions),
      unplacedMerchants,
    })),
    fight: board.fight && cloneFight(board.fight),
    distribution: board.distribution && cloneDistribution(board.distribution),
    pirateShip: board.pirateShip,
    endReason: board.endReason,
    scores: board.scores && cloneScores(board.scores),
  };
}

function cloneHidden(ids: Hidden<readonly string[]>): Hidden<string[]> {
  return conceal(reveal(ids).slice());
}

export function cloneFight(fight: Frozen<Fight>): Fight {
  return { ...fight, attackCards: fight.attackCards.slice(), defenceCards: fight.defenceCards.slice() };
}

export function cloneDistribution(distribution: Frozen<Distribution>): Distribution {
  return {
    ...distribution,
    companies: distribution.companies.slice(),
    remaining: distribution.remaining.slice(),
  };
}

export function cloneScores(scores: Frozen<Score[]>): Score[] {
  return scores.map((score) => ({ ...score, missions: score.missions.slice() }));
}
