// A complete match of the toy game, as the rooms would store it.
import type { JournalRow, MatchRow } from '../../rooms/life/match-store.ts';
import { matchRow, storedTable } from '../../rooms/testing/rows.ts';
import { Match } from '../../shared/kernel/match.ts';
import { shelve } from '../process/shelf.ts';
import { toyFamily } from './toy-game.ts';

export const SEED = '00112233445566778899aabbccddeeff';

export function finishedMatch(matchId = 'm1'): { row: MatchRow; journal: JournalRow[] } {
  const { game, editionHash } = shelve(toyFamily, toyFamily.builtIn);
  const options = { extra: 2 };
  const match = new Match(game, options, 2, SEED);
  const journal: JournalRow[] = [];
  while (!match.over) {
    const [decision] = match.decisions();
    if (decision === undefined) throw new Error('no seat is asked');
    const { seat } = decision;
    const command = game.greedy(match.publicView(), match.seatView(seat), seat, { seed: SEED, drawn: 0 });
    const judged = match.propose(seat, { decision: decision.id, command }, 'bot');
    if (!judged.ok) throw new Error(judged.code);
    match.settle();
    journal.push({ ...judged.entry, at: 2_000 + judged.entry.version });
  }
  const row = matchRow(matchId, {
    editionHash,
    seed: SEED,
    status: 'finished',
    table: storedTable({ options, seats: 2, names: ['Zoé', null], startedAt: 1_500 }),
    result: match.result() ?? null,
    updatedAt: 3_000,
  });
  return { row, journal };
}

/** The same with a first move that no rule allows. */
export function unplayable([first, ...rest]: readonly JournalRow[]): JournalRow[] {
  return first === undefined
    ? []
    : [{ ...first, command: Object.assign({ ...first.command }, { tokens: 9 }) }, ...rest];
}
