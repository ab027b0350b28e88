// Phase 5: everybody at once. Offers, exchanges, cards shown.
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal, type Frozen } from '../../../kernel/secrecy.ts';
import { refuse, type Verdict } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import type { Components } from '../components.ts';
import { covers, sizeOf, totalOf } from '../hands.ts';
import { draftPlayer, type Play, tell, tellMore } from '../play.ts';
import type { Deal, Offer, Position, Tally } from '../state.ts';
import { navigationCount, playerAt, productCount } from '../table.ts';

export const OFFERS_PER_PLAYER = 4; // ROT-7.3

export function dealOf(offer: Frozen<Offer>): Frozen<Deal> {
  return offer.to === '*' ? offer.deal : reveal(offer.deal);
}

/** Whether somebody could still have anything to do in this phase. ROT-7.8 */
export function hasBusiness(state: Position, seat: Seat): boolean {
  return productCount(state, seat) > 0 || navigationCount(state, seat) > 0;
}

export function othersTrading(state: Position, seat: Seat): Seat[] {
  const others: Seat[] = [];
  for (const [other, { tradingDone }] of state.players.entries()) {
    if (other !== seat && !tradingDone) others.push(other);
  }
  return others;
}

/** The most cards that may be wanted: public numbers. ROT-7.11 */
export function mostWanted(state: Position, seat: Seat, to: Seat | '*'): number {
  const partners = to === '*' ? othersTrading(state, seat) : [to];
  return Math.max(0, ...partners.map((partner) => productCount(state, partner)));
}

export function judgeOffer(
  c: Components,
  state: Position,
  seat: Seat,
  { to, give, want }: CommandOf<'offer-trade'>,
): Verdict {
  if (to !== '*' && to >= state.players.length) return refuse('unknown-seat', 'ROT-7.3');
  if (to === seat) return refuse('self-trade', 'ROT-7.4');
  const partners = othersTrading(state, seat);
  const reachable = to === '*' ? partners.length > 0 : partners.includes(to);
  if (!reachable) return refuse('partner-done', 'ROT-7.8');
  if (!allKnown(c, give) || !allKnown(c, want)) return refuse('unknown-product', 'ROT-7.3');
  const open = state.offers.filter(({ from }) => from === seat).length;
  if (open >= OFFERS_PER_PLAYER) return refuse('too-many-offers', 'ROT-7.3');
  if (!covers(playerAt(state, seat).products, give)) return refuse('card-not-in-hand', 'ROT-7.3');
  if (totalOf(want) > mostWanted(state, seat, to)) return refuse('too-many-wanted', 'ROT-7.11');
  return undefined;
}

function allKnown(c: Components, tally: Tally): boolean {
  return Object.keys(tally).every((product) => c.product.has(product));
}

function offerNamed(state: Position, id: number): Frozen<Offer> | undefined {
  return state.offers.find((offer) => offer.id === id);
}

export function judgeWithdrawal(
  state: Position,
  seat: Seat,
  { offer: id }: CommandOf<'withdraw-offer'>,
): Verdict {
  const offer = offerNamed(state, id);
  if (offer === undefined) return refuse('unknown-offer', 'ROT-7.4');
  if (offer.from !== seat) return refuse('not-your-offer', 'ROT-7.12');
  return undefined;
}

export function judgeAcceptance(
  state: Position,
  seat: Seat,
  { offer: id }: CommandOf<'accept-offer'>,
): Verdict {
  const offer = offerNamed(state, id);
  if (offer === undefined) return refuse('unknown-offer', 'ROT-7.4');
  if (offer.from === seat) return refuse('self-trade', 'ROT-7.4');
  if (offer.to !== '*' && offer.to !== seat) return refuse('not-addressee', 'ROT-7.4');
  // Only the accepting player learns of it. ROT-12.2
  if (!covers(playerAt(state, seat).products, dealOf(offer).want))
    return refuse('card-not-in-hand', 'ROT-7.4');
  return undefined;
}

export function judgeDecline(
  state: Position,
  seat: Seat,
  { offer: id }: CommandOf<'decline-offer'>,
): Verdict {
  const offer = offerNamed(state, id);
  if (offer === undefined) return refuse('unknown-offer', 'ROT-7.4');
  if (offer.to !== seat) return refuse('not-addressee', 'ROT-7.4');
  return undefined;
}

export function judgeReveal(
  c: Components,
  state: Position,
  seat: Seat,
  { products }: CommandOf<'reveal-products'>,
): Verdict {
  if (!allKnown(c, products)) return refuse('unknown-product', 'ROT-7.3');
  if (!covers(playerAt(state, seat).products, products)) return refuse('card-not-in-hand', 'ROT-7.7');
  return undefined;
}

export function judgeResume(state: Position, seat: Seat): Verdict {
  if (!playerAt(state, seat).tradingDone) return refuse('not-done', 'ROT-7.8');
  if (!hasBusiness(state, seat)) return refuse('card-not-in-hand', 'ROT-7.8');
  return undefined;
}

export function openOffer(play: Play, from: Seat, { to, give, want }: CommandOf<'offer-trade'>): void {
  const { draft } = play;
  const id = draft.nextOffer++;
  const counts = { giveCount: totalOf(give), wantCount: totalOf(want) };
  const deal = { give: inEditionOrder(play.c, give), want: inEditionOrder(play.c, want) };
  const all = { type: 'trade-offered', offer: id, from, to, ...counts } as const;
  if (to === '*') {
    draft.offers.push({ id, from, to, ...counts, deal });
    tell(play, { ...all, ...copyOf(deal) });
    return;
  }
  draft.offers.push({ id, from, to, ...counts, deal: conceal(deal) });
  const event = { ...all, ...copyOf(deal) };
  tellMore(play, all, [
    { seat: from, event },
    { seat: to, event },
  ]); // ROT-7.6
}

function inEditionOrder(c: Components, tally: Tally): Tally {
  const sorted: Tally = {};
  for (const { id } of c.products) {
    const number = tally[id];
    if (number !== undefined) sorted[id] = number;
  }
  return sorted;
}

function copyOf(deal: Frozen<Deal>): Deal {
  return { give: { ...deal.give }, want: { ...deal.want } };
}

export function closeOffer(play: Play, id: number, reason: 'withdrawn' | 'declined'): void {
  closeOffers(play, reason, (offer) => offer.id === id);
}

function closeOffers(
  play: Play,
  reason: 'withdrawn' | 'declined' | 'stale' | 'player-done',
  isClosed: (offer: Offer) => boolean,
): void {
  const { draft } = play;
  const closed = draft.offers.filter(isClosed);
  draft.offers = draft.offers.filter((offer) => !closed.includes(offer));
  for (const { id } of closed) tell(play, { type: 'trade-closed', offer: id, reason });
}

/** Both hands change in one step. ROT-7.4 */
export function exchange(play: Play, seat: Seat, id: number): void {
  const { draft } = play;
  const offer = draft.offers.find((candidate) => candidate.id === id);
  if (offer === undefined) throw new Error(`no offer ${id}`);
  const { from, giveCount, wantCount } = offer;
  const deal = dealOf(offer as Frozen<Offer>);
  swapProducts(play, from, deal.give, deal.want);
  swapProducts(play, seat, deal.want, deal.give);
  draft.offers = draft.offers.filter((other) => other !== offer);
  const all = { type: 'trade-completed', offer: id, from, to: seat, giveCount, wantCount } as const;
  const event = { ...all, ...copyOf(deal) };
  if (offer.to === '*') tell(play, event);
  else
    tellMore(
      play,
      all,
      [from, seat].map((trader) => ({ seat: trader, event })),
    );
  // Whatever they contain: the closing tells nobody what was exchanged. ROT-7.5
  closeOffers(play, 'stale', (other) => other.from === from || other.from === seat);
  for (const trader of [from, seat]) draftPlayer(play, trader).revealed = {}; // ROT-7.7
}

function swapProducts(play: Play, seat: Seat, out: Tally, into: Tally): void {
  const player = draftPlayer(play, seat);
  const before = reveal(player.products);
  const after: string[] = [];
  for (const { id } of play.c.products) {
    const held = before.filter((product) => product === id).length;
    const number = held - (out[id] ?? 0) + (into[id] ?? 0);
    for (let i = 0; i < number; i++) after.push(id);
  }
  player.products = conceal(after);
}

/** Replaces what was shown before. ROT-7.7 */
export function showProducts(play: Play, seat: Seat, { products }: CommandOf<'reveal-products'>): void {
  const shown = inEditionOrder(play.c, products);
  draftPlayer(play, seat).revealed = shown;
  tell(play, { type: 'products-revealed', seat, products: { ...shown } });
}

/** The player is done; so are the offers that need this player. ROT-7.8 */
export function stopTrading(play: Play, seat: Seat): void {
  draftPlayer(play, seat).tradingDone = true;
  tell(play, { type: 'trading-stopped', seat });
  closeOffers(play, 'player-done', ({ from, to }) => from === seat || to === seat);
}

export function resumeTrading(play: Play, seat: Seat): void {
  draftPlayer(play, seat).tradingDone = false;
  tell(play, { type: 'trading-resumed', seat });
}

/** What was shown goes back into the hands. */
export function clearTrading({ draft }: Play): void {
  for (const player of draft.players) {
    player.tradingDone = false;
    player.revealed = {};
  }
}

/** ROT-7.2 */
export function canTrade(state: Position): boolean {
  return state.players.filter(({ products }) => sizeOf(products) > 0).length >= 2;
}
