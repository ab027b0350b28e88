// What a board can draw of any position, from its words alone: cards, piles, tracks, facts and lists. Pure functions.
import type { LabelledField, Said } from '../../wording/said.ts';

export type Component = Extract<Said, { as: 'component' }>;

export type Panel =
  | {
      readonly as: 'cards';
      readonly field: string;
      readonly title: string;
      readonly cards: readonly Component[];
    }
  /** A number of things that lie face down, or somewhere else. */
  | { readonly as: 'pile'; readonly field: string; readonly title: string; readonly count: number }
  /** How far something is of what the options say. */
  | {
      readonly as: 'track';
      readonly field: string;
      readonly title: string;
      readonly at: number;
      readonly of: number;
    }
  | { readonly as: 'fact'; readonly field: string; readonly title: string; readonly said: Said }
  /** Rows of a table, or things with their counts. */
  | {
      readonly as: 'rows';
      readonly field: string;
      readonly title: string;
      readonly rows: readonly (readonly LabelledField[])[];
    };

/** Shown by the frame: the question, versions, terms, players, and the result. */
const ELSEWHERE: readonly string[] = [
  'version',
  'decisions',
  'phase',
  'options',
  'players',
  'seats',
  'result',
];
/** From small to large. */
const ORDER: readonly Panel['as'][] = ['track', 'pile', 'fact', 'cards', 'rows'];

/** `limits`: numbers that the options of the match set, by their names. */
export function panelsOf(
  fields: readonly LabelledField[],
  limits: Readonly<Record<string, unknown>> = {},
): readonly Panel[] {
  return fields
    .filter(({ field }) => !ELSEWHERE.includes(field))
    .map((one) => panelOf(one, limits))
    .toSorted((one, other) => ORDER.indexOf(one.as) - ORDER.indexOf(other.as));
}

function panelOf(
  { field, label: title, said }: LabelledField,
  limits: Readonly<Record<string, unknown>>,
): Panel {
  const named = { field, title };
  switch (said.as) {
    case 'component':
      return { as: 'cards', ...named, cards: [said] };
    case 'list': {
      const cards = said.items.filter((item) => item.as === 'component');
      return cards.length === said.items.length
        ? { as: 'cards', ...named, cards }
        : { as: 'fact', ...named, said };
    }
    case 'entries':
      return {
        as: 'rows',
        ...named,
        rows: said.entries.map(({ name, value }) => [
          { field: 'name', label: '', said: name },
          { field: 'value', label: '', said: value },
        ]),
      };
    case 'fields':
      return { as: 'rows', ...named, rows: [said.fields] };
    case 'table':
      return { as: 'rows', ...named, rows: said.rows };
    default:
      return numberPanel(named, said, limits) ?? { as: 'fact', ...named, said };
  }
}

function numberPanel(
  named: { readonly field: string; readonly title: string },
  said: Said,
  limits: Readonly<Record<string, unknown>>,
): Panel | undefined {
  const number = said.as === 'text' && /^\d+$/.test(said.text) ? Number(said.text) : undefined;
  if (number === undefined) return undefined;
  const { field } = named;
  if (/Count$/.test(field)) return { as: 'pile', ...named, count: number };
  const limit = limits[`${field}s`] ?? limits[`max${field.charAt(0).toUpperCase()}${field.slice(1)}s`];
  return typeof limit === 'number' && limit >= number
    ? { as: 'track', ...named, at: number, of: limit }
    : undefined;
}
