// A position in reading order: what is mine, then what is on the table, region by region. Pure functions.
import { isNothing, type LabelledField, type Said } from '../wording/said.ts';
import type { Wording } from '../wording/wording.ts';

export interface Outline {
  readonly own: readonly Region[];
  readonly table: readonly Region[];
  /** Empty regions. */
  readonly empty: readonly string[];
}

export type Region =
  /** Single facts, side by side. */
  | { readonly as: 'facts'; readonly name: string; readonly facts: readonly LabelledField[] }
  | { readonly as: 'list'; readonly name: string; readonly title: string; readonly items: readonly Said[] }
  | { readonly as: 'entries'; readonly name: string; readonly title: string; readonly said: Said }
  | {
      readonly as: 'rows';
      readonly name: string;
      readonly title: string;
      readonly rows: readonly (readonly LabelledField[])[];
    };

/** Shown elsewhere: open decisions and the version. */
const ELSEWHERE: readonly string[] = ['version', 'decisions'];
/** Lists with a row for each player. */
const OF_PLAYERS: readonly string[] = ['players', 'seats'];

export function outlineOf(
  wording: Wording,
  { view, own, seat }: { readonly view: object; readonly own: object | null; readonly seat: number | null },
): Outline {
  const fields = wording.view('publicView', view).filter(({ field }) => !ELSEWHERE.includes(field));
  const isThere = ({ said }: LabelledField) => !isNothing(said, wording.nothing);
  const mine = own === null ? [] : wording.view('seatView', own);
  const row = seat === null ? [] : rowOf(fields, seat).filter(isThere);
  return {
    own: [...regionsOf(mine.filter(isThere), 'own'), ...regionsOf(row, 'mine')],
    table: regionsOf(fields.filter(isThere), 'table'),
    empty: [...mine, ...fields].filter((field) => !isThere(field)).map(({ label }) => label),
  };
}

/** A player's row in the lists of players. */
export function rowOf(fields: readonly LabelledField[], seat: number): readonly LabelledField[] {
  const isOf = (row: readonly LabelledField[]) =>
    row.some((cell) => cell.field === 'seat' && cell.said.as === 'seat' && cell.said.seat === seat);
  return fields
    .flatMap(({ field, said }) => (OF_PLAYERS.includes(field) && said.as === 'table' ? said.rows : []))
    .filter(isOf)
    .flatMap((row) => row.filter((cell) => cell.field !== 'seat'));
}

/** Single facts first, together; then everything that has parts. */
function regionsOf(fields: readonly LabelledField[], name: string): Region[] {
  const isFact = ({ said }: LabelledField) =>
    said.as === 'text' || said.as === 'seat' || said.as === 'component';
  const facts = fields.filter(isFact);
  const regions: Region[] = facts.length === 0 ? [] : [{ as: 'facts', name: `${name}-facts`, facts }];
  for (const { field, label: title, said } of fields) {
    if (said.as === 'list') regions.push({ as: 'list', name: field, title, items: said.items });
    if (said.as === 'entries') regions.push({ as: 'entries', name: field, title, said });
    if (said.as === 'table')
      regions.push({ as: 'rows', name: field, title, rows: said.rows.map(named(title)) });
    if (said.as === 'fields') regions.push({ as: 'rows', name: field, title, rows: [said.fields] });
  }
  return regions;
}

/** An item without its own label is what the table lists. */
function named(title: string) {
  return (row: readonly LabelledField[]): readonly LabelledField[] =>
    row.map((cell) => (cell.label === '' ? { ...cell, label: title } : cell));
}

/** The columns of a table, in their order; none where rows differ or are too wide to be read across. */
export function columnsOf(
  rows: readonly (readonly LabelledField[])[],
  most: number,
): readonly string[] | null {
  const [first] = rows;
  if (first === undefined || rows.length < 2 || first.length > most) return null;
  const names = first.map(({ label }) => label);
  const isAlike = (row: readonly LabelledField[]) =>
    row.length === names.length && row.every(({ label }, n) => label === names[n]);
  return rows.every(isAlike) ? names : null;
}

/** The facts worth listing of a row. */
export function worthSaying(row: readonly LabelledField[], { nothing, no }: { nothing: string; no: string }) {
  return row.filter(({ said }) => !isNothing(said, nothing) && !isNothing(said, no));
}
