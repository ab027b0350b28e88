// Offers: the one being composed, and the state of the others. Pure functions.
import type { Picks } from '../parts/picking.ts';
import type { Event, Own, Tally, View } from './atlas.ts';

export type Side = 'give' | 'want' | 'products';
export type Addressee = number | '*';

/** How many of each product are picked for one side of an offer, or to be shown. */
export function tallyIn({ values }: Picks, side: Side): Tally {
  const tally: Record<string, number> = {};
  for (const [path, count] of values)
    if (path.startsWith(`${side}.`) && typeof count === 'number') tally[path.slice(side.length + 1)] = count;
  return tally;
}

export function addresseeIn({ values }: Picks): Addressee | undefined {
  const to = values.get('to');
  return to === '*' || typeof to === 'number' ? to : undefined;
}

/** ROT-7.11: at most what the addressee has; for an offer to all, the player who has most. */
export function mostWanted({ players }: View, seat: number, to: Addressee | undefined): number {
  const counts = players
    .filter(
      (player) =>
        player.seat !== seat && !player.tradingDone && (typeof to !== 'number' || player.seat === to),
    )
    .map(({ productCount }) => productCount);
  return Math.max(0, ...counts);
}

type SlipState = 'open' | 'accepted' | 'withdrawn' | 'declined' | 'stale' | 'player-done';

export interface Slip {
  readonly id: number;
  readonly from: number;
  readonly to: Addressee;
  readonly giveCount: number;
  readonly wantCount: number;
  /** Known to its two players, or to all. ROT-7.6 */
  readonly give: Tally | undefined;
  readonly want: Tally | undefined;
  readonly state: SlipState;
}

/** From so many closed offers on, a new one takes the place of the oldest. */
const OVER = 4;

/** The slips on the table after a move, open and closed: each stays in its place. */
export function slipsAfter(
  before: readonly Slip[],
  view: Pick<View, 'offers' | 'phase'>,
  own: Pick<Own, 'offers'> | null,
  events: readonly Event[],
): readonly Slip[] {
  if (view.phase !== 'trading') return [];
  const open = view.offers.map((offer): Slip => {
    const seen = own?.offers.find(({ id }) => id === offer.id);
    const { id, from, to, giveCount, wantCount } = offer;
    const { give = offer.give, want = offer.want } = seen ?? {};
    return { id, from, to, giveCount, wantCount, give, want, state: 'open' };
  });
  const stillOpen = ({ id }: Slip) => open.find((slip) => slip.id === id);
  const slips = before
    .map((slip) => stillOpen(slip) ?? { ...slip, state: fateOf(slip, events) })
    .filter((slip) => slip.state !== 'open' || stillOpen(slip) !== undefined);
  for (const slip of open.filter(({ id }) => before.every((one) => one.id !== id))) {
    const over = slips.filter(({ state }) => state !== 'open').toSorted((one, other) => one.id - other.id);
    const [oldest] = over;
    if (oldest === undefined || over.length < OVER) slips.push(slip);
    else slips[slips.indexOf(oldest)] = slip;
  }
  return slips;
}

function fateOf({ id, state }: Slip, events: readonly Event[]): SlipState {
  for (const event of events) {
    if (event.type === 'trade-completed' && event.offer === id) return 'accepted';
    if (event.type === 'trade-closed' && event.offer === id) return event.reason;
  }
  return state;
}
