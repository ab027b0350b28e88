// How the bot trades: it takes what helps it more than the other, says no to the rest, and offers what may help both.
import { pieceOf } from '../../../kernel/pieces.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Command } from '../commands.ts';
import type { SeatView, Tally } from '../state.ts';
import { imaginedHands } from './imagined.ts';
import { changed, countProducts, handWorth, type Mind } from './mind.ts';

const WORTH_TAKING = 0.05;
const WORTH_ASKING = 0.1;
/** More open offers than this would only reveal what is missing. */
const OFFERS = 3;
/** The offers that would help most are compared with what others may hold. */
const COMPARED = 10;
/** Imagined worlds for that. */
const WORLDS = 4;
/** How much more a trade must gain for each point by which the other player leads. */
const ENVY = 0.15;
/** A player this close to the end of the game gets nothing. */
const NEARLY_THERE = 3;

interface Deal {
  readonly give: Readonly<Tally>;
  readonly want: Readonly<Tally>;
}

export function trade(mind: Mind): Command {
  return bestAcceptance(mind) ?? politeRefusal(mind) ?? bestOffer(mind) ?? { type: 'stop-trading' };
}

/** A bot that is done returns for an offer to all that it would take. */
export function returnToTrading(mind: Mind): Command | undefined {
  const { all, seat } = mind;
  const isDone = all.players[seat]?.tradingDone === true;
  return isDone && bestAcceptance(mind) !== undefined ? { type: 'resume-trading' } : undefined;
}

/** What this seat would gain from a deal. */
function gains({ components, own }: Mind): (deal: Deal) => number {
  const before = handWorth(components, own.missions, own.products);
  return ({ give, want }) => handWorth(components, own.missions, changed(own.products, give, want)) - before;
}

/** The points that all can see. */
function pointsOf({ components, all }: Mind, seat: Seat): number {
  const player = all.players[seat];
  if (player === undefined) return 0;
  return player.laid.reduce(
    (sum, card) => sum + pieceOf(components.cardOf, card).points,
    player.missionPoints,
  );
}

/** What a trade with this player must gain at least: more with a leader, and nothing is enough just before the end. */
function leastGain(mind: Mind, partner: Seat): number {
  const { all, seat } = mind;
  const lead = pointsOf(mind, partner) - pointsOf(mind, seat);
  const missing = all.options.targetMissionPoints - (all.players[partner]?.missionPoints ?? 0);
  if (lead > 0 && missing <= NEARLY_THERE) return Number.POSITIVE_INFINITY;
  return WORTH_TAKING + ENVY * Math.max(0, lead);
}

function bestAcceptance(mind: Mind): Command | undefined {
  const { all, own, seat } = mind;
  const gain = gains(mind);
  let best: Command | undefined;
  let most = 0;
  for (const { id, from, to, give, want } of [...own.offers, ...all.offers]) {
    if (from === seat || (to !== seat && to !== '*') || give === undefined || want === undefined) continue;
    if (!holds(own.products, want)) continue;
    const worth = gain({ give: want, want: give }) - leastGain(mind, from);
    if (worth > most) {
      best = { type: 'accept-offer', offer: id };
      most = worth;
    }
  }
  return best;
}

/** Every offer to this seat is answered: nobody is left waiting. */
function politeRefusal({ own, seat }: Mind): Command | undefined {
  const offer = own.offers.find(({ to }) => to === seat);
  return offer === undefined ? undefined : { type: 'decline-offer', offer: offer.id };
}

function holds(products: Readonly<Tally>, wanted: Readonly<Tally>): boolean {
  for (const product in wanted) if ((products[product] ?? 0) < (wanted[product] ?? 0)) return false;
  return true;
}

/** To all players: the gain of this seat, times the chance that a player accepts. */
function bestOffer(mind: Mind): Command | undefined {
  const { all, seat } = mind;
  const mine = all.offers.filter(({ from }) => from === seat);
  const partners = all.players.flatMap((other) =>
    other.seat !== seat && !other.tradingDone && other.productCount > 0 ? [other.seat] : [],
  );
  if (mine.length >= OFFERS || partners.length === 0) return undefined;
  const asked = new Set(mine.flatMap(({ want }) => Object.keys(want ?? {})));
  const gain = gains(mind);
  const promising = deals(mind)
    .filter(({ want }) => !Object.keys(want).some((product) => asked.has(product)))
    .map((deal) => ({ deal, gain: gain(deal) }))
    .filter((one) => one.gain > WORTH_ASKING)
    .sort((a, b) => b.gain - a.gain)
    .slice(0, COMPARED);
  if (promising.length === 0) return undefined;
  const worlds = Array.from({ length: WORLDS }, () =>
    imaginedHands(mind, partners).map((hand, index) => takerOf(mind, hand, partners[index] ?? seat)),
  );
  let best: Deal | undefined;
  let most = 0;
  for (const { deal, gain } of promising) {
    const taken = worlds.filter((takers) => takers.some((takes) => takes(deal))).length;
    const worth = (gain * taken) / WORLDS;
    if (worth > most) {
      best = deal;
      most = worth;
    }
  }
  return best === undefined ? undefined : { type: 'offer-trade', to: '*', ...best };
}

/** One card for another, or two for one. */
function deals({ components, own }: Mind): Deal[] {
  const spares = countProducts(own.products);
  const gives: Tally[] = spares.map((product) => ({ [product]: 1 }));
  for (const [index, one] of spares.entries()) {
    if ((own.products[one] ?? 0) > 1) gives.push({ [one]: 2 });
    for (const other of spares.slice(index + 1)) gives.push({ [one]: 1, [other]: 1 });
  }
  return gives.flatMap((give) =>
    components.products.flatMap(({ id }) => (id in give ? [] : [{ give, want: { [id]: 1 } }])),
  );
}

/** Whether a player with this hand would gain from a deal, by the measure of this bot, or has asked for such a card. */
function takerOf(
  { components, all }: Mind,
  { missions, products }: SeatView,
  seat: Seat,
): (deal: Deal) => boolean {
  const before = handWorth(components, missions, products);
  const offers = all.offers.filter(({ from }) => from === seat);
  const asked = new Set(offers.flatMap(({ want }) => Object.keys(want ?? {})));
  return ({ give, want }) => {
    if (!holds(products, want)) return false;
    if (Object.keys(give).some((product) => asked.has(product))) return true;
    return handWorth(components, missions, changed(products, want, give)) - before > WORTH_TAKING;
  };
}
