// BOR-7, BOR-8, BOR-9: the cards of a harbour go to the merchants.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { takeOut } from '../../../kernel/pieces.ts';
import { type PlayOf, tell } from '../../../kernel/play.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { type Company, mostUnits, ownerOf, type ShipmentId } from '../components.ts';
import { clearSlot } from '../harbours.ts';
import { commandRule, playerAt, question, type State, type Types } from '../state.ts';
import { type DistributionKind, id } from '../wire.ts';
import { refill } from './turn.ts';

export const pick = question({
  weight: 'quick',
  /** The card with the most units; among equals, the one played first. */
  fallback: ({ components, state }) => ({
    type: 'pick-spice',
    card: mostUnits(components, state.shown.distribution?.remaining ?? []),
  }),
});

export const pickSpice = commandRule({
  type: 'pick-spice',
  payload: z.strictObject({ card: id }),
  answers: ['pick'],

  *legal({ state }) {
    for (const card of state.shown.distribution?.remaining ?? []) yield { type: 'pick-spice', card };
  },

  refuse({ state }, _seat, { card }) {
    if (state.shown.distribution?.remaining.includes(card) !== true)
      return reject('card-not-in-harbour', 'BOR-7.4');
    return undefined;
  },

  carryOut: (play, _seat, { card }) => handOut(play, card, false),
});

export function distribute(
  play: PlayOf<Types>,
  slot: number,
  kind: DistributionKind,
  companies: Company[],
): void {
  const { draft } = play;
  const { shown } = draft;
  const takenBy = shown.activeSeat;
  const { harbour, cards } = clearSlot(draft, slot);
  if (harbour === null) throw new Error('no harbour to distribute');
  playerAt(draft, takenBy).warehouse.push(harbour); // BOR-7.2
  tell(play, { type: 'distribution-started', slot, harbour, kind, companies: [...companies], takenBy });
  if (companies.every((company) => shown.companies[company].length === 0)) {
    shown.discard.push(...cards); // BOR-7.6
    tell(play, { type: 'cards-discarded', seat: null, cards, reason: 'unclaimed' });
    endDistribution(play, slot);
  } else {
    const first = nextPick(play.state, companies, 1, 0);
    shown.distribution = { slot, harbourId: harbour, kind, companies, remaining: cards, ...first };
    continueDistribution(play);
  }
}

interface Pick {
  rank: number;
  merchant: string;
  seat: Seat;
}

/**
 * The next entitled merchant, starting at a given rank and position in company order.
 * BOR-9.4: rank by rank through the companies; a monopoly (BOR-8.2) is the same with one company.
 */
function nextPick(state: State, companies: readonly Company[], rank: number, index: number): Pick {
  for (let place = index; place < companies.length; place++) {
    const merchant = state.shown.companies[companies[place] as Company][rank - 1];
    if (merchant !== undefined) return { rank, merchant, seat: ownerOf(merchant) };
  }
  const deeper = companies.some((company) => state.shown.companies[company].length > rank);
  return nextPick(state, companies, deeper ? rank + 1 : 1, 0); // BOR-8.2, BOR-9.5
}

/** BOR-15.5: the last card needs no question. */
function continueDistribution(play: PlayOf<Types>): void {
  const { draft } = play;
  const { distribution } = draft.shown;
  if (distribution === null) throw new Error('nothing is distributed');
  const [last] = distribution.remaining;
  if (distribution.remaining.length === 1 && last !== undefined) handOut(play, last, true);
  else ask(draft, distribution.seat, 'pick');
}

function handOut(play: PlayOf<Types>, card: ShipmentId, automatic: boolean): void {
  const { draft } = play;
  const { distribution } = draft.shown;
  if (distribution === null) throw new Error('nothing is distributed');
  const { slot, companies, remaining, rank, merchant, seat } = distribution;
  const index = companies.findIndex((company) => draft.shown.companies[company][rank - 1] === merchant);
  const company = companies[index];
  if (company === undefined) throw new Error(`${merchant} is not entitled`);
  takeOut(remaining, [card]);
  playerAt(draft, seat).warehouse.push(card);
  tell(play, { type: 'spice-picked', seat, merchant, company, rank, card, automatic });
  if (remaining.length === 0) {
    draft.shown.distribution = null;
    endDistribution(play, slot);
  } else {
    Object.assign(distribution, nextPick(play.state, companies, rank, index + 1)); // BOR-7.5
    continueDistribution(play);
  }
}

function endDistribution(play: PlayOf<Types>, slot: number): void {
  tell(play, { type: 'distribution-ended', slot });
  refill(play, slot);
}
