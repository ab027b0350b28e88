// Compares what the targets were told with the decisions of the stored matches: none lost, none doubled, none late.
import type { Game } from '../../shared/kernel/game.ts';
import { replay } from '../../shared/kernel/replay.ts';
import type { RecordLike } from '../check.ts';
import { Histogram, type Latency, latencyOf } from '../histogram.ts';
import type { Arrival, HookTarget } from './hooks.ts';
import type { ToldPlayer } from './told-table.ts';

/** A decision of a stored match. */
export interface OpenedDecision {
  readonly id: number;
  readonly seat: number;
  readonly openedAt: number;
  /** `undefined`: still open. */
  readonly closedAt: number | undefined;
}

export interface JudgedMatch {
  readonly matchId: string;
  /** By seat. */
  readonly players: readonly ToldPlayer[];
  readonly decisions: readonly OpenedDecision[];
  /** What tells of them; by default that it is somebody’s turn. */
  readonly kind?: 'your-turn' | 'start-near';
}

export interface JudgeRules {
  /** A decision that was open for so long must have been told; other ones may have been. */
  readonly longMs: number;
  /** What was answered that long before must not be sent. */
  readonly lateMs: number;
  /** What is left of a time without that in which servers were hindered, and what came before it. */
  readonly undisturbedMs: (from: number, until: number) => number;
  readonly now: number;
}

export interface JudgedNotices {
  readonly decisions: number;
  /** Of these, start times, for each of the players. */
  readonly starts: number;
  readonly told: number;
  /** Told again under the same id, after an answer that was not clear. */
  readonly again: number;
  /** Answered before anybody was told. */
  readonly withdrawn: number;
  /** From the decision to the target, of targets that listen, while nothing failed. */
  readonly handedOver: Latency | undefined;
  readonly findings: readonly string[];
}

type Timed = RecordLike['entries'][number] & { readonly at: number };

export function decisionsOf(game: Game, record: RecordLike & { readonly startedAt?: number | null }) {
  const opened = new Map<number, OpenedDecision>();
  const note = (open: readonly { readonly id: number; readonly seat: number }[], at: number) => {
    for (const one of opened.values())
      if (one.closedAt === undefined && !open.some(({ id }) => id === one.id))
        opened.set(one.id, { ...one, closedAt: at });
    for (const { id, seat } of open)
      if (!opened.has(id)) opened.set(id, { id, seat, openedAt: at, closedAt: undefined });
  };
  const beginning = { ...record, seed: record.deal?.seed ?? record.seed };
  note(replay(game, beginning, []).decisions(), record.startedAt ?? 0);
  replay(game, beginning, record.entries, (match, entry) => note(match.decisions(), (entry as Timed).at));
  return [...opened.values()];
}

export function judgeNotices(
  matches: readonly JudgedMatch[],
  rules: JudgeRules,
  isCalm: (arrival: Arrival) => boolean = () => true,
): JudgedNotices {
  const findings: string[] = [];
  const sums = { decisions: 0, starts: 0, told: 0, again: 0, withdrawn: 0 };
  const times = new Histogram();
  for (const { matchId, players, decisions, kind = 'your-turn' } of matches) {
    const arrivals = arrivalsOf(matchId, players, kind);
    for (const decision of decisions) {
      sums.decisions += 1;
      if (kind === 'start-near') sums.starts += 1;
      for (const target of players[decision.seat]?.targets ?? []) {
        const came = arrivals.get(target)?.get(decision.id) ?? [];
        const [first] = came;
        for (const fault of faultsOf(decision, target, came, rules))
          findings.push(`${matchId}: decision ${decision.id}, ${target.url}: ${fault}`);
        if (first === undefined) {
          sums.withdrawn += 1;
          continue;
        }
        sums.told += 1;
        sums.again += came.length - 1;
        if (kind === 'your-turn' && target.isSteady && isCalm(first)) times.add(first.at - decision.openedAt);
      }
    }
    const known = new Set(decisions.map(({ id }) => id));
    for (const [target, told] of arrivals)
      for (const id of told.keys())
        if (!known.has(id))
          findings.push(`${matchId}: ${target.url} was told of decision ${id}, which is not stored`);
  }
  return { ...sums, handedOver: latencyOf(times), findings };
}

type ByDecision = ReadonlyMap<number, readonly Arrival[]>;

function arrivalsOf(
  matchId: string,
  players: readonly ToldPlayer[],
  kind: NonNullable<JudgedMatch['kind']>,
): ReadonlyMap<HookTarget, ByDecision> {
  const targets = players.flatMap((player) => player.targets);
  return new Map(
    targets.map((target) => {
      const mine = target.arrivals.filter(({ notice }) => notice.matchId === matchId && notice.kind === kind);
      return [target, Map.groupBy(mine, ({ notice }) => notice.decision ?? notice.deadline ?? -1)];
    }),
  );
}

function* faultsOf(
  decision: OpenedDecision,
  target: HookTarget,
  came: readonly Arrival[],
  { longMs, lateMs, undisturbedMs, now }: JudgeRules,
): Iterable<string> {
  const { closedAt } = decision;
  if (came.length === 0) {
    const open = undisturbedMs(decision.openedAt, closedAt ?? now);
    const mayMiss = target.mood === 'dead' || (!target.isSteady && closedAt !== undefined);
    if (!mayMiss && open >= longMs) yield `lost, although it was open for ${Math.round(open)} ms`;
    return;
  }
  if (new Set(came.map(({ notice }) => notice.id)).size > 1) yield 'told twice under different ids';
  for (const [index, { life }] of came.entries()) {
    const before = came[index - 1];
    if (before?.isClear === true && before.life === life)
      yield 'told again although it was answered clearly and nothing failed';
  }
  for (const { sentAt } of came)
    if (closedAt !== undefined && undisturbedMs(closedAt, sentAt) > lateMs)
      yield `told ${sentAt - closedAt} ms after its answer`;
}
