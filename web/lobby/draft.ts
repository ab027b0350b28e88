// The settings of a new table, and how they constrain each other.
import type { GameFacts, TableOptions } from '../../client/index.ts';
import { changed, type OptionField, type OptionValues } from './options.ts';
import { usualSeats } from './wishes.ts';

export type Strength = NonNullable<TableOptions['strengths']>[number];
export const STRENGTHS: readonly Strength[] = ['apprentice', 'mate', 'captain'];

export interface Draft {
  readonly seats: number;
  readonly bots: number;
  /** Of all bots. */
  readonly strength: Strength;
  readonly visibility: 'public' | 'private';
  readonly clock: NonNullable<TableOptions['clock']>;
  readonly absence: 'bot' | 'clock';
  readonly vacancy: 'bot' | 'clock' | 'person';
  readonly spectators: boolean;
  /** Players may ask what a captain would play. Null: against bots alone. */
  readonly hints: boolean | null;
  readonly undo: 'free' | 'consent' | 'off';
  /** In local time; empty: whenever its players like. */
  readonly startsAt: string;
  /** Null: the built-in one. */
  readonly edition: string | null;
  readonly options: OptionValues;
}

export function firstDraft(game: Pick<GameFacts, 'seats'>): Draft {
  return {
    seats: usualSeats(game),
    bots: 0,
    strength: 'mate',
    visibility: 'public',
    clock: 'normal',
    absence: 'bot',
    vacancy: 'bot',
    spectators: true,
    hints: null,
    undo: 'free',
    startsAt: '',
    edition: null,
    options: {},
  };
}

/** One seat is the host's; and without a clock it cannot play a seat that was given up. */
export function revised(draft: Draft, change: Partial<Draft>): Draft {
  const next = { ...draft, ...change };
  return {
    ...next,
    bots: Math.min(next.bots, next.seats - 1),
    vacancy: next.clock === 'none' && next.vacancy === 'clock' ? 'bot' : next.vacancy,
  };
}

/** No other players are expected. */
export function isFull({ seats, bots }: Draft): boolean {
  return bots === seats - 1;
}

/** Nothing is to be waited for. */
export function startsAtOnce(draft: Draft): boolean {
  return isFull(draft) && draft.startsAt === '';
}

/** Against bots alone advice is unfair to no one. */
export function hasHints(draft: Draft): boolean {
  return draft.hints ?? isFull(draft);
}

export function wishOf(draft: Draft, fields: readonly OptionField[]) {
  const { edition, options, strength, startsAt, ...table } = draft;
  const wished = { ...changed(fields, options), ...(edition !== null && { edition }) };
  const strengths = Array.from({ length: table.bots }, () => strength);
  return {
    ...table,
    hints: hasHints(draft),
    strengths,
    ...(startsAt !== '' && { startsAt: Date.parse(startsAt) }),
    ...(Object.keys(wished).length > 0 && { options: wished }),
  };
}
