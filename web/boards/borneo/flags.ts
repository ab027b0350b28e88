// The flags that count: at a harbour, with one more card there, and in a fight.
import { COMPANIES, type Company, type Fight, type Harbour, type Shipment, type Tally } from './pieces.ts';

/** What a harbour leads to: nothing yet, or its cards are distributed in this order of companies. */
export interface Outcome {
  readonly kind: 'open' | 'monopoly' | 'shared';
  readonly companies: readonly Company[];
}

/** BOR-6.4, BOR-6.5: in reading order, row 1 of every card and row 2 of the last one, which no card covers. */
export function shownFlags(pile: readonly Shipment[]): Company[] {
  return pile.flatMap(({ rows }, index) => (index === pile.length - 1 ? rows.flat() : (rows[0] ?? [])));
}

export function tallied(flags: readonly Company[]): Tally {
  const tally = { red: 0, blue: 0, yellow: 0, green: 0 };
  for (const flag of flags) tally[flag] += 1;
  return tally;
}

/** BOR-7.1: a monopoly comes first. */
export function outcomeOf(pile: readonly Shipment[], { monopoly, maxCards }: Harbour): Outcome {
  const flags = shownFlags(pile);
  const tally = tallied(flags);
  // BOR-8.3: the first on the last card.
  const sole = (pile.at(-1)?.rows.flat() ?? []).find((company) => tally[company] >= monopoly);
  if (sole !== undefined) return { kind: 'monopoly', companies: [sole] };
  // BOR-9.2, BOR-9.3: the sort is stable, so ties stay in reading order.
  const companies = [...new Set(flags)].sort((one, other) => tally[other] - tally[one]);
  return { kind: pile.length >= maxCards ? 'shared' : 'open', companies };
}

/** BOR-5.5: both rows count. */
export function flagsFor(company: Company, cards: readonly Shipment[]): number {
  return cards.flatMap(({ rows }) => rows.flat()).filter((flag) => flag === company).length;
}

export interface Strength {
  readonly attack: number;
  readonly defence: number;
  readonly bonus: number;
  /** BOR-5.7 */
  readonly attackerWins: boolean;
}

export function strengthOf(
  { company, bonus }: Pick<Fight, 'company' | 'bonus'>,
  attackCards: readonly Shipment[],
  defenceCards: readonly Shipment[],
): Strength {
  const attack = flagsFor(company, attackCards);
  const defence = flagsFor(company, defenceCards);
  return { attack, defence, bonus, attackerWins: attack >= defence + bonus };
}

/** BOR-5.6: the merchants between the two. */
export function bonusBetween(
  columns: Readonly<Record<Company, readonly string[]>>,
  attacker: string,
  defender: string,
): Pick<Fight, 'company' | 'bonus'> | undefined {
  const company = COMPANIES.find((one) => columns[one].includes(attacker) && columns[one].includes(defender));
  if (company === undefined) return undefined;
  const column = columns[company];
  return { company, bonus: column.indexOf(attacker) - column.indexOf(defender) - 1 };
}
