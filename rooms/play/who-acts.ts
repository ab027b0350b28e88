// Who must act at a table, for lists: from its room or, while it sleeps, from what it stored last.
import type { MatchRow } from '../life/match-store.ts';
import type { Referee } from './referee.ts';

/** A seat that must act, and until when. */
export interface Asked {
  readonly seat: number;
  readonly deadline: number | null;
}

/** By the seats; a seat with several open decisions has the deadline of the first. */
export function askedBy({ match, clock }: Pick<Referee, 'match' | 'clock'>): Asked[] {
  const asked = new Map<number, Asked>();
  for (const decision of match.decisions()) {
    const { seat } = decision;
    const deadline = clock.deadline(decision);
    if (!asked.has(seat))
      asked.set(seat, { seat, deadline: deadline === undefined ? null : Math.round(deadline) });
  }
  return [...asked.values()];
}

/** Of a table that is not in memory; `undefined` if that is not known. */
export function askedInSleep({ table: { slept }, updatedAt }: MatchRow): readonly Asked[] | undefined {
  return slept === null || updatedAt > slept.at ? undefined : slept.asked;
}
