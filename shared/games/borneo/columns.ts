// Where the merchants stand.
import { COMPANIES, type Company, type Components, type MerchantId } from './components.ts';
import type { Board } from './state.ts';

/** The company in which a merchant stands. */
export function companyOf(board: Board, merchant: MerchantId): Company | undefined {
  return COMPANIES.find((company) => board.companies[company].includes(merchant));
}

/** BOR-1.4 */
export function hasRoom(components: Components, board: Board, company: Company): boolean {
  return board.companies[company].length < components.constants.slotsPerCompany;
}
