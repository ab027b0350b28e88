// The whole truth about one game, as plain data, and how to copy it.
import type { StateBase } from '../../kernel/decisions.ts';
import type { Weight } from '../../kernel/game.ts';
import { reveal } from '../../kernel/reveal.ts';
import type { Rng } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal, type Frozen, type Hidden } from '../../kernel/secrecy.ts';
import type {
  CardId,
  ChannelColour,
  HarbourId,
  MaterialId,
  MissionId,
  PositionId,
  ProductId,
  ShipId,
} from './components.ts';
import type { Options } from './options.ts';

export const PHASES = [
  'placement',
  'sailing',
  'navigation',
  'unloading',
  'trading',
  'missions',
  'ended',
] as const;
export type Phase = (typeof PHASES)[number];

/** `main`: before the turn's chief action; `after`: behind it; `window`: a turn without one. */
export const STEPS = ['main', 'resolving', 'after', 'window', 'open'] as const;
export type Step = (typeof STEPS)[number];

export const KINDS = {
  placement: 'main',
  colour: 'main',
  moves: 'reply',
  'turn-end': 'quick',
  'navigation-window': 'quick',
  'unload-window': 'quick',
  trading: 'main',
  mission: 'main',
} as const satisfies Record<string, Weight>;
export type Kind = keyof typeof KINDS;

export const END_REASONS = ['target', 'max-rounds'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** How many cards of which product. */
export type Tally = Record<ProductId, number>;

export interface Ship {
  id: ShipId;
  owner: Seat;
  /** `null`: in the supply. */
  position: PositionId | null;
  cargo: MaterialId | null;
}

export interface Player {
  /** Hands are in edition order, so that a view tells nothing about when a card came. */
  missions: Hidden<MissionId[]>;
  /** One entry a card: cards of one kind are interchangeable. ROT-7.10 */
  products: Hidden<ProductId[]>;
  navigation: Hidden<CardId[]>;
  laid: CardId[];
  fulfilled: MissionId[];
  pendingDraws: number;
  tradingDone: boolean;
  revealed: Tally;
}

export interface Deal {
  give: Tally;
  want: Tally;
}

interface OfferBase {
  id: number;
  from: Seat;
  giveCount: number;
  wantCount: number;
}
export interface DirectedOffer extends OfferBase {
  to: Seat;
  deal: Hidden<Deal>;
}
export interface PublicOffer extends OfferBase {
  to: '*';
  deal: Deal;
}
export type Offer = DirectedOffer | PublicOffer;

/** A colour that was named and is being sailed. */
export interface Movement {
  colour: ChannelColour;
  /** Asked for, and counts. */
  keepTurn: boolean;
  moved: number;
  blocked: number;
}

export interface Hand {
  missions: MissionId[];
  products: ProductId[];
  navigation: CardId[];
}

export interface State extends StateBase<Kind> {
  options: Options;
  phase: Phase;
  round: number;
  captain: Seat;
  turn: Seat | null;
  step: Step | null;
  movement: Movement | null;
  players: Player[];
  /** By owner, then number: the lowest first. */
  ships: Ship[];
  /** Ships in each harbour in order of arrival. */
  queues: Record<HarbourId, ShipId[]>;
  stock: Record<MaterialId, number>;
  /** The top card of a deck or pile is its last. */
  decks: Record<HarbourId, Hidden<ProductId[]>>;
  missionDeck: Hidden<MissionId[]>;
  navigationPile: Hidden<CardId[]>;
  navigationDiscard: CardId[];
  offers: Offer[];
  nextOffer: number;
  rng: Hidden<Rng>;
  /** The end: why, and the hands that were then laid open. */
  ending: { reason: EndReason; hands: Hand[] } | null;
}

/** What callers lend us: never changed. */
export type Position = Frozen<State>;

export function clone(state: Position): State {
  const rng = reveal(state.rng);
  return {
    version: state.version,
    open: state.open.map((decision) => ({ ...decision })),
    options: { ...state.options },
    phase: state.phase,
    round: state.round,
    captain: state.captain,
    turn: state.turn,
    step: state.step,
    movement: state.movement === null ? null : { ...state.movement },
    players: state.players.map(clonePlayer),
    ships: state.ships.map(({ id, owner, position, cargo }) => ({ id, owner, position, cargo })),
    queues: cloneEach(state.queues, (queue) => queue.slice()),
    stock: { ...state.stock },
    decks: cloneEach(state.decks, cloneHidden),
    missionDeck: cloneHidden(state.missionDeck),
    navigationPile: cloneHidden(state.navigationPile),
    navigationDiscard: state.navigationDiscard.slice(),
    offers: state.offers.map(cloneOffer),
    nextOffer: state.nextOffer,
    rng: conceal({ seed: rng.seed, drawn: rng.drawn }),
    ending: state.ending === null ? null : cloneEnding(state.ending),
  };
}

function clonePlayer(player: Frozen<Player>): Player {
  return {
    missions: cloneHidden(player.missions),
    products: cloneHidden(player.products),
    navigation: cloneHidden(player.navigation),
    laid: player.laid.slice(),
    fulfilled: player.fulfilled.slice(),
    pendingDraws: player.pendingDraws,
    tradingDone: player.tradingDone,
    revealed: { ...player.revealed },
  };
}

function cloneOffer(offer: Frozen<Offer>): Offer {
  const { id, from, giveCount, wantCount } = offer;
  if (offer.to === '*') {
    return { id, from, to: '*', giveCount, wantCount, deal: cloneDeal(offer.deal) };
  }
  return { id, from, to: offer.to, giveCount, wantCount, deal: conceal(cloneDeal(reveal(offer.deal))) };
}

function cloneDeal(deal: Frozen<Deal>): Deal {
  return { give: { ...deal.give }, want: { ...deal.want } };
}

function cloneEnding(ending: Frozen<NonNullable<State['ending']>>): NonNullable<State['ending']> {
  return { reason: ending.reason, hands: ending.hands.map(cloneHand) };
}

export function cloneHand(hand: Frozen<Hand>): Hand {
  return {
    missions: hand.missions.slice(),
    products: hand.products.slice(),
    navigation: hand.navigation.slice(),
  };
}

function cloneHidden(cards: Hidden<readonly string[]>): Hidden<string[]> {
  return conceal(reveal(cards).slice());
}

function cloneEach<From, To>(
  record: Readonly<Record<string, From>>,
  copy: (value: From) => To,
): Record<string, To> {
  const copied: Record<string, To> = {};
  for (const key in record) copied[key] = copy(record[key] as From);
  return copied;
}
