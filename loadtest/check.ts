// Compares what clients were told with the record of the finished match.
import { canonicalJson } from '../shared/kernel/canonical.ts';
import type { Game } from '../shared/kernel/game.ts';
import type { Entry } from '../shared/kernel/journal.ts';
import { replay } from '../shared/kernel/replay.ts';
import type { Evidence } from './table.ts';
import type { Trouble } from './tally.ts';

export interface RecordLike {
  readonly edition: string;
  readonly rulesVersion: number;
  readonly options: object;
  readonly seats: number;
  readonly seed: string;
  /** Dealt from; without one, the seed itself. */
  readonly deal?: { readonly seed: string };
  readonly entries: readonly Entry[];
}

interface Finding {
  readonly trouble: Trouble;
  readonly detail: string;
}

/** Nothing found: every acknowledged command is in the record, and replaying it leads to what the clients saw. */
export function checkEvidence(game: Game, evidence: Evidence, record: RecordLike): Finding[] {
  const findings: Finding[] = [];
  const note = (trouble: Trouble, detail: string) =>
    findings.push({ trouble, detail: `${evidence.game} ${evidence.matchId}: ${detail}` });
  for (const { version, seat, decision, command } of evidence.acknowledged) {
    const entry = record.entries[version - 1];
    if (entry === undefined)
      note('command-lost', `version ${version} was acknowledged, the record ends before`);
    else if (textOf(entry) !== textOf({ version, seat, decision, command }))
      note('command-lost', `version ${version} is another command in the record`);
  }
  if (game.edition !== record.edition || game.rulesVersion !== record.rulesVersion) return findings;
  const match = replay(game, { ...record, seed: record.deal?.seed ?? record.seed }, record.entries);
  const all = match.publicView();
  const decisions = all.decisions.map(({ id, seat, kind }) => ({ id, seat, kind }));
  for (const { seat, view } of evidence.views) {
    const truth = seat === null ? { ...all, decisions } : match.seatView(seat);
    if (canonicalJson(view) !== canonicalJson(truth))
      note('record-differs', `${seat === null ? 'the public view' : `seat ${seat}’s view`} at the end`);
  }
  return findings;
}

function textOf({ version, seat, decision, command }: Omit<Entry, 'by'>): string {
  return canonicalJson({ version, seat, decision, command });
}
