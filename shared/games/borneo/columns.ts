// Where the merchants stand.

import type { ReadingOf } from '../../kernel/play.ts';
import { COMPANIES, type Company, type MerchantId } from './components.ts';
import type { State, Types } from './state.ts';

/** The company in which a merchant stands. */
export function companyOf({ shown }: State, merchant: MerchantId): Company | undefined {
  return COMPANIES.find((company) => shown.companies[company].includes(merchant));
}

/** BOR-1.4 */
export function hasRoom({ components, state }: ReadingOf<Types>, company: Company): boolean {
  return state.shown.companies[company].length < components.constants.slotsPerCompany;
}
