// How the bot trades: it accepts what brings a mission closer, and asks for the card it needs most.
import type { Command } from '../commands.ts';
import type { Tally } from '../state.ts';
import { changed, countProducts, handWorth, type Mind } from './mind.ts';

const WORTH_TAKING = 0.3;
const WORTH_ASKING = 0.6;
/** More open offers than this would only reveal what is missing. */
const OFFERS = 3;

export function trade(mind: Mind): Command {
  return bestAcceptance(mind) ?? bestOffer(mind) ?? { type: 'stop-trading' };
}

function gainOf({ components, own }: Mind, out: Readonly<Tally>, into: Readonly<Tally>): number {
  return (
    handWorth(components, own.missions, changed(own.products, out, into)) -
    handWorth(components, own.missions, own.products)
  );
}

function bestAcceptance(mind: Mind): Command | undefined {
  const { all, own, seat } = mind;
  let best: Command | undefined;
  let most = WORTH_TAKING;
  for (const { id, from, to, give, want } of [...own.offers, ...all.offers]) {
    if (from === seat || (to !== seat && to !== '*') || give === undefined || want === undefined) continue;
    if (Object.keys(want).some((product) => (own.products[product] ?? 0) < (want[product] ?? 0))) continue;
    const gain = gainOf(mind, want, give);
    if (gain > most) {
      best = { type: 'accept-offer', offer: id };
      most = gain;
    }
  }
  return best;
}

/** One card for another, offered to all players. */
function bestOffer(mind: Mind): Command | undefined {
  const { components, all, own, seat } = mind;
  const mine = all.offers.filter(({ from }) => from === seat);
  const partners = all.players.filter(
    (other) => other.seat !== seat && !other.tradingDone && other.productCount > 0,
  );
  if (mine.length >= OFFERS || partners.length === 0) return undefined;
  const asked = new Set(mine.flatMap(({ want }) => Object.keys(want ?? {})));
  let best: Command | undefined;
  let most = WORTH_ASKING;
  for (const spare of countProducts(own.products)) {
    for (const { id: wanted } of components.products) {
      if (wanted === spare || asked.has(wanted)) continue;
      const give = { [spare]: 1 };
      const want = { [wanted]: 1 };
      const gain = gainOf(mind, give, want);
      if (gain > most) {
        best = { type: 'offer-trade', to: '*', give, want };
        most = gain;
      }
    }
  }
  return best;
}
