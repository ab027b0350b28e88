// Compares what players were told through all kills of a server with what it has stored.
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import type { Match } from '../../shared/kernel/match.ts';
import { replay } from '../../shared/kernel/replay.ts';
import type { RecordLike } from '../check.ts';
import { digestOf, type Sent, type Sighting, type TableNotes } from './table.ts';

interface Judgement {
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly sightings: number;
  readonly findings: readonly string[];
}

export function judge(game: Game, notes: TableNotes, record: RecordLike): Judgement {
  const findings = [...notes.findings];
  const find = (what: string) => findings.push(`${notes.game} ${notes.matchId}: ${what}`);
  const { entries } = record;
  entries.forEach((entry, index) => {
    if (entry.version !== index + 1) find(`version ${entry.version} stands at place ${index + 1}`);
  });
  for (const twice of repeats(entries.map(({ commandId }) => commandId)))
    find(`${twice} is stored more than once`);
  for (const twice of repeats(entries.map(({ decision }) => decision)))
    find(`decision ${twice} is answered more than once`);
  for (const sent of notes.sent) {
    const fault = faultOf(sent, entries);
    if (fault !== undefined) find(`${sent.commandId} ${fault}`);
  }
  const ids = new Set(notes.sent.map(({ commandId }) => commandId));
  for (const { version, commandId } of entries)
    if (commandId === undefined || !ids.has(commandId)) find(`version ${version} was never sent`);
  for (const fault of falseSightings(game, notes.sightings, record)) find(fault);
  return {
    acknowledged: notes.sent.filter(({ version }) => version !== undefined).length,
    unanswered: notes.sent.filter(({ version, refused }) => version === undefined && refused === 'stopped')
      .length,
    sightings: notes.sightings.length,
    findings,
  };
}

function repeats<T>(values: readonly (T | undefined | null)[]): T[] {
  const seen = new Set<T>();
  return values.filter((value): value is T => {
    if (value === undefined || value === null) return false;
    if (seen.has(value)) return true;
    seen.add(value);
    return false;
  });
}

function faultOf(sent: Sent, entries: readonly Entry[]): string | undefined {
  const { seat, decision, command, commandId, version, refused } = sent;
  if (version === undefined) {
    const stored = entries.find((entry) => entry.commandId === commandId);
    return stored !== undefined && refused !== undefined && refused !== 'stopped'
      ? `was refused with ${refused} and is stored as version ${stored.version}`
      : undefined;
  }
  const entry = entries[version - 1];
  if (entry === undefined) return `was acknowledged with ${version} and is not stored`;
  const stored = {
    seat: entry.seat,
    decision: entry.decision,
    command: entry.command,
    commandId: entry.commandId,
  };
  return canonicalJson(stored) === canonicalJson({ seat, decision, command, commandId })
    ? undefined
    : `was acknowledged with ${version}, where another command is stored`;
}

/** Views that are not those of the replayed match at the same version. */
export function falseSightings(game: Game, sightings: readonly Sighting[], record: RecordLike): string[] {
  const faults: string[] = [];
  const compare = (match: Match) => {
    for (const sighting of sightings) {
      if (sighting.version !== match.version) continue;
      const { seat, version, view, own, returned } = sighting;
      const where = `at version ${version}${returned ? ', just after a return' : ''}`;
      const { decisions, ...all } = match.publicView();
      const open = decisions.map((one) => ({ id: one.id, seat: one.seat, kind: one.kind }));
      if (view !== digestOf({ ...all, decisions: open }))
        faults.push(`seat ${seat} saw a false board ${where}`);
      if (own !== digestOf(match.seatView(seat))) faults.push(`seat ${seat} saw false cards ${where}`);
    }
  };
  const match = replay(game, record, [], compare);
  compare(match);
  replay(game, record, record.entries, compare);
  for (const { version, seat } of sightings)
    if (version > record.entries.length)
      faults.push(`seat ${seat} saw version ${version}, which is not stored`);
  return faults;
}
