// Notices that are to be delivered, and where to: what is asked of both databases. A notice is written in the
// transaction of what it tells (docs/notifications.md), and removed once it was handed over or withdrawn.
import type { Owed, Owing } from '../../rooms/life/notices.ts';
import type { NoticeKind, TargetType } from '../../shared/protocol/notices.ts';
import type { Statement } from './ledger-statements.ts';

/** Notices that may wait for one target; later ones are not written. */
export const MOST_WAITING = 128;

/** Where a player is told something. */
export interface StoredTarget {
  /** Unguessable. */
  readonly target_id: string;
  /** Who is told: a player, or a table (`hookOf`). */
  readonly player: string;
  /** Of a table, the player who has added it. */
  readonly owner: string | null;
  readonly type: TargetType;
  /** Its address and secrets, encrypted. */
  readonly sealed: string;
  /** As it is shown. */
  readonly name: string;
  readonly created_at: number;
  readonly confirmed_at: number | null;
  readonly told_at: number | null;
  readonly failing_since: number | null;
  readonly failures: number;
  /** It is not tried before; while it is being told something, when another process may take over. */
  readonly next_try_at: number;
  readonly stopped_at: number | null;
}

/** Where a player's deadlines are published: stored among the targets, but told nothing. */
type StoredCalendar = Pick<StoredTarget, 'target_id' | 'player' | 'sealed' | 'created_at'>;

/** A notice with everything that its delivery needs. */
export interface Due extends StoredTarget {
  readonly target: number;
  readonly notice_id: string;
  readonly match_id: string;
  readonly kind: NoticeKind;
  readonly seat: number | null;
  readonly decision: number | null;
  readonly deadline: number | null;
  readonly at: number;
  readonly settings_json: string | null;
}

export interface OutboxReads {
  /** Players with a target that is told something, changed since then. */
  reachable: {
    readonly args: readonly [since: number];
    readonly row: { player: string; is_reachable: number | boolean; changed_at: number };
  };
  person: { readonly args: readonly [player: string]; readonly row: { settings_json: string } };
  targets: { readonly args: readonly [player: string]; readonly row: StoredTarget };
  target: { readonly args: readonly [targetId: string]; readonly row: StoredTarget };
  /** Those that `claim` has taken under this name, with what is due. */
  claimed: { readonly args: readonly [claim: string, now: number, most: number]; readonly row: Due };
  /** When something is due next, later than `now`. */
  next: { readonly args: readonly [now: number]; readonly row: { at: number | null } };
  calendarOf: { readonly args: readonly [player: string]; readonly row: { created_at: number } };
  calendar: {
    readonly args: readonly [id: string];
    readonly row: { player: string; sealed: string; settings_json: string | null };
  };
  calendars: { readonly args: readonly []; readonly row: { calendars: number } };
  counts: { readonly args: readonly []; readonly row: OutboxCounts };
  /** `overdue`: could have been delivered by then. */
  countsByType: {
    readonly args: readonly [by: number];
    readonly row: OutboxCounts & { type: TargetType; overdue: number };
  };
  /** Since when an administrator has stopped all sending; no row: nobody has. */
  stopped: { readonly args: readonly []; readonly row: { since: number } };
}

/** In the place of a player, the switch that stops all sending. */
const EVERYBODY = '';
const STOPPED = 'stopped';

interface OutboxCounts {
  readonly waiting: number;
  readonly targets: number;
  readonly failing: number;
  readonly stopped: number;
}

/** How a delivery ended. */
interface Delivered {
  readonly claim: string;
  readonly targetId: string;
  readonly now: number;
}

export interface OutboxWrites {
  keepPerson: readonly [player: string, settings: string, now: number];
  addTarget: readonly [target: StoredTarget];
  confirmTarget: readonly [targetId: string, now: number];
  /** Its address is another one, at which nothing has failed yet. */
  renewTarget: readonly [target: Pick<StoredTarget, 'target_id' | 'player' | 'sealed' | 'name'>, now: number];
  removeTarget: readonly [player: string, targetId: string, now: number];
  /** Takes some targets for which something is due, so that nobody else tells them anything until then. */
  claim: readonly [claim: string, now: number, until: number, most: number];
  /** The target is left alone until then; what comes meanwhile is told together. */
  handedOver: readonly [delivered: Delivered, noticeIds: readonly string[], restsUntil: number];
  /** Not counted as a failure. */
  put: readonly [delivered: Delivered, noticeIds: readonly string[], dueAt: number];
  failed: readonly [delivered: Delivered, nextTryAt: number, stops: boolean];
  /** What could not be delivered, and targets that were not confirmed, for a day. */
  dropOld: readonly [before: number];
  /** Claims of a process that has ended. */
  unclaim: readonly [now: number];
  /** Takes the place of the player's earlier one. */
  keepCalendar: readonly [calendar: StoredCalendar];
  dropCalendar: readonly [player: string];
  forgetPerson: readonly [player: string];
  /** Nothing is claimed any more, by any process, until `resume`. */
  stop: readonly [now: number];
  resume: readonly [now: number];
}

/** The statements of both databases, with placeholders `$1`, `$2` … */
export interface Outbox {
  readOutbox<Name extends keyof OutboxReads>(
    name: Name,
    ...args: OutboxReads[Name]['args']
  ): Promise<readonly OutboxReads[Name]['row'][]>;
  writeOutbox<Name extends keyof OutboxWrites>(name: Name, ...args: OutboxWrites[Name]): Promise<void>;
}

type Reads = { readonly [Name in keyof OutboxReads]: (...args: OutboxReads[Name]['args']) => Statement };
type Writes = {
  readonly [Name in keyof OutboxWrites]: (...args: OutboxWrites[Name]) => readonly Statement[];
};

interface Words {
  readonly schema: string;
  readonly greater: string;
  readonly textsOf: (json: string) => string;
  /** The process that has a match in memory delivers for it, knowing who is connected to it. */
  readonly isOthers: ((matchId: string) => string) | undefined;
}

export const TARGET_COLUMNS = [
  'target_id',
  'player',
  'owner',
  'type',
  'sealed',
  'name',
  'created_at',
  'confirmed_at',
  'told_at',
  'failing_since',
  'failures',
  'next_try_at',
  'stopped_at',
] as const satisfies readonly (keyof StoredTarget)[];

export const OUTBOX_COLUMNS = [
  'target',
  'notice_id',
  'match_id',
  'kind',
  'seat',
  'decision',
  'deadline',
  'at',
  'due_at',
] as const;

export function outboxStatements({ schema, greater, textsOf, isOthers }: Words) {
  const outbox = `${schema}outbox`;
  const targets = `${schema}notice_targets`;
  const people = `${schema}notice_people`;
  const usable = "t.confirmed_at IS NOT NULL AND t.stopped_at IS NULL AND t.type <> 'calendar'";
  const isStopped = `SELECT 1 FROM ${people} WHERE player = '${EVERYBODY}' AND settings_json = '${STOPPED}'`;
  const mine = isOthers === undefined ? 'true' : `NOT ${isOthers('o.match_id')}`;
  const isAmong = (column: string, json: string) =>
    `${column} IN (SELECT CAST(value AS bigint) FROM (${textsOf(json)}) AS listed)`;
  /** By their own ids: SQLite gives the number of a row that was withdrawn to the next one. */
  const isTold = (targetId: string, json: string) =>
    `target = (SELECT id FROM ${targets} WHERE target_id = ${targetId})
      AND notice_id IN (SELECT value FROM (${textsOf(json)}) AS listed)`;
  /** Other processes learn of it by the time. */
  const changed = (player: string, now: number): Statement => ({
    text: `INSERT INTO ${people} (player, settings_json, changed_at) VALUES ($1, '', $2)
      ON CONFLICT (player) DO UPDATE SET changed_at = excluded.changed_at`,
    values: [player, now],
  });

  const dropCalendar = (player: string): Statement => ({
    text: `DELETE FROM ${targets} WHERE player = $1 AND type = 'calendar'`,
    values: [player],
  });

  const reads: Reads = {
    reachable: (since) => ({
      text: `SELECT p.player, p.changed_at,
          EXISTS (SELECT 1 FROM ${targets} t WHERE t.player = p.player AND ${usable}) AS is_reachable
        FROM ${people} p WHERE p.changed_at >= $1`,
      values: [since],
    }),
    person: (player) => ({
      text: `SELECT settings_json FROM ${people} WHERE player = $1`,
      values: [player],
    }),
    targets: (player) => ({
      text: `SELECT ${TARGET_COLUMNS.join(', ')} FROM ${targets} WHERE (player = $1 OR owner = $1) AND type <> 'calendar' ORDER BY id`,
      values: [player],
    }),
    target: (targetId) => ({
      text: `SELECT ${TARGET_COLUMNS.join(', ')} FROM ${targets} WHERE target_id = $1`,
      values: [targetId],
    }),
    claimed: (claim, now, most) => ({
      text: `SELECT o.target, o.notice_id, o.match_id, o.kind, o.seat, o.decision, o.deadline, o.at, p.settings_json,
          ${TARGET_COLUMNS.map((name) => `t.${name}`).join(', ')}
        FROM ${targets} t JOIN ${outbox} o ON o.target = t.id LEFT JOIN ${people} p ON p.player = t.player
        WHERE t.claim = $1 AND o.due_at <= $2 AND ${mine} ORDER BY o.target, o.at, o.id LIMIT $3`,
      values: [claim, now, most],
    }),
    next: (now) => ({
      text: `SELECT min(at) AS at FROM (
          SELECT min(due_at) AS at FROM ${outbox} WHERE due_at > $1
          UNION ALL SELECT min(next_try_at) FROM ${targets} WHERE next_try_at > $1) AS soon`,
      values: [now],
    }),
    calendarOf: (player) => ({
      text: `SELECT created_at FROM ${targets} WHERE player = $1 AND type = 'calendar'`,
      values: [player],
    }),
    calendar: (id) => ({
      text: `SELECT t.player, t.sealed, p.settings_json FROM ${targets} t
        LEFT JOIN ${people} p ON p.player = t.player WHERE t.target_id = $1 AND t.type = 'calendar'`,
      values: [id],
    }),
    calendars: () => ({
      text: `SELECT count(*) AS calendars FROM ${targets} WHERE type = 'calendar'`,
      values: [],
    }),
    counts: () => ({
      text: `SELECT (SELECT count(*) FROM ${outbox}) AS waiting, count(*) AS targets,
          count(CASE WHEN failing_since IS NOT NULL AND stopped_at IS NULL THEN 1 END) AS failing,
          count(stopped_at) AS stopped FROM ${targets} WHERE type <> 'calendar'`,
      values: [],
    }),
    countsByType: (by) => ({
      text: `SELECT t.type, count(*) AS targets,
          count(CASE WHEN t.failing_since IS NOT NULL AND t.stopped_at IS NULL THEN 1 END) AS failing,
          count(t.stopped_at) AS stopped, CAST(coalesce(sum(w.waiting), 0) AS bigint) AS waiting,
          CAST(coalesce(sum(w.overdue), 0) AS bigint) AS overdue
        FROM ${targets} t LEFT JOIN (
          SELECT target, count(*) AS waiting, count(CASE WHEN due_at <= $1 THEN 1 END) AS overdue
          FROM ${outbox} GROUP BY target) w ON w.target = t.id
        WHERE t.type <> 'calendar' GROUP BY t.type ORDER BY t.type`,
      values: [by],
    }),
    stopped: () => ({
      text: `SELECT changed_at AS since FROM ${people} WHERE player = '${EVERYBODY}' AND settings_json = '${STOPPED}'`,
      values: [],
    }),
  };

  const keep = (player: string, settings: string, now: number): Statement => ({
    text: `INSERT INTO ${people} (player, settings_json, changed_at) VALUES ($1, $2, $3)
      ON CONFLICT (player) DO UPDATE SET settings_json = excluded.settings_json, changed_at = excluded.changed_at`,
    values: [player, settings, now],
  });

  const writes: Writes = {
    keepPerson: (player, settings, now) => [keep(player, settings, now)],
    stop: (now) => [keep(EVERYBODY, STOPPED, now)],
    resume: (now) => [keep(EVERYBODY, '', now)],
    addTarget: (target) => [
      {
        text: `INSERT INTO ${targets} (${TARGET_COLUMNS.join(', ')})
          VALUES (${TARGET_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT (target_id) DO NOTHING`,
        values: TARGET_COLUMNS.map((name) => target[name]),
      },
      changed(target.player, target.created_at),
    ],
    confirmTarget: (targetId, now) => [
      {
        text: `UPDATE ${targets} SET confirmed_at = $2 WHERE target_id = $1 AND confirmed_at IS NULL`,
        values: [targetId, now],
      },
      {
        text: `UPDATE ${people} SET changed_at = $2 WHERE player IN (SELECT player FROM ${targets} WHERE target_id = $1)`,
        values: [targetId, now],
      },
    ],
    renewTarget: ({ target_id, player, sealed, name }, now) => [
      {
        text: `UPDATE ${targets} SET sealed = $2, name = $3, failures = 0, failing_since = NULL, stopped_at = NULL
          WHERE target_id = $1`,
        values: [target_id, sealed, name],
      },
      changed(player, now),
    ],
    removeTarget: (player, targetId, now) => [
      { text: `DELETE FROM ${targets} WHERE player = $1 AND target_id = $2`, values: [player, targetId] },
      changed(player, now),
    ],
    claim: (claim, now, until, most) => [
      {
        text: `UPDATE ${targets} SET claim = $1, next_try_at = $3 WHERE next_try_at <= $2 AND id IN (
          SELECT DISTINCT o.target FROM ${outbox} o JOIN ${targets} t ON t.id = o.target
          WHERE o.due_at <= $2 AND t.next_try_at <= $2 AND ${usable} AND ${mine} LIMIT $4)
          AND NOT EXISTS (${isStopped})`,
        values: [claim, now, until, most],
      },
    ],
    handedOver: ({ claim, targetId, now }, noticeIds, restsUntil) => [
      {
        text: `DELETE FROM ${outbox} WHERE ${isTold('$1', '$2')}`,
        values: [targetId, JSON.stringify(noticeIds)],
      },
      {
        text: `UPDATE ${targets} SET claim = '', next_try_at = $4, failures = 0, failing_since = NULL, told_at = $3
          WHERE target_id = $2 AND claim = $1`,
        values: [claim, targetId, now, restsUntil],
      },
    ],
    put: ({ claim, targetId }, noticeIds, dueAt) => [
      {
        text: `UPDATE ${outbox} SET due_at = $3 WHERE ${isTold('$1', '$2')}`,
        values: [targetId, JSON.stringify(noticeIds), dueAt],
      },
      {
        text: `UPDATE ${targets} SET claim = '', next_try_at = 0 WHERE target_id = $2 AND claim = $1`,
        values: [claim, targetId],
      },
    ],
    failed: ({ claim, targetId, now }, nextTryAt, stops) => [
      {
        text: `UPDATE ${targets} SET claim = '', next_try_at = $3, failures = failures + 1,
            failing_since = coalesce(failing_since, $4), stopped_at = CASE WHEN $5 = 1 THEN $4 END
          WHERE target_id = $2 AND claim = $1`,
        values: [claim, targetId, nextTryAt, now, stops ? 1 : 0],
      },
      {
        text: stops
          ? `DELETE FROM ${outbox} WHERE target = (SELECT id FROM ${targets} WHERE target_id = $1) AND due_at < $2`
          : `UPDATE ${outbox} SET due_at = $2
             WHERE target = (SELECT id FROM ${targets} WHERE target_id = $1) AND due_at < $2`,
        values: [targetId, stops ? Number.MAX_SAFE_INTEGER : nextTryAt],
      },
      ...(stops
        ? [
            {
              text: `UPDATE ${people} SET changed_at = $2
                WHERE player IN (SELECT player FROM ${targets} WHERE target_id = $1)`,
              values: [targetId, now],
            },
          ]
        : []),
    ],
    dropOld: (before) => [
      { text: `DELETE FROM ${outbox} WHERE at < $1 AND due_at < $1`, values: [before] },
      {
        text: `DELETE FROM ${targets} WHERE confirmed_at IS NULL AND created_at < $1`,
        values: [before],
      },
    ],
    unclaim: (now) => [
      {
        text: `UPDATE ${targets} SET claim = '', next_try_at = $1 WHERE claim <> ''`,
        values: [now],
      },
    ],
    keepCalendar: ({ target_id, player, sealed, created_at }) => [
      dropCalendar(player),
      {
        text: `INSERT INTO ${targets} (target_id, player, type, sealed, name, created_at, confirmed_at, failures, next_try_at)
          VALUES ($1, $2, 'calendar', $3, '', $4, $4, 0, 0)`,
        values: [target_id, player, sealed, created_at],
      },
    ],
    dropCalendar: (player) => [dropCalendar(player)],
    forgetPerson: (player) => [
      {
        text: `DELETE FROM ${people} WHERE player IN (SELECT player FROM ${targets} WHERE owner = $1)`,
        values: [player],
      },
      { text: `DELETE FROM ${targets} WHERE player = $1 OR owner = $1`, values: [player] },
      { text: `DELETE FROM ${people} WHERE player = $1`, values: [player] },
    ],
  };

  /** Written together with what it tells. Nothing is written for a player without a target. */
  const insert = (matchId: string, owed: Owed): Statement => ({
    text: `INSERT INTO ${outbox} (${OUTBOX_COLUMNS.join(', ')})
      SELECT t.id, CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS bigint), CAST($5 AS bigint),
        CAST($6 AS bigint), CAST($7 AS bigint),
        CASE WHEN t.failures > 0 THEN ${greater}(CAST($8 AS bigint), t.next_try_at) ELSE CAST($8 AS bigint) END
      FROM ${targets} t WHERE t.player = $9 AND ${usable}
        AND (SELECT count(*) FROM ${outbox} w WHERE w.target = t.id) < ${MOST_WAITING}
      ON CONFLICT (target, notice_id) DO NOTHING`,
    values: [
      owed.id,
      matchId,
      owed.kind,
      owed.seat,
      owed.decision,
      owed.deadline,
      owed.at,
      owed.dueAt,
      owed.player,
    ],
  });
  const withdraw = (matchId: string, open: readonly number[]): Statement => ({
    text: `DELETE FROM ${outbox} WHERE match_id = $1 AND decision IS NOT NULL
      AND NOT (${isAmong('decision', '$2')})`,
    values: [matchId, textOf(open)],
  });
  const told = (matchId: string, { owed, open }: Owing): Statement[] => [
    ...(open === undefined ? [] : [withdraw(matchId, open)]),
    ...owed.map((one) => insert(matchId, one)),
  ];
  return { reads, writes, told };
}

function textOf(numbers: readonly number[]): string {
  return JSON.stringify(numbers.map(String));
}
