// Who picks next while a harbour is distributed.
import type { Columns, Company, Distribution } from './pieces.ts';

interface Turn {
  readonly company: Company;
  readonly rank: number;
  readonly merchant: string;
}

/**
 * One pick for each card that is left, beginning with the open one. BOR-9.4, BOR-9.5: rank by rank through the
 * companies, then from the top again; a monopoly is the same with one company.
 */
export function picksAhead(columns: Columns, { companies, rank, merchant, remaining }: Open): Turn[] {
  const round = roundOf(columns, companies);
  const first = round.findIndex((pick) => pick.rank === rank && pick.merchant === merchant);
  if (first < 0) return [];
  return remaining.flatMap((_, index) => round[(first + index) % round.length] ?? []);
}

type Open = Pick<Distribution, 'companies' | 'rank' | 'merchant' | 'remaining'>;

function roundOf(columns: Columns, companies: readonly Company[]): Turn[] {
  const deepest = Math.max(0, ...companies.map((company) => columns[company].length));
  return Array.from({ length: deepest }, (_, index) =>
    companies.flatMap((company) => {
      const merchant = columns[company][index];
      return merchant === undefined ? [] : [{ company, rank: index + 1, merchant }];
    }),
  ).flat();
}
