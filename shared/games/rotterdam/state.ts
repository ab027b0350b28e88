// The complete state of a running game. It holds ids only; the components describe them.
import { z } from 'zod';
import { at, fixed } from '../../kernel/plain-data.ts';
import type { DraftOf, GameTypes, StateOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { rulesOf } from '../../kernel/rules.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen, Hidden } from '../../kernel/secrecy.ts';
import type { Code } from './codes.ts';
import type { CardId, Components, HarbourId, MissionId, ProductId } from './components.ts';
import type { Event } from './events.ts';
import { chosenOptions, type Options } from './options.ts';
import { count, END_REASONS, hand, id, ids, PHASES, scores, seat, tally } from './wire.ts';

/** `main`: before the turn's main action; `after`: after it; `window`: a turn without one. */
const STEPS = ['main', 'resolving', 'after', 'window', 'open'] as const;
export type Step = (typeof STEPS)[number];

/** What a seat may be asked; the phase and its step decide which. */
export const KINDS = [
  'placement',
  'colour',
  'moves',
  'turn-end',
  'navigation-window',
  'unload-window',
  'trading',
  'mission',
] as const;
export type Kind = (typeof KINDS)[number];

/** The public view, as it is sent. */
export const shownSchema = z.strictObject({
  phase: z.enum(PHASES),
  round: z.int().min(1),
  captain: seat,
  turn: seat.nullable(),
  step: z.enum(STEPS).nullable(),
  /** While it is being sailed. */
  colour: id.nullable(),
  /** Requested with the colour, and has an effect. */
  keepTurn: z.boolean(),
  /** Ships moved and blocked so far in the movement being resolved. */
  movedShips: count,
  blockedShips: count,
  players: z.array(
    z.strictObject({
      seat,
      colour: id,
      missionPoints: count,
      laid: ids,
      fulfilled: ids,
      missionCount: count,
      productCount: count,
      navigationCount: count,
      pendingDraws: count,
      tradingDone: z.boolean(),
      revealed: fixed(tally),
      hand: hand.nullable(),
    }),
  ),
  /** By owner, then number: the lowest first. Without a position: in the supply. */
  ships: z.record(id, z.strictObject({ owner: seat, position: id.nullable(), cargo: id.nullable() })),
  /** Ships in each harbour in order of arrival. */
  harbourQueues: z.record(id, ids),
  stock: z.record(id, count),
  /** `top`: face up, with open products only. */
  productDecks: z.record(id, z.strictObject({ count, top: id.nullable() })),
  missionDeckCount: count,
  navigationPileCount: count,
  navigationDiscard: ids,
  offers: z.array(
    fixed(
      z.strictObject({
        id: z.int().min(1),
        from: seat,
        to: z.union([seat, z.literal('*')]),
        giveCount: count,
        wantCount: count,
        /** Only for an offer to all players. */
        give: z.exactOptional(tally),
        want: z.exactOptional(tally),
      }),
    ),
  ),
  /** The number of the next offer. */
  nextOffer: z.int().min(1),
  options: fixed(chosenOptions),
  result: z.strictObject({ reason: z.enum(END_REASONS), winners: z.array(seat), scores }).nullable(),
});

export type Shown = z.infer<typeof shownSchema>;
export type Player = Shown['players'][number];
type Hand = NonNullable<Player['hand']>;
export type Ship = Shown['ships'][string];
export type Offer = Shown['offers'][number];
export type Score = NonNullable<Shown['result']>['scores'][number];

/** How many cards of which product. */
export type Tally = Record<ProductId, number>;

interface Deal {
  give: Tally;
  want: Tally;
}

/** What a seat knows in addition to the public view: its hand, and the offers that it sent or that are addressed to it. */
export const seatViewSchema = z.strictObject({
  missions: ids,
  products: tally,
  navigation: ids,
  offers: z.array(
    z.strictObject({
      id: z.int().min(1),
      from: seat,
      to: z.union([seat, z.literal('*')]),
      give: tally,
      want: tally,
    }),
  ),
});

export type SeatView = z.infer<typeof seatViewSchema>;

export interface Secret {
  /** The top card of a deck or pile is the last one. */
  productDecks: Record<HarbourId, Hidden<ProductId[]>>;
  missionDeck: Hidden<MissionId[]>;
  navigationPile: Hidden<CardId[]>;
  /** By seat, here and below. Hands are in edition order, so that a view does not reveal when a card was drawn. */
  missions: Hidden<MissionId[]>[];
  /** ROT-7.10: one entry a card: cards of one kind are interchangeable. */
  products: Hidden<ProductId[]>[];
  navigation: Hidden<CardId[]>[];
  /** ROT-7.6: what offers to one player contain, by offer. */
  deals: Record<number, Hidden<Deal>>;
}

/** The types that the rules of this game work with; `kernel/play.ts` makes the others of them (`PlayOf<Types>`). */
export interface Types extends GameTypes {
  Components: Components;
  Options: Options;
  Kind: Kind;
  Shown: Shown;
  Secret: Secret;
  SeatView: SeatView;
  Event: Event;
  Code: Code;
}

export type State = StateOf<Types>;
export type Draft = DraftOf<Types>;
export const { commandRule, question } = rulesOf<Types>();

export function copyShown(shown: State['shown']): Shown {
  const { result } = shown;
  return {
    ...shown,
    players: shown.players.map((player) => ({
      ...player,
      laid: player.laid.slice(),
      fulfilled: player.fulfilled.slice(),
      hand: player.hand && copyHand(player.hand),
    })),
    ships: copyEach(shown.ships, (ship) => ({ ...ship })),
    harbourQueues: copyEach(shown.harbourQueues, (queue) => queue.slice()),
    stock: { ...shown.stock },
    productDecks: copyEach(shown.productDecks, (deck) => ({ ...deck })),
    navigationDiscard: shown.navigationDiscard.slice(),
    offers: shown.offers.slice(),
    result: result && { ...result, winners: result.winners.slice(), scores: copyScores(result.scores) },
  };
}

export function copyHand({ missions, products, navigation }: Frozen<Hand>): Hand {
  return { missions: missions.slice(), products: { ...products }, navigation: navigation.slice() };
}

export function copyScores(scores: Frozen<Score[]>): Score[] {
  return scores.map((score) => ({ ...score }));
}

export function copyDeal({ give, want }: Frozen<Deal>): Deal {
  return { give: { ...give }, want: { ...want } };
}

function copyEach<From, To>(
  record: Readonly<Record<string, From>>,
  copy: (item: From) => To,
): Record<string, To> {
  const copied: Record<string, From | To> = { ...record };
  for (const key in copied) copied[key] = copy(copied[key] as From);
  return copied as Record<string, To>;
}

export function playerAt<P>(state: { readonly shown: { readonly players: readonly P[] } }, seat: Seat): P {
  return at(state.shown.players, seat);
}

export function missionsOf<Cards>(
  { hidden }: { readonly hidden: { readonly missions: readonly Hidden<Cards>[] } },
  seat: Seat,
): Cards {
  return reveal(at(hidden.missions, seat));
}

export function productsOf<Cards>(
  { hidden }: { readonly hidden: { readonly products: readonly Hidden<Cards>[] } },
  seat: Seat,
): Cards {
  return reveal(at(hidden.products, seat));
}

export function navigationOf<Cards>(
  { hidden }: { readonly hidden: { readonly navigation: readonly Hidden<Cards>[] } },
  seat: Seat,
): Cards {
  return reveal(at(hidden.navigation, seat));
}

export function productDeckOf<Cards>(
  { hidden }: { readonly hidden: { readonly productDecks: Readonly<Record<HarbourId, Hidden<Cards>>> } },
  harbour: HarbourId,
): Cards {
  const deck = hidden.productDecks[harbour];
  if (deck === undefined) throw new RangeError(`no deck at ${harbour}`);
  return reveal(deck);
}

export function dealOf({ hidden }: State, { id, give, want }: Frozen<Offer>): Frozen<Deal> {
  if (give !== undefined && want !== undefined) return { give, want };
  const deal = hidden.deals[id];
  if (deal === undefined) throw new RangeError(`no deal ${id}`);
  return reveal(deal);
}
