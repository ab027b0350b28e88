// ROT-7: phase 5, all players at once. Who is trading, and which cards are shown; the offers are in `offers.ts`.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import { type Seat, seatsFrom } from '../../../kernel/seat.ts';
import type { Given } from '../../../kernel/wish.ts';
import { covers } from '../hands.ts';
import {
  commandRule,
  type Draft,
  navigationOf,
  type Offer,
  playerAt,
  productsOf,
  question,
  type State,
  type Tally,
  type Types,
} from '../state.ts';
import { areKnown, inEditionOrder, lotsOf, narrowed, openLot, talliesUpTo } from '../tallies.ts';
import { namedTally } from '../wire.ts';

export const trading = question({
  weight: 'main',
  allotted: true,
  shared: true,
  fallback: () => ({ type: 'stop-trading' }),
});

export const stopTrading = commandRule({
  type: 'stop-trading',
  payload: z.strictObject({}),
  answers: ['trading'],
  parting: true,

  *legal() {
    yield { type: 'stop-trading' };
  },

  carryOut(play, seat) {
    leaveTrading(play, seat);
    continueTrading(play, seat);
  },
});

/** ROT-7.8: sent by a player who is done and therefore has no open decision. */
export const resumeTrading = commandRule({
  type: 'resume-trading',
  payload: z.strictObject({}),
  answers: [],

  *legal({ state }, seat) {
    const { phase, players } = state.shown;
    if (phase === 'trading' && players[seat]?.tradingDone === true && hasBusiness(state, seat))
      yield { type: 'resume-trading' };
  },

  refuse({ state }, seat) {
    const { phase, players } = state.shown;
    if (players[seat] === undefined) return reject('not-your-turn', 'ROT-2.1');
    if (phase !== 'trading') return reject('wrong-phase', 'ROT-2.1');
    if (!players[seat].tradingDone) return reject('not-done', 'ROT-7.8');
    if (!hasBusiness(state, seat)) return reject('card-not-in-hand', 'ROT-7.8');
    return undefined;
  },

  carryOut(play, seat) {
    playerAt(play.draft, seat).tradingDone = false;
    tell(play, { type: 'trading-resumed', seat });
    askTrader(play, seat);
  },
});

export const revealProducts = commandRule({
  type: 'reveal-products',
  payload: z.strictObject({ products: namedTally }),
  answers: ['trading'],

  *legal(reading, seat, wish) {
    for (const products of revealable(reading, seat, wish)) yield { type: 'reveal-products', products };
  },

  choices: { products: revealable },
  entries: {
    products({ components, state }, seat, wish) {
      const hand = productsOf(state, seat);
      return openLot(narrowed(lotsOf(components, hand), wish['products']), hand.length);
    },
  },

  refuse({ components, state }, seat, { products }) {
    if (!areKnown(components, products)) return reject('unknown-product', 'ROT-7.3');
    if (!covers(productsOf(state, seat), products)) return reject('card-not-in-hand', 'ROT-7.7');
    return undefined;
  },

  /** ROT-7.7: replaces what was shown before. */
  carryOut(play, seat, { products }) {
    const revealed = inEditionOrder(play.components, products);
    playerAt(play.draft, seat).revealed = revealed;
    tell(play, { type: 'products-revealed', seat, products: { ...revealed } });
    continueTrading(play, seat);
  },
});

function revealable({ components, state }: ReadingOf<Types>, seat: Seat, wish: Given = {}): Iterable<Tally> {
  const hand = productsOf(state, seat);
  return talliesUpTo(narrowed(lotsOf(components, hand), wish['products']), hand.length);
}

/** ROT-7.2 */
export function canTrade(state: State): boolean {
  return state.shown.players.filter(({ seat }) => productsOf(state, seat).length > 0).length >= 2;
}

/** ROT-7.8: whether a player could still have anything to do in this phase. */
function hasBusiness(state: State, seat: Seat): boolean {
  return productsOf(state, seat).length > 0 || navigationOf(state, seat).length > 0;
}

export function startTrading(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  tell(play, { type: 'phase-started', phase: 'trading' });
  shown.step = 'open';
  for (const seat of seatsFrom(shown.captain, shown.players.length)) {
    if (hasBusiness(play.state, seat)) askTrader(play, seat);
    else playerAt(play.draft, seat).tradingDone = true; // ROT-7.8
  }
}

/** The whole phase shares one allotment, which no command extends. */
function askTrader({ draft }: PlayOf<Types>, seat: Seat): void {
  ask(draft, seat, 'trading', `round-${draft.shown.round}-trading`);
}

/** ROT-7.8: the player is done; so are the offers that need this player. */
function leaveTrading(play: PlayOf<Types>, seat: Seat): void {
  playerAt(play.draft, seat).tradingDone = true;
  tell(play, { type: 'trading-stopped', seat });
  closeOffers(play, 'player-done', ({ from, to }) => from === seat || to === seat);
}

/** ROT-7.8: after a command of this trader: asked again, or done. */
export function continueTrading(play: PlayOf<Types>, seat: Seat): void {
  const player = playerAt(play.draft, seat);
  if (!player.tradingDone && !hasBusiness(play.state, seat)) leaveTrading(play, seat);
  if (!player.tradingDone) askTrader(play, seat);
}

export function closeOffers(
  play: PlayOf<Types>,
  reason: 'withdrawn' | 'declined' | 'stale' | 'player-done',
  isClosed: (offer: Offer) => boolean,
): void {
  const closed = play.draft.shown.offers.filter(isClosed).map(({ id }) => id);
  removeOffers(play.draft, closed);
  for (const offer of closed) tell(play, { type: 'trade-closed', offer, reason });
}

export function removeOffers({ shown, hidden }: Draft, closed: readonly number[]): void {
  shown.offers = shown.offers.filter(({ id }) => !closed.includes(id));
  for (const id of closed) delete hidden.deals[id];
}
