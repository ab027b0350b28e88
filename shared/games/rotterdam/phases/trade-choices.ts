// Phase 5: everything a trader may do now, the many offers last and the small ones first.
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Command } from '../commands.ts';
import type { Components, ProductId } from '../components.ts';
import { covers } from '../hands.ts';
import type { Position, Tally } from '../state.ts';
import { playerAt, productCount } from '../table.ts';
import { legalCards } from './card-choices.ts';
import { dealOf, hasBusiness, mostWanted, OFFERS_PER_PLAYER, othersTrading } from './trading.ts';

export function* legalTrading(c: Components, state: Position, seat: Seat): Generator<Command> {
  if (playerAt(state, seat).tradingDone) {
    if (hasBusiness(state, seat)) yield { type: 'resume-trading' };
    return;
  }
  yield { type: 'stop-trading' };
  yield* answersToOffers(state, seat);
  yield* legalCards(c, state, seat);
  const supply = supplyOf(c, reveal(playerAt(state, seat).products));
  for (let size = 1; size <= productCount(state, seat); size++) {
    for (const products of tallies(supply, size)) yield { type: 'reveal-products', products };
  }
  yield* legalOffers(c, state, seat, supply);
}

function* answersToOffers(state: Position, seat: Seat): Generator<Command> {
  const { products } = playerAt(state, seat);
  for (const offer of state.offers) {
    if (offer.from === seat) {
      yield { type: 'withdraw-offer', offer: offer.id };
      continue;
    }
    if (offer.to !== '*' && offer.to !== seat) continue;
    if (covers(products, dealOf(offer).want)) yield { type: 'accept-offer', offer: offer.id };
    if (offer.to === seat) yield { type: 'decline-offer', offer: offer.id };
  }
}

/** Finitely many, but lazily: those with the fewest cards first. ROT-7.11 */
function* legalOffers(
  c: Components,
  state: Position,
  seat: Seat,
  supply: readonly Lot[],
): Generator<Command> {
  const own = state.offers.filter(({ from }) => from === seat).length;
  if (own >= OFFERS_PER_PLAYER) return;
  const held = productCount(state, seat);
  const others = othersTrading(state, seat);
  const addressees = others.length === 0 ? [] : [...others, '*' as const];
  const limits = addressees.map((to) => ({ to, most: mostWanted(state, seat, to) }));
  const most = Math.max(0, ...limits.map((limit) => limit.most));
  const anything = c.products.map(({ id }) => ({ product: id, most }));
  for (let cards = 2; cards <= held + most; cards++) {
    for (let size = Math.max(1, cards - most); size <= Math.min(held, cards - 1); size++) {
      for (const { to, most: wanted } of limits) {
        if (cards - size > wanted) continue;
        for (const give of tallies(supply, size)) {
          for (const want of tallies(anything, cards - size)) {
            yield { type: 'offer-trade', to, give: { ...give }, want };
          }
        }
      }
    }
  }
}

/** Up to so many cards of one product. */
interface Lot {
  readonly product: ProductId;
  readonly most: number;
}

function supplyOf(c: Components, cards: readonly ProductId[]): Lot[] {
  const lots: Lot[] = [];
  for (const { id } of c.products) {
    const most = cards.filter((card) => card === id).length;
    if (most > 0) lots.push({ product: id, most });
  }
  return lots;
}

/** Every choice of so many cards from these lots. */
function* tallies(lots: readonly Lot[], size: number, first = 0): Generator<Tally> {
  const lot = lots[first];
  if (lot === undefined) {
    if (size === 0) yield {};
    return;
  }
  if (size === 0) {
    yield {};
    return;
  }
  for (let number = Math.min(size, lot.most); number >= 0; number--) {
    for (const rest of tallies(lots, size - number, first + 1)) {
      yield number === 0 ? rest : { [lot.product]: number, ...rest };
    }
  }
}
