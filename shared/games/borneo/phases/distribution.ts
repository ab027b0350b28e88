// BOR-7, BOR-8, BOR-9: the cards of a harbour go to the merchants.
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { Command, CommandOf, Refusal } from '../commands.ts';
import { type Company, type Components, mostUnits, ownerOf, type ShipmentId } from '../components.ts';
import { type Play, takeOut, tell } from '../play.ts';
import { type Board, type DistributionKind, playerAt, type Slot } from '../state.ts';
import { refill } from './turn.ts';

export function distribute(play: Play, slot: number, kind: DistributionKind, companies: Company[]): void {
  const { draft } = play;
  const takenBy = draft.activeSeat;
  const { harbour, cards } = clearSlot(draft.slots[slot]);
  playerAt(draft, takenBy).warehouse.push(harbour); // BOR-7.2
  tell(play, { type: 'distribution-started', slot, harbour, kind, companies: [...companies], takenBy });
  if (companies.every((company) => draft.companies[company].length === 0)) {
    draft.discard.push(...cards); // BOR-7.6
    tell(play, { type: 'cards-discarded', seat: null, cards, reason: 'unclaimed' });
    endDistribution(play, slot);
  } else {
    const first = nextPick(draft, companies, 1, 0);
    draft.distribution = { slot, harbourId: harbour, kind, companies, remaining: cards, ...first };
    continueDistribution(play);
  }
}

function clearSlot(place: Slot | undefined): { harbour: string; cards: ShipmentId[] } {
  if (place === undefined || place.harbourId === null) throw new Error('no harbour to distribute');
  const { harbourId: harbour, pile: cards } = place;
  place.harbourId = null;
  place.pile = [];
  return { harbour, cards };
}

interface Pick {
  rank: number;
  merchant: string;
  seat: Seat;
}

/**
 * The next merchant entitled, looking from a rank and a place in the order of the companies on.
 * BOR-9.4: rank by rank through the companies; a monopoly (BOR-8.2) is the same with one company.
 */
function nextPick(board: Board, companies: readonly Company[], rank: number, index: number): Pick {
  for (let place = index; place < companies.length; place++) {
    const merchant = board.companies[companies[place] as Company][rank - 1];
    if (merchant !== undefined) return { rank, merchant, seat: ownerOf(merchant) };
  }
  const deeper = companies.some((company) => board.companies[company].length > rank);
  return nextPick(board, companies, deeper ? rank + 1 : 1, 0); // BOR-8.2, BOR-9.5
}

/** BOR-15.5: the last card needs no question. */
function continueDistribution(play: Play): void {
  const { draft } = play;
  const { distribution } = draft;
  if (distribution === null) throw new Error('nothing is distributed');
  const [last] = distribution.remaining;
  if (distribution.remaining.length === 1 && last !== undefined) handOut(play, last, true);
  else ask(draft, distribution.seat, 'pick');
}

export function* legalPicks(board: Board): Generator<Command> {
  for (const card of board.distribution?.remaining ?? []) yield { type: 'pick-spice', card };
}

/** The card with most units; of equals the one played first. */
export function defaultPick(components: Components, board: Board): Command {
  return { type: 'pick-spice', card: mostUnits(components, board.distribution?.remaining ?? []) };
}

export function refusePick(board: Board, { card }: Frozen<CommandOf<'pick-spice'>>): Refusal {
  if (board.distribution?.remaining.includes(card) !== true) return reject('card-not-in-harbour', 'BOR-7.4');
  return undefined;
}

export function pickSpice(play: Play, card: ShipmentId): void {
  handOut(play, card, false);
}

function handOut(play: Play, card: ShipmentId, automatic: boolean): void {
  const { draft } = play;
  const { distribution } = draft;
  if (distribution === null) throw new Error('nothing is distributed');
  const { slot, companies, remaining, rank, merchant, seat } = distribution;
  const index = companies.findIndex((company) => draft.companies[company][rank - 1] === merchant);
  const company = companies[index];
  if (company === undefined) throw new Error(`${merchant} is not entitled`);
  takeOut(remaining, [card]);
  playerAt(draft, seat).warehouse.push(card);
  tell(play, { type: 'spice-picked', seat, merchant, company, rank, card, automatic });
  if (remaining.length === 0) {
    draft.distribution = null;
    endDistribution(play, slot);
  } else {
    Object.assign(distribution, nextPick(draft, companies, rank, index + 1)); // BOR-7.5
    continueDistribution(play);
  }
}

function endDistribution(play: Play, slot: number): void {
  tell(play, { type: 'distribution-ended', slot });
  refill(play, slot);
}
