// The complete state of a running game. It holds ids only; the components describe them.
import { z } from 'zod';
import { at, fixed } from '../../kernel/plain-data.ts';
import type { DraftOf, GameTypes, StateOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { rulesOf } from '../../kernel/rules.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Hidden } from '../../kernel/secrecy.ts';
import type { Code } from './codes.ts';
import type { Components, HarbourId, MissionId, ShipmentId } from './components.ts';
import type { Event } from './events.ts';
import { chosenOptions, type Options } from './options.ts';
import { company, count, DISTRIBUTION_KINDS, END_REASONS, id, ids, scores, seat, tally } from './wire.ts';

/** The phases in which a seat has a decision. */
const KINDS = [
  'placement',
  'mission',
  'company',
  'defence',
  'retreat',
  'reward',
  'shipment',
  'pick',
  'discard',
  'final-mission',
] as const;
export type Kind = (typeof KINDS)[number];

/** The public view, as it is sent. */
export const shownSchema = z.strictObject({
  phase: z.enum([...KINDS, 'finished']),
  options: fixed(chosenOptions),
  /** 1 … 3 (4 with four merchants); 0 after the placement. */
  placementRound: count,
  /** −1 during the placement; after the end the last active player. */
  activeSeat: z.int().min(-1),
  firstSeat: seat,
  /** 0 during the placement. */
  turn: count,
  deckCount: count,
  discard: ids,
  harbourPileCount: count,
  removedHarbours: ids,
  slots: z.array(
    z.strictObject({
      /** `null` while its cards are being distributed, and after the end. */
      harbourId: id.nullable(),
      /** In the order played. */
      pile: ids,
      /** Visible flags. */
      counts: fixed(tally),
    }),
  ),
  /** Index 0 is rank 1. */
  companies: z.strictObject({ red: ids, blue: ids, yellow: ids, green: ids }),
  availableMissions: ids,
  players: z.array(
    z.strictObject({
      seat,
      handCount: count,
      /** In the order in which the cards came. */
      warehouse: ids,
      missionCount: count,
      unplacedMerchants: count,
    }),
  ),
  /** From the attack until the shipment decision. */
  fight: z
    .strictObject({
      company,
      attacker: id,
      defender: id,
      attackCards: ids,
      defenceCards: ids,
      bonus: count,
    })
    .nullable(),
  /** From its trigger until no card is left. */
  distribution: z
    .strictObject({
      slot: count,
      harbourId: id,
      kind: z.enum(DISTRIBUTION_KINDS),
      /** The entitled merchants, in order. */
      companies: z.array(company),
      /** In the order played. */
      remaining: ids,
      /** The open pick. */
      rank: z.int().min(1),
      merchant: id,
      seat,
    })
    .nullable(),
  pirateShip: z.union([z.enum(['off', 'lair']), seat]),
  endReason: z.enum(END_REASONS).nullable(),
  scores: scores.nullable(),
});

export type Shown = z.infer<typeof shownSchema>;
export type Slot = Shown['slots'][number];
export type Fight = NonNullable<Shown['fight']>;
export type Distribution = NonNullable<Shown['distribution']>;
export type Score = NonNullable<Shown['scores']>[number];

/** What a seat knows in addition to the public view: its hand and its tiles. */
export const seatViewSchema = z.strictObject({
  /** Oldest card first. */
  hand: ids,
  /** In the order taken. */
  missions: ids,
});

export type SeatView = z.infer<typeof seatViewSchema>;

export interface Secret {
  /** The top card is the last one. */
  deck: Hidden<ShipmentId[]>;
  /** The top card is the last one. */
  harbourPile: Hidden<HarbourId[]>;
  /** By seat; oldest card first. */
  hands: Hidden<ShipmentId[]>[];
  /** By seat, in the order taken; they are face down. */
  missions: Hidden<MissionId[]>[];
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
  const { companies, fight, distribution } = shown;
  return {
    ...shown,
    discard: shown.discard.slice(),
    removedHarbours: shown.removedHarbours.slice(),
    slots: shown.slots.map((slot) => ({ ...slot, pile: slot.pile.slice() })),
    companies: {
      red: companies.red.slice(),
      blue: companies.blue.slice(),
      yellow: companies.yellow.slice(),
      green: companies.green.slice(),
    },
    availableMissions: shown.availableMissions.slice(),
    players: shown.players.map((player) => ({ ...player, warehouse: player.warehouse.slice() })),
    fight: fight && {
      ...fight,
      attackCards: fight.attackCards.slice(),
      defenceCards: fight.defenceCards.slice(),
    },
    distribution: distribution && {
      ...distribution,
      companies: distribution.companies.slice(),
      remaining: distribution.remaining.slice(),
    },
    scores: shown.scores && copyScores(shown.scores),
  };
}

export function copyScores(list: NonNullable<State['shown']['scores']>): Score[] {
  return list.map((score) => ({ ...score, missions: score.missions.slice() }));
}

export function playerAt<P>(state: { readonly shown: { readonly players: readonly P[] } }, seat: Seat): P {
  return at(state.shown.players, seat);
}

interface Holding<Hand, Tiles> {
  readonly hidden: { readonly hands: readonly Hidden<Hand>[]; readonly missions: readonly Hidden<Tiles>[] };
}

export function handOf<Hand>({ hidden }: Holding<Hand, unknown>, seat: Seat): Hand {
  return reveal(at(hidden.hands, seat));
}

export function missionsOf<Tiles>({ hidden }: Holding<unknown, Tiles>, seat: Seat): Tiles {
  return reveal(at(hidden.missions, seat));
}

export function merchantsPerPlayer(
  components: Components,
  { fourMerchants }: State['shown']['options'],
): number {
  const { merchantsPerPlayer, merchantsPerPlayerFourVariant } = components.constants;
  return fourMerchants ? merchantsPerPlayerFourVariant : merchantsPerPlayer;
}
