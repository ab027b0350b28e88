// The tables of the embedded store, as numbered steps from an empty file to today's.
import type { DatabaseSync } from 'node:sqlite';
import { randomBytes } from '../../rooms/clockwork.ts';
import { checkSum, SUMMED_OF_MATCH, SUMMED_OF_ROW } from './rows.ts';

/** Marks a file as ours, so that a wrong path never gets our tables. ASCII `Quay`. */
export const APPLICATION_ID = 0x51_75_61_79;

const BEGINNING = `
  PRAGMA application_id = ${APPLICATION_ID};
  CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
`;

/** Never edit a step that was released: append one. The n-th step leads to version n. */
const STEPS: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'matches-and-journal',
    sql: `
      CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        match_id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        edition TEXT NOT NULL,
        edition_hash TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'frozen', 'abandoned')),
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        wake_at INTEGER,
        seed TEXT NOT NULL,
        table_json TEXT NOT NULL,
        players_json TEXT NOT NULL,
        result_json TEXT
      ) STRICT;
      CREATE INDEX matches_by_age ON matches (created_at);
      CREATE INDEX matches_by_status ON matches (status, created_at);
      CREATE INDEX matches_to_wake ON matches (wake_at) WHERE status = 'playing' AND wake_at IS NOT NULL;

      CREATE TABLE seats (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        player TEXT NOT NULL,
        PRIMARY KEY (player, match)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX seats_by_match ON seats (match);

      CREATE TABLE journal (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        actor TEXT NOT NULL CHECK (actor IN ('player', 'clock', 'bot')),
        decision INTEGER,
        command_json TEXT NOT NULL,
        accepted_at INTEGER NOT NULL,
        PRIMARY KEY (match, version)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE pulse (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
    `,
  },
  {
    name: 'command-ids',
    sql: 'ALTER TABLE journal ADD COLUMN command_id TEXT',
  },
  {
    // Rows of all matches in order of arrival: a commit of many tables writes few pages.
    name: 'journal-by-arrival',
    sql: `
      ALTER TABLE journal RENAME TO journal_by_match;
      CREATE TABLE journal (
        id INTEGER PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        actor TEXT NOT NULL CHECK (actor IN ('player', 'clock', 'bot')),
        decision INTEGER,
        command_json TEXT NOT NULL,
        accepted_at INTEGER NOT NULL,
        command_id TEXT
      ) STRICT;
      INSERT INTO journal (match, version, seat, actor, decision, command_json, accepted_at, command_id)
        SELECT match, version, seat, actor, decision, command_json, accepted_at, command_id
        FROM journal_by_match ORDER BY match, version;
      CREATE UNIQUE INDEX journal_by_version ON journal (match, version);
      DROP TABLE journal_by_match;
    `,
  },
  {
    // Which database this is, which process plays from it, and a checksum of every row.
    name: 'check-sums',
    sql: `
      CREATE TABLE database (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        name TEXT NOT NULL,
        owner TEXT NOT NULL
      ) STRICT;
      INSERT INTO database VALUES (1, new_name(), '');
      ALTER TABLE matches ADD COLUMN check_sum INTEGER NOT NULL DEFAULT 0;
      UPDATE matches SET check_sum = check_sum_of(${SUMMED_OF_MATCH.join(', ')});
      ALTER TABLE journal ADD COLUMN check_sum INTEGER NOT NULL DEFAULT 0;
      UPDATE journal SET check_sum = check_sum_of(
        (SELECT match_id FROM matches WHERE matches.id = journal.match), ${SUMMED_OF_ROW.join(', ')});
    `,
  },
  {
    name: 'administrators-actions',
    sql: `
      CREATE TABLE actions (
        id INTEGER PRIMARY KEY,
        action_id TEXT NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        by_whom TEXT NOT NULL,
        action TEXT NOT NULL,
        match_id TEXT,
        player TEXT,
        reason TEXT NOT NULL,
        until_at INTEGER
      ) STRICT;
      CREATE INDEX actions_by_age ON actions (at);
      CREATE INDEX actions_by_match ON actions (match_id) WHERE match_id IS NOT NULL;
      CREATE INDEX actions_by_player ON actions (player) WHERE player IS NOT NULL;
    `,
  },
  {
    // Whom players do not want to hear, or to have at their tables.
    name: 'blocks',
    sql: `
      CREATE TABLE blocks (
        player TEXT NOT NULL,
        other TEXT NOT NULL,
        block_id TEXT NOT NULL,
        name TEXT NOT NULL,
        how TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (player, other)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX blocks_by_other ON blocks (other);
    `,
  },
  {
    // Who is told something while away, where, and what is still to be delivered.
    name: 'notices',
    sql: `
      CREATE TABLE notice_people (
        player TEXT PRIMARY KEY,
        settings_json TEXT NOT NULL,
        changed_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX notice_people_by_change ON notice_people (changed_at);
      CREATE TABLE notice_targets (
        id INTEGER PRIMARY KEY,
        target_id TEXT NOT NULL UNIQUE,
        player TEXT NOT NULL,
        type TEXT NOT NULL,
        sealed TEXT NOT NULL,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        confirmed_at INTEGER,
        told_at INTEGER,
        failing_since INTEGER,
        failures INTEGER NOT NULL,
        next_try_at INTEGER NOT NULL,
        stopped_at INTEGER,
        claim TEXT NOT NULL DEFAULT ''
      ) STRICT;
      CREATE INDEX notice_targets_by_player ON notice_targets (player);
      CREATE INDEX notice_targets_by_try ON notice_targets (next_try_at);
      CREATE INDEX notice_targets_by_claim ON notice_targets (claim) WHERE claim <> '';
      CREATE TABLE outbox (
        id INTEGER PRIMARY KEY,
        target INTEGER NOT NULL REFERENCES notice_targets (id) ON DELETE CASCADE,
        notice_id TEXT NOT NULL,
        match_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER,
        decision INTEGER,
        deadline INTEGER,
        at INTEGER NOT NULL,
        due_at INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX outbox_by_target ON outbox (target, notice_id);
      CREATE INDEX outbox_by_match ON outbox (match_id) WHERE decision IS NOT NULL;
      CREATE INDEX outbox_by_time ON outbox (due_at);
    `,
  },
  {
    name: 'devices',
    sql: `
      CREATE TABLE devices (
        device_id TEXT PRIMARY KEY,
        owner_id TEXT NOT NULL,
        player TEXT NOT NULL,
        player_name TEXT NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        scope TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        used_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        revoked_at INTEGER,
        generation INTEGER NOT NULL,
        rotated_at INTEGER NOT NULL,
        seen INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX devices_by_owner ON devices (owner_id);
      CREATE INDEX devices_by_player ON devices (player);
      CREATE INDEX devices_by_end ON devices (expires_at);
      CREATE INDEX revoked_devices ON devices (revoked_at) WHERE revoked_at IS NOT NULL;
    `,
  },
  {
    name: 'passkeys',
    sql: `
      CREATE TABLE passkeys (
        passkey_id TEXT PRIMARY KEY,
        player TEXT NOT NULL,
        player_name TEXT NOT NULL,
        name TEXT NOT NULL,
        origin TEXT NOT NULL,
        public_key TEXT NOT NULL,
        transports TEXT NOT NULL,
        is_synced INTEGER NOT NULL,
        counter INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        used_at INTEGER NOT NULL,
        last_use TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX passkeys_by_player ON passkeys (player);
      CREATE TABLE spent_challenges (
        challenge TEXT PRIMARY KEY,
        spent_by TEXT NOT NULL,
        until_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX spent_challenges_by_end ON spent_challenges (until_at);
    `,
  },
  {
    // Who somebody is at the provider, and which devices were signed in there.
    name: 'accounts',
    sql: `
      ALTER TABLE devices ADD COLUMN account TEXT NOT NULL DEFAULT '';
      ALTER TABLE devices ADD COLUMN session TEXT NOT NULL DEFAULT '';
      CREATE INDEX devices_by_account ON devices (account) WHERE account <> '';
      CREATE INDEX devices_by_session ON devices (session) WHERE session <> '';
      CREATE TABLE accounts (
        account TEXT PRIMARY KEY,
        issuer TEXT NOT NULL,
        player TEXT NOT NULL,
        player_name TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        used_at INTEGER NOT NULL,
        UNIQUE (issuer, player)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX accounts_by_player ON accounts (player);
      CREATE INDEX accounts_by_use ON accounts (used_at);
    `,
  },
  {
    // Who has added a target that is told of one table.
    name: 'hooks of tables',
    sql: `
      ALTER TABLE notice_targets ADD COLUMN owner TEXT;
      CREATE INDEX notice_targets_by_owner ON notice_targets (owner) WHERE owner IS NOT NULL;
    `,
  },
  {
    // Players are reminded of start times too.
    name: 'start times',
    sql: `
      DROP INDEX matches_to_wake;
      CREATE INDEX matches_to_wake ON matches (wake_at) WHERE wake_at IS NOT NULL;
    `,
  },
];

export const SCHEMA_VERSION = STEPS.length;

/** The version of a file's tables, 0 for an empty file; throws without writing if the file is not ours. */
export function demandOurs(db: DatabaseSync): number {
  const isEmpty = numberOf(db, 'SELECT count(*) FROM sqlite_schema') === 0;
  if (isEmpty) return 0;
  if (numberOf(db, 'PRAGMA application_id') !== APPLICATION_ID)
    throw new Error('the file is an SQLite database of another program');
  const present = versionOf(db);
  if (present <= SCHEMA_VERSION) return present;
  throw new Error(
    `the file was written by a newer Quayside (tables of version ${present}, this program knows ${SCHEMA_VERSION})`,
  );
}

/**
 * Brings a file up to date; refuses one that is not ours or that a newer program wrote. Writes nothing
 * to one that is up to date. `upTo`: for tests with files of older programs.
 */
export function migrate(db: DatabaseSync, now: number, upTo = SCHEMA_VERSION): number {
  const present = demandOurs(db);
  db.function('check_sum_of', { varargs: true, deterministic: true }, (...values) => checkSum(values));
  db.function('new_name', () => randomBytes(16).toString('hex'));
  for (const [index, step] of STEPS.entries()) {
    const version = index + 1;
    if (version <= present || version > upTo) continue;
    db.exec('BEGIN IMMEDIATE');
    try {
      if (version === 1) db.exec(BEGINNING);
      db.exec(step.sql);
      db.prepare('INSERT INTO migrations VALUES (?, ?, ?)').run(version, step.name, now);
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
  return SCHEMA_VERSION - present;
}

export function versionOf(db: DatabaseSync): number {
  return numberOf(db, 'SELECT coalesce(max(version), 0) FROM migrations');
}

export function numberOf(db: DatabaseSync, sql: string): number {
  const row = db.prepare(sql).get();
  return Number(row === undefined ? 0 : Object.values(row)[0]);
}
