// BOR-1: the merchants take their first places.
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { hasRoom } from '../columns.ts';
import type { Command, CommandOf, Refusal } from '../commands.ts';
import { COMPANIES, type Company, type Components, isCompany, merchantId, ownerOf } from '../components.ts';
import { type Play, tell } from '../play.ts';
import { type Board, merchantsPerPlayer, playerAt } from '../state.ts';
import { startTurn } from './turn.ts';

/** 1 for the first round; 0 when all merchants are placed. */
export function placementRound(components: Components, board: Board): number {
  const left = merchantsLeft(board);
  if (left === 0) return 0;
  const seats = board.players.length;
  const placed = seats * merchantsPerPlayer(components, board.options) - left;
  return Math.floor(placed / seats) + 1;
}

function merchantsLeft(board: Board): number {
  return board.players.reduce((sum, player) => sum + player.unplacedMerchants, 0);
}

export function askPlacement(play: Play): void {
  const { draft, components } = play;
  const left = merchantsLeft(draft);
  if (left === 0) {
    startTurn(play, draft.firstSeat);
    return;
  }
  const seats = draft.players.length;
  const step = (seats * merchantsPerPlayer(components, draft.options) - left) % seats;
  // BOR-1.2: odd rounds clockwise from the first seat, even ones back, from the seat on his right.
  const forth = placementRound(components, draft) % 2 === 1;
  ask(draft, clockwise(draft.firstSeat, seats, forth ? step : -1 - step), 'placement');
}

/** BOR-1.5: repeating a company is forbidden by option only. */
function isRepeated(board: Board, seat: Seat, company: Company): boolean {
  return (
    board.options.distinctSetupCompanies &&
    board.companies[company].some((merchant) => ownerOf(merchant) === seat)
  );
}

export function* legalPlacements(components: Components, board: Board, seat: Seat): Generator<Command> {
  for (const company of allowedCompanies(components, board, seat)) yield { type: 'place-merchant', company };
}

function allowedCompanies(components: Components, board: Board, seat: Seat): Company[] {
  return COMPANIES.filter(
    (company) => hasRoom(components, board, company) && !isRepeated(board, seat, company),
  );
}

/** The emptiest of the allowed companies; of equals the first in company order. */
export function defaultPlacement(components: Components, board: Board, seat: Seat): Command {
  const emptiest = allowedCompanies(components, board, seat).reduce((best, company) =>
    board.companies[company].length < board.companies[best].length ? company : best,
  );
  return { type: 'place-merchant', company: emptiest };
}

export function refusePlacement(
  components: Components,
  board: Board,
  seat: Seat,
  { company }: Frozen<CommandOf<'place-merchant'>>,
): Refusal {
  if (!isCompany(company)) return reject('unknown-company', 'BOR-1.3');
  if (!hasRoom(components, board, company)) return reject('company-full', 'BOR-1.4');
  if (isRepeated(board, seat, company)) return reject('company-repeated', 'BOR-1.5');
  return undefined;
}

export function placeMerchant(play: Play, seat: Seat, company: Company): void {
  const { draft, components } = play;
  const round = placementRound(components, draft);
  const player = playerAt(draft, seat);
  const merchant = merchantId(
    seat,
    merchantsPerPlayer(components, draft.options) - player.unplacedMerchants + 1,
  );
  player.unplacedMerchants -= 1;
  const rank = draft.companies[company].push(merchant); // BOR-1.3
  tell(play, { type: 'merchant-placed', seat, merchant, company, rank, round });
  askPlacement(play);
}
