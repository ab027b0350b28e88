// The built-in opponent's evaluation of a position for a seat, from public facts only.
import { pieceOf } from '../../../kernel/pieces.ts';
import type { PublicViewOf } from '../../../kernel/play.ts';
import type { Seat } from '../../../kernel/seat.ts';
import {
  type Card,
  type CardId,
  COMPANIES,
  type Company,
  type Components,
  type Harbour,
  ownerOf,
  type ShipmentId,
  SPICES,
  type Spice,
  type Tally,
} from '../components.ts';
import { companyOrder, monopolist, visibleFlags } from '../flags.ts';
import type { Types } from '../state.ts';

/** Merchants by their owners, rank 1 first. */
export type Standing = Record<Company, Seat[]>;

export interface Outlook {
  readonly components: Components;
  readonly all: PublicViewOf<Types>;
  readonly seat: Seat;
  readonly standing: Standing;
}

/** How much of an average rival's gain counts as the seat's own loss. */
export const RIVALRY = 0.8;
/** What a rank in a company earns on average with each future distribution. */
const RANK_WORTH = [0.95, 0.46, 0.26, 0.1, 0.05];
/** Ranks change hands, so no more future distributions than this are counted. */
const HORIZON = 4;
/** A discount: a distribution that has only begun may turn out differently. */
const UNCERTAINTY = 0.8;

export function outlookOf(components: Components, all: PublicViewOf<Types>, seat: Seat): Outlook {
  const { red, blue, yellow, green } = all.companies;
  const standing = {
    red: red.map(ownerOf),
    blue: blue.map(ownerOf),
    yellow: yellow.map(ownerOf),
    green: green.map(ownerOf),
  };
  return { components, all, seat, standing };
}

/** In victory points: one for the card itself, the rest for the missions it may help pay for. */
export function worthOf({ spice, units }: Card): number {
  return spice === 'crate' ? 1.2 + units : 0.4 + 1.2 * units;
}

/** How far a warehouse is from paying for a mission. */
interface Gap {
  /** Units that the mission needs. */
  readonly size: number;
  /** Units that are missing, after crates. */
  readonly open: number;
  /** Of each spice; negative if there are more than enough. */
  readonly missing: Readonly<Record<Spice, number>>;
}

function gapOf(
  components: Components,
  need: Readonly<Record<Spice, number>>,
  warehouse: readonly CardId[],
): Gap {
  const missing = { ...need };
  let size = 0;
  let wild = 0;
  for (const spice of SPICES) size += need[spice];
  for (const card of warehouse) {
    const { spice, units } = pieceOf(components.cardOf, card);
    if (spice === 'crate') wild += units;
    else missing[spice] -= units;
  }
  let open = -wild;
  for (const spice of SPICES) open += Math.max(0, missing[spice]);
  return { size, open, missing };
}

/** The value of a card to a seat with this warehouse: higher the closer it brings a mission. */
export function worthToOwner({ components, all, seat }: Outlook, id: CardId): number {
  const card = pieceOf(components.cardOf, id);
  const warehouse = all.players[seat]?.warehouse ?? [];
  let best = 0;
  for (const mission of all.availableMissions) {
    const { need, vp } = pieceOf(components.missionOf, mission);
    const { size, open, missing } = gapOf(components, need, warehouse);
    if (open <= 0) continue;
    const use = card.spice === 'crate' ? card.units : Math.min(card.units, Math.max(0, missing[card.spice]));
    const left = Math.max(0, open - use);
    best = Math.max(best, ((vp - size) * Math.min(use, open)) / size / (1 + left));
  }
  return worthOf(card) + 2 * best;
}

/** The seat's own gain minus a share of the others' gains. */
function balance({ seat }: Outlook, gains: readonly number[]): number {
  let sum = 0;
  for (const gain of gains) sum += gain;
  const own = gains[seat] ?? 0;
  return own - (RIVALRY * (sum - own)) / (gains.length - 1);
}

/** What each seat gets if these cards are distributed now and each seat takes the best one left. */
function distributed(
  { components, all }: Outlook,
  standing: Standing,
  companies: readonly Company[],
  cards: readonly ShipmentId[],
): number[] {
  const gains = all.players.map(() => 0);
  const deepest = Math.max(...companies.map((company) => standing[company].length));
  if (deepest === 0) return gains;
  const worths = cards.map((card) => worthOf(pieceOf(components.cardOf, card))).sort((a, b) => b - a);
  let given = 0;
  for (let rank = 0; given < worths.length; rank = (rank + 1) % deepest) {
    for (const company of companies) {
      const owner = standing[company][rank];
      const worth = worths[given];
      if (owner === undefined || worth === undefined) continue;
      gains[owner] = (gains[owner] ?? 0) + worth;
      given += 1;
    }
  }
  return gains;
}

/** The expected value of a harbour that is not yet complete. */
function promise(view: Outlook, standing: Standing, harbour: Harbour, pile: readonly ShipmentId[]): number {
  if (pile.length === 0) return 0;
  const tally = visibleFlags(view.components, pile);
  const order = companyOrder(view.components, pile, tally);
  const [leader] = order;
  if (leader === undefined) return 0;
  const dominance = tally[leader] / harbour.monopoly;
  const alone = balance(view, distributed(view, standing, [leader], pile));
  const shared = balance(view, distributed(view, standing, order, pile));
  const monopoly = dominance * dominance;
  const progress = Math.max(dominance, pile.length / harbour.maxCards);
  return UNCERTAINTY * progress * (monopoly * alone + (1 - monopoly) * shared);
}

/** The value of an arrangement of the merchants, given the current harbours. */
export function standingWorth(view: Outlook, standing: Standing): number {
  const { all, components, seat } = view;
  const toCome = Math.min(HORIZON, all.harbourPileCount + 1);
  const rival = RIVALRY / (all.players.length - 1);
  let worth = 0;
  for (const company of COMPANIES) {
    const column = standing[company];
    for (let rank = 0; rank < column.length; rank++)
      worth += toCome * (RANK_WORTH[rank] ?? 0) * (column[rank] === seat ? 1 : -rival);
  }
  for (const { harbourId, pile } of all.slots)
    if (harbourId !== null) worth += promise(view, standing, pieceOf(components.harbourOf, harbourId), pile);
  return worth;
}

/** The value of playing this card at this harbour. */
export function shipmentWorth(view: Outlook, card: ShipmentId, slot: number): number {
  const { all, components, standing } = view;
  const place = all.slots[slot];
  if (place === undefined || place.harbourId === null) return Number.NEGATIVE_INFINITY;
  const harbour = pieceOf(components.harbourOf, place.harbourId);
  const pile = [...place.pile, card];
  const tally = visibleFlags(components, pile);
  const before = promise(view, standing, harbour, place.pile);
  const companies = entitled(components, harbour, pile, tally);
  if (companies !== undefined) {
    const gains = distributed(view, standing, companies, pile);
    return worthToOwner(view, harbour.id) + balance(view, gains) - before;
  }
  return promise(view, standing, harbour, pile) - before - danger(harbour, pile, tally);
}

function entitled(
  components: Components,
  harbour: Harbour,
  pile: readonly ShipmentId[],
  tally: Tally,
): Company[] | undefined {
  const last = pieceOf(components.shipmentOf, pile.at(-1) ?? '');
  const sole = monopolist(last, tally, harbour.monopoly);
  if (sole !== undefined) return [sole];
  return pile.length >= harbour.maxCards ? companyOrder(components, pile, tally) : undefined;
}

/** The next player takes the harbour card if one more card completes it. */
function danger(harbour: Harbour, pile: readonly ShipmentId[], tally: Tally): number {
  const worth = worthOf(harbour);
  if (pile.length + 1 >= harbour.maxCards) return worth;
  const most = Math.max(...COMPANIES.map((company) => tally[company]));
  return most + 3 >= harbour.monopoly ? 0.6 * worth : 0;
}

/** The surplus of the mission that this warehouse comes closest to, as far as it comes. */
export function shareOfMissions({ components, all }: Outlook, warehouse: readonly CardId[]): number {
  let best = 0;
  for (const mission of all.availableMissions) {
    const { need, vp } = pieceOf(components.missionOf, mission);
    const { size, open } = gapOf(components, need, warehouse);
    best = Math.max(best, (vp - size) * (Math.max(0, size - Math.max(0, open)) / size) ** 2);
  }
  return best;
}
