// Compares all that players, spectators and watchers saw with what a cluster has stored.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../cli/private-cluster.ts';
import type { RecordLike } from '../check.ts';
import { exportMatch } from '../crash/export.ts';
import { falseSightings, judge } from '../crash/judge.ts';
import type { TableNotes } from '../crash/table.ts';
import { gameOf } from '../games.ts';
import type { Diary } from '../history/diary.ts';
import type { Follower, FollowerNotes } from './follower.ts';
import type { SeenMatch } from './returning.ts';
import type { SelfPlaying } from './self-playing.ts';
import { statusesOf } from './stored.ts';
import type { ClockedMatch } from './timeouts.ts';

export interface Following {
  readonly follower: Follower;
  readonly notes: Promise<FollowerNotes>;
}

interface Evidence {
  readonly cluster: Cluster;
  readonly notes: readonly TableNotes[];
  readonly diary: Diary;
  readonly followers: ReadonlyMap<string, Following>;
  readonly selfPlaying: readonly SelfPlaying[];
  readonly returning: readonly SeenMatch[];
  readonly clocked: readonly Pick<ClockedMatch, 'matchId' | 'entries'>[];
}

export interface JudgedAll {
  /** Matches played to the end, those of bots included. */
  readonly finished: number;
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly sightings: number;
  /** Versions that typed clients were told. */
  readonly news: number;
  readonly findings: readonly string[];
}

/** A typed client pauses for up to 20 s between two attempts. */
const RETURN_MS = 60_000;

export async function judgeAll({
  cluster,
  notes,
  diary,
  followers,
  selfPlaying,
  clocked,
  returning,
}: Evidence): Promise<JudgedAll> {
  const sums = { acknowledged: 0, unanswered: 0, sightings: 0, news: 0 };
  const findings: string[] = [];
  const statuses = await statusesOf(cluster.postgres);
  for (const [matchId, status] of statuses) if (status === 'frozen') findings.push(`${matchId} is frozen`);
  for (const one of notes) {
    if (one.matchId === '') {
      findings.push(...one.findings);
      continue;
    }
    const stored = statuses.get(one.matchId);
    if (one.status === 'finished' && stored !== 'finished')
      findings.push(`${one.matchId} was shown as finished and is stored as ${stored}`);
    const record = await storedRecord(cluster, one.matchId, stored);
    diary.stored(one.matchId, record.entries);
    const judged = judge(gameOf(one.game), one, record);
    sums.acknowledged += judged.acknowledged;
    sums.unanswered += judged.unanswered;
    sums.sightings += judged.sightings;
    const followed = await judgeFollower(one, record.entries.length, followers.get(one.matchId));
    sums.news += followed.news;
    findings.push(...judged.findings, ...followed.findings);
  }
  for (const { played, findings: own } of selfPlaying) {
    findings.push(...own);
    for (const { matchId, version } of played) {
      sums.news += version + 1;
      const { entries } = await recordOf(cluster, matchId);
      if (entries.length !== version)
        findings.push(`${matchId}: its player saw version ${version} last, and ${entries.length} are stored`);
    }
  }
  for (const { matchId, entries } of clocked) {
    const status = statuses.get(matchId) ?? 'lost';
    const followed = await judgeFollower({ matchId, status }, entries.length, followers.get(matchId));
    sums.news += followed.news;
    findings.push(...followed.findings);
  }
  for (const { matchId, game, sightings } of returning) {
    if (sightings.length === 0) continue;
    sums.sightings += sightings.length;
    const record = await storedRecord(cluster, matchId, statuses.get(matchId));
    findings.push(
      ...falseSightings(game, sightings, record).map((fault) => `${game.id} ${matchId}: ${fault}`),
    );
  }
  findings.push(...diary.write());
  const finished = [...statuses.values()].filter((status) => status === 'finished').length;
  return { ...sums, finished, findings };
}

/** A follower has seen all of a finished match by itself. */
async function judgeFollower(
  { matchId, status }: Pick<TableNotes, 'matchId' | 'status'>,
  stored: number,
  following: Following | undefined,
): Promise<Pick<JudgedAll, 'news' | 'findings'>> {
  if (following === undefined) return { news: 0, findings: [] };
  if (status !== 'finished') following.follower.close();
  const notes = await Promise.race([following.notes, sleep(RETURN_MS, undefined, { ref: false })]);
  if (notes === undefined) {
    following.follower.close();
    return {
      news: 0,
      findings: [`${matchId}: its follower did not return within ${RETURN_MS / 1_000} s`],
    };
  }
  const { news, version } = notes;
  const findings = [...notes.findings];
  if (status === 'finished' && findings.length === 0 && version !== stored)
    findings.push(`${matchId}: its follower saw version ${version} of ${stored} last`);
  if (version > stored) findings.push(`${matchId}: its follower saw version ${version}, which is not stored`);
  return { news, findings };
}

async function storedRecord(
  cluster: Cluster,
  matchId: string,
  status: string | undefined,
): Promise<RecordLike> {
  return status === 'finished'
    ? await recordOf(cluster, matchId)
    : exportMatch(matchId, { DATABASE_URL: cluster.postgres.url });
}

async function recordOf({ url }: Cluster, matchId: string): Promise<RecordLike> {
  const response = await fetch(`${url}/api/v1/matches/${matchId}/record`);
  if (!response.ok) throw new Error(`${matchId}: the record is answered with ${response.status}`);
  return (await response.json()) as RecordLike;
}
