// Whether the clocks of tables without players kept running through all faults: each time-out once, and in
// time.

/** A stored match with time-outs only. Times are the servers', in milliseconds. */
export interface ClockedMatch {
  readonly matchId: string;
  readonly startedAt: number;
  /** It is given up once its players have stayed away for long enough; `null`: it runs. */
  readonly endedAt: number | null;
  readonly entries: readonly TimedEntry[];
  /** When other processes took it over from one that was gone. */
  readonly takenAt: readonly number[];
}

export interface TimedEntry {
  readonly version: number;
  readonly by: string;
  readonly decision: number | null;
  readonly at: number;
}

/** The process of some matches died or was stopped at that moment. */
export interface Loss {
  readonly what: string;
  readonly at: number;
  /** The matches that it had in memory. */
  readonly matchIds: readonly string[];
}

/** Nothing could be stored meanwhile. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

export interface Circumstances {
  /** The time for a decision. */
  readonly allowedMs: number;
  /** How late a time-out may be, and how long a match may be without a process. */
  readonly lateMs: number;
  readonly losses: readonly Loss[];
  readonly outages: readonly Outage[];
  readonly now: number;
}

export interface JudgedClocks {
  readonly timeouts: number;
  /** Matches that were taken over by another process. */
  readonly taken: number;
  /** The longest delay of a time-out, in milliseconds. */
  readonly latest: number;
  readonly findings: readonly string[];
}

/** After its process is gone, the decisions of a match stay open for at least this long. */
export const GRACE_MS = 60_000;
/** The servers' clocks may differ by this much. */
const SKEW_MS = 2_000;
/** The part of a decision's id that is its seat. */
const SEATS = 8;

export function judgeClocks(matches: readonly ClockedMatch[], circumstances: Circumstances): JudgedClocks {
  const judged = matches.map((match) => judgeClock(match, circumstances));
  return {
    timeouts: matches.reduce((sum, { entries }) => sum + entries.length, 0),
    taken: matches.filter(({ takenAt }) => takenAt.length > 0).length,
    latest: Math.max(0, ...judged.map(({ latest }) => latest)),
    findings: [
      ...judged.flatMap(({ findings }) => findings),
      ...matches.flatMap((match) => lossesOf(match, circumstances)),
    ],
  };
}

function judgeClock(
  match: ClockedMatch,
  circumstances: Circumstances,
): Pick<JudgedClocks, 'latest' | 'findings'> {
  const { matchId, startedAt, endedAt, entries } = match;
  const { lateMs, now } = circumstances;
  const findings: string[] = [];
  const find = (what: string) => findings.push(`${matchId}: ${what}`);
  const answered = new Set<number | null>();
  const timeAt = (version: number) => (version === 0 ? startedAt : (entries[version - 1]?.at ?? startedAt));
  let latest = 0;
  entries.forEach(({ version, by, decision, at }, index) => {
    if (version !== index + 1) find(`version ${version} stands at place ${index + 1}`);
    if (by !== 'clock') find(`version ${version} was played by a ${by}, and nobody plays there`);
    if (answered.has(decision)) find(`decision ${decision} timed out twice`);
    answered.add(decision);
    const earliest = earliestAt(match, timeAt(Math.floor((decision ?? 0) / SEATS)), at, circumstances);
    const due = dueAfter(earliest, circumstances);
    latest = Math.max(latest, at - due);
    if (at > due + lateMs) find(`the time-out of version ${version} was ${seconds(at - due)} late`);
    if (at < earliest - SKEW_MS)
      find(`the time-out of version ${version} came ${seconds(earliest - at)} too early`);
  });
  const due = dueAfter(earliestAt(match, timeAt(entries.length), now, circumstances), circumstances);
  if ((endedAt ?? now) > due + lateMs)
    find(`nothing timed out after version ${entries.length}, ${seconds(now - due)} after it was due`);
  return { latest, findings };
}

/** The earliest time-out of a decision opened then, as known at that moment. */
function earliestAt(
  { takenAt }: ClockedMatch,
  askedAt: number,
  until: number,
  { allowedMs }: Circumstances,
): number {
  const graces = takenAt.filter((taken) => taken >= askedAt && taken <= until);
  return Math.max(askedAt + allowedMs, ...graces.map((taken) => taken + GRACE_MS));
}

/** When a time-out is due that could not be stored before. */
function dueAfter(earliest: number, { outages }: Circumstances): number {
  // A decision may have been answered before, or a time-out be on its way to the database.
  const outage = outages.find(({ from, to }) => earliest >= from - SKEW_MS && earliest < to);
  return outage?.to ?? earliest;
}

/** When the owner of a match with a clock dies, another process takes it over at once. */
function lossesOf({ matchId, takenAt, endedAt }: ClockedMatch, { losses, lateMs }: Circumstances): string[] {
  return losses
    .filter(({ matchIds, at }) => matchIds.includes(matchId) && at < (endedAt ?? Infinity))
    .flatMap(({ what, at }) => {
      const taken = takenAt.find((time) => time >= at);
      if (taken === undefined) return [`${matchId}: ${what}: no other process took it up`];
      const waited = taken - at;
      return waited > lateMs ? [`${matchId}: ${what}: taken up only after ${seconds(waited)}`] : [];
    });
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
