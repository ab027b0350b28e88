// BOR-1: the merchants take their first places.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { hasRoom } from '../columns.ts';
import { COMPANIES, type Company, isCompany, merchantId, ownerOf } from '../components.ts';
import { commandRule, merchantsPerPlayer, playerAt, question, type State, type Types } from '../state.ts';
import { id } from '../wire.ts';
import { startTurn } from './turn.ts';

export const placement = question({
  weight: 'reply',
  /** The emptiest of the allowed companies; among equals, the first in company order. */
  fallback(reading, seat) {
    const { companies } = reading.state.shown;
    const emptiest = allowedCompanies(reading, seat).reduce((best, company) =>
      companies[company].length < companies[best].length ? company : best,
    );
    return { type: 'place-merchant', company: emptiest };
  },
});

export const placeMerchant = commandRule({
  type: 'place-merchant',
  payload: z.strictObject({ company: id }),
  answers: ['placement'],

  *legal(reading, seat) {
    for (const company of allowedCompanies(reading, seat)) yield { type: 'place-merchant', company };
  },

  refuse(reading, seat, { company }) {
    if (!isCompany(company)) return reject('unknown-company', 'BOR-1.3');
    if (!hasRoom(reading, company)) return reject('company-full', 'BOR-1.4');
    if (isRepeated(reading.state, seat, company)) return reject('company-repeated', 'BOR-1.5');
    return undefined;
  },

  carryOut(play, seat, { company: name }) {
    const company = name as Company;
    const { draft, components } = play;
    const { shown } = draft;
    const round = placementRound(play);
    const player = playerAt(draft, seat);
    const merchant = merchantId(
      seat,
      merchantsPerPlayer(components, shown.options) - player.unplacedMerchants + 1,
    );
    player.unplacedMerchants -= 1;
    const rank = shown.companies[company].push(merchant); // BOR-1.3
    tell(play, { type: 'merchant-placed', seat, merchant, company, rank, round });
    askPlacement(play);
  },
});

/** 1 for the first round; 0 when all merchants are placed. */
export function placementRound({ components, state }: ReadingOf<Types>): number {
  const left = merchantsLeft(state);
  if (left === 0) return 0;
  const seats = state.shown.players.length;
  const placed = seats * merchantsPerPlayer(components, state.shown.options) - left;
  return Math.floor(placed / seats) + 1;
}

function merchantsLeft({ shown }: State): number {
  return shown.players.reduce((sum, player) => sum + player.unplacedMerchants, 0);
}

export function askPlacement(play: PlayOf<Types>): void {
  const { components, state } = play;
  const { firstSeat, options, players } = state.shown;
  const left = merchantsLeft(state);
  if (left === 0) {
    startTurn(play, firstSeat);
    return;
  }
  const seats = players.length;
  const step = (seats * merchantsPerPlayer(components, options) - left) % seats;
  // BOR-1.2: odd rounds clockwise from the first seat, even ones counter-clockwise from the seat on its right.
  const forth = placementRound(play) % 2 === 1;
  ask(play.draft, clockwise(firstSeat, seats, forth ? step : -1 - step), 'placement');
}

/** BOR-1.5: repeating a company is forbidden by option only. */
function isRepeated({ shown }: State, seat: Seat, company: Company): boolean {
  return (
    shown.options.distinctSetupCompanies &&
    shown.companies[company].some((merchant) => ownerOf(merchant) === seat)
  );
}

function allowedCompanies(reading: ReadingOf<Types>, seat: Seat): Company[] {
  return COMPANIES.filter(
    (company) => hasRoom(reading, company) && !isRepeated(reading.state, seat, company),
  );
}
