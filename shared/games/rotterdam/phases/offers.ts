// ROT-7: phase 5, offers to one player or to all, and exchanges.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { at } from '../../../kernel/plain-data.ts';
import { type PlayOf, type ReadingOf, tell, tellApart } from '../../../kernel/play.ts';
import { alter } from '../../../kernel/sealed.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal, type Frozen } from '../../../kernel/secrecy.ts';
import type { Given } from '../../../kernel/wish.ts';
import { covers, totalOf } from '../hands.ts';
import {
  commandRule,
  copyDeal,
  dealOf,
  type Offer,
  playerAt,
  productsOf,
  type State,
  type Tally,
  type Types,
} from '../state.ts';
import {
  areKnown,
  inEditionOrder,
  type Lot,
  lotsOf,
  narrowed,
  openLot,
  sizesOf,
  talliesBySize,
  talliesUpTo,
} from '../tallies.ts';
import { namedOffer, namedTally } from '../wire.ts';
import { closeOffers, continueTrading, removeOffers } from './trading.ts';

const OFFERS_PER_PLAYER = 4; // ROT-7.3

export const offerTrade = commandRule({
  type: 'offer-trade',
  payload: z.strictObject({
    to: z.union([z.literal('*'), z.int().min(0)]),
    give: namedTally,
    want: namedTally,
  }),
  answers: ['trading'],

  /** ROT-7.11: a finite but large set, listed lazily: those with the fewest cards first. */
  *legal(reading, seat, wish) {
    const { addressees, lots, held, wanted, most } = marketFor(reading, seat, wish);
    const give = sizesOf(lots, held);
    const want = sizesOf(wanted, most);
    const gives = talliesBySize(lots);
    const wants = talliesBySize(wanted);
    for (let cards = give.least + want.least; cards <= give.most + want.most; cards++) {
      const last = Math.min(give.most, cards - want.least);
      for (let size = Math.max(give.least, cards - want.most); size <= last; size++) {
        const given = gives(size);
        const asked = wants(cards - size);
        for (const { to, most } of addressees) {
          if (cards - size > most) continue;
          for (const give of given) for (const want of asked) yield { type: 'offer-trade', to, give, want };
        }
      }
    }
  },

  choices: {
    to: (reading, seat, wish) => marketFor(reading, seat, wish).addressees.map(({ to }) => to),
    give(reading, seat, wish) {
      const { lots, held } = marketFor(reading, seat, wish);
      return talliesUpTo(lots, held);
    },
    want(reading, seat, wish) {
      const { wanted, most } = marketFor(reading, seat, wish);
      return talliesUpTo(wanted, most);
    },
  },

  entries: {
    give(reading, seat, wish) {
      const { lots, held } = marketFor(reading, seat, wish);
      return openLot(lots, held);
    },
    want(reading, seat, wish) {
      const { wanted, most } = marketFor(reading, seat, wish);
      return openLot(wanted, most);
    },
  },

  refuse({ components, state }, seat, { to, give, want }) {
    if (to !== '*' && to >= state.shown.players.length) return reject('unknown-seat', 'ROT-7.3');
    if (to === seat) return reject('self-trade', 'ROT-7.4');
    const partners = othersTrading(state, seat);
    const reachable = to === '*' ? partners.length > 0 : partners.includes(to);
    if (!reachable) return reject('partner-done', 'ROT-7.8');
    if (!areKnown(components, give) || !areKnown(components, want))
      return reject('unknown-product', 'ROT-7.3');
    if (offersOf(state, seat) >= OFFERS_PER_PLAYER) return reject('too-many-offers', 'ROT-7.3');
    if (!covers(productsOf(state, seat), give)) return reject('card-not-in-hand', 'ROT-7.3');
    if (totalOf(want) > mostWanted(state, seat, to)) return reject('too-many-wanted', 'ROT-7.11');
    return undefined;
  },

  carryOut(play, from, { to, ...named }) {
    const { components, draft } = play;
    const id = draft.shown.nextOffer++;
    const head = { from, to, giveCount: totalOf(named.give), wantCount: totalOf(named.want) };
    const deal = {
      give: inEditionOrder(components, named.give),
      want: inEditionOrder(components, named.want),
    };
    const all = { type: 'trade-offered', offer: id, ...head } as const;
    const told = { ...all, ...copyDeal(deal) };
    if (to === '*') {
      draft.shown.offers.push({ id, ...head, ...deal });
      tell(play, told);
    } else {
      draft.shown.offers.push({ id, ...head });
      draft.hidden.deals[id] = conceal(deal);
      tellApart(play, all, [from, to], told); // ROT-7.6
    }
    continueTrading(play, from);
  },
});

export const withdrawOffer = commandRule({
  type: 'withdraw-offer',
  payload: z.strictObject({ offer: namedOffer }),
  answers: ['trading'],

  *legal({ state }, seat) {
    for (const { id, from } of state.shown.offers)
      if (from === seat) yield { type: 'withdraw-offer', offer: id };
  },

  refuse({ state }, seat, { offer: id }) {
    const offer = findOffer(state, id);
    if (offer === undefined) return reject('unknown-offer', 'ROT-7.4');
    if (offer.from !== seat) return reject('not-your-offer', 'ROT-7.12');
    return undefined;
  },

  carryOut(play, seat, { offer }) {
    closeOffers(play, 'withdrawn', ({ id }) => id === offer);
    continueTrading(play, seat);
  },
});

export const acceptOffer = commandRule({
  type: 'accept-offer',
  payload: z.strictObject({ offer: namedOffer }),
  answers: ['trading'],

  *legal({ state }, seat) {
    const products = productsOf(state, seat);
    for (const offer of state.shown.offers) {
      if (offer.from === seat || (offer.to !== '*' && offer.to !== seat)) continue;
      if (covers(products, dealOf(state, offer).want)) yield { type: 'accept-offer', offer: offer.id };
    }
  },

  refuse({ state }, seat, { offer: id }) {
    const offer = findOffer(state, id);
    if (offer === undefined) return reject('unknown-offer', 'ROT-7.4');
    if (offer.from === seat) return reject('self-trade', 'ROT-7.4');
    if (offer.to !== '*' && offer.to !== seat) return reject('not-addressee', 'ROT-7.4');
    // ROT-12.2: revealed to the accepting player only.
    if (!covers(productsOf(state, seat), dealOf(state, offer).want))
      return reject('card-not-in-hand', 'ROT-7.4');
    return undefined;
  },

  /** Both hands change in one step. */
  carryOut(play, seat, { offer: id }) {
    const { draft, state } = play;
    const offer = findOffer(state, id);
    if (offer === undefined) throw new Error(`no offer ${id}`);
    const { from, to, giveCount, wantCount } = offer;
    const deal = copyDeal(dealOf(state, offer));
    swapProducts(play, from, deal.give, deal.want);
    swapProducts(play, seat, deal.want, deal.give);
    removeOffers(draft, [id]);
    const all = { type: 'trade-completed', offer: id, from, to: seat, giveCount, wantCount } as const;
    const told = { ...all, ...deal };
    if (to === '*') tell(play, told);
    else tellApart(play, all, [from, seat], told);
    // ROT-7.5: whatever they contain: closing an offer does not reveal what was exchanged.
    closeOffers(play, 'stale', (other) => other.from === from || other.from === seat);
    for (const trader of [from, seat]) playerAt(draft, trader).revealed = {}; // ROT-7.7
    continueTrading(play, seat);
  },
});

export const declineOffer = commandRule({
  type: 'decline-offer',
  payload: z.strictObject({ offer: namedOffer }),
  answers: ['trading'],

  *legal({ state }, seat) {
    for (const { id, to } of state.shown.offers) if (to === seat) yield { type: 'decline-offer', offer: id };
  },

  refuse({ state }, seat, { offer: id }) {
    const offer = findOffer(state, id);
    if (offer === undefined) return reject('unknown-offer', 'ROT-7.4');
    if (offer.to !== seat) return reject('not-addressee', 'ROT-7.4');
    return undefined;
  },

  carryOut(play, seat, { offer }) {
    closeOffers(play, 'declined', ({ id }) => id === offer);
    continueTrading(play, seat);
  },
});

function findOffer({ shown }: State, id: number): Frozen<Offer> | undefined {
  return shown.offers.find((offer) => offer.id === id);
}

function offersOf({ shown }: State, seat: Seat): number {
  return shown.offers.filter(({ from }) => from === seat).length;
}

function othersTrading({ shown }: State, seat: Seat): Seat[] {
  return shown.players.flatMap((other) => (other.seat === seat || other.tradingDone ? [] : [other.seat]));
}

interface Market {
  /** To whom an offer may be made, and how many cards it may ask for. */
  readonly addressees: readonly { readonly to: Seat | '*'; readonly most: number }[];
  /** What may be given, and how many cards at most. */
  readonly lots: readonly Lot[];
  readonly held: number;
  /** What may be asked for, and how many cards at most. */
  readonly wanted: readonly Lot[];
  readonly most: number;
}

/** Of all offers, those that agree with a wish. */
function marketFor({ components, state }: ReadingOf<Types>, seat: Seat, wish: Given = {}): Market {
  const hand = productsOf(state, seat);
  const lots = narrowed(lotsOf(components, hand), wish['give']);
  const isOpen = offersOf(state, seat) < OFFERS_PER_PLAYER && isPossible(lots, hand.length);
  const wantedOf = (most: number) =>
    narrowed(
      components.products.map(({ id }) => ({ product: id, most })),
      wish['want'],
    );
  // With no player left to trade with, there is no card to want: not from all either.
  const addressees = (isOpen ? [...othersTrading(state, seat), '*' as const] : [])
    .filter((to) => wish['to'] === undefined || wish['to'] === to)
    .map((to) => ({ to, most: mostWanted(state, seat, to) }))
    .filter(({ most }) => isPossible(wantedOf(most), most));
  const most = Math.max(0, ...addressees.map((one) => one.most));
  const isEmpty = addressees.length === 0;
  return { addressees, lots: isEmpty ? [] : lots, held: hand.length, wanted: wantedOf(most), most };
}

/** Whether there is a tally of at most so many cards. */
function isPossible(lots: readonly Lot[], most: number): boolean {
  const sizes = sizesOf(lots, most);
  return sizes.least <= sizes.most;
}

/** ROT-7.11: the maximum number of cards that may be asked for, from public numbers. */
function mostWanted(state: State, seat: Seat, to: Seat | '*'): number {
  const partners = to === '*' ? othersTrading(state, seat) : [to];
  return Math.max(0, ...partners.map((partner) => productsOf(state, partner).length));
}

function swapProducts({ components, draft }: PlayOf<Types>, seat: Seat, out: Tally, into: Tally): void {
  // Neither player turns the rest of the hand.
  draft.hidden.products[seat] = alter(at(draft.hidden.products, seat), (cards) => {
    const after: string[] = [];
    for (const { id } of components.products) {
      const held = cards.filter((product) => product === id).length;
      const number = held - (out[id] ?? 0) + (into[id] ?? 0);
      for (let i = 0; i < number; i++) after.push(id);
    }
    return after;
  });
}
