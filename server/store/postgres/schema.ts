// The tables in PostgreSQL, as numbered steps from nothing to today's.
import type { ClientBase } from 'pg';
import { randomBytes } from '../../../rooms/clockwork.ts';
import { Unusable } from './connection.ts';

/**
 * Never edit a step that was released: append one. The n-th step leads to version n. Texts are compared byte by
 * byte (`COLLATE "C"`): they are ids.
 */
const STEPS: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'matches-and-journal',
    sql: `
      CREATE TABLE quayside.database (
        id integer PRIMARY KEY CHECK (id = 1),
        name text NOT NULL,
        owner text NOT NULL,
        -- Increases with every connection that may write: what an older one still sends is refused.
        fence bigint NOT NULL,
        -- Where its matches are now.
        moved_to text
      );
      -- Apart from it, since a row that changes every second leaves old versions while a long backup reads.
      CREATE TABLE quayside.pulse (
        id integer PRIMARY KEY CHECK (id = 1),
        -- When the owner was last alive; NULL if it does not say, since no other is to replace it.
        seen_at timestamptz
      );
      INSERT INTO quayside.pulse VALUES (1, NULL);
      CREATE TABLE quayside.matches (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        match_id text COLLATE "C" NOT NULL CONSTRAINT matches_by_name UNIQUE,
        game text COLLATE "C" NOT NULL,
        edition text NOT NULL,
        edition_hash text NOT NULL,
        rules_version integer NOT NULL,
        status text COLLATE "C" NOT NULL
          CHECK (status IN ('lobby', 'playing', 'finished', 'frozen', 'abandoned')),
        created_at bigint NOT NULL,
        updated_at bigint NOT NULL,
        wake_at bigint,
        seed text NOT NULL,
        table_json text NOT NULL,
        players_json text NOT NULL,
        result_json text,
        check_sum integer NOT NULL
      );
      CREATE INDEX matches_by_age ON quayside.matches (created_at, id);
      CREATE INDEX matches_by_status ON quayside.matches (status, created_at, id);
      CREATE INDEX matches_to_wake ON quayside.matches (wake_at, id)
        WHERE status = 'playing' AND wake_at IS NOT NULL;

      CREATE TABLE quayside.seats (
        match bigint NOT NULL REFERENCES quayside.matches (id) ON DELETE CASCADE,
        player text COLLATE "C" NOT NULL,
        PRIMARY KEY (player, match)
      );
      CREATE INDEX seats_by_match ON quayside.seats (match);

      -- No reference to the match: checking it would lock and rewrite the match's row at every move.
      CREATE TABLE quayside.journal (
        match bigint NOT NULL,
        version integer NOT NULL,
        seat integer NOT NULL,
        actor text NOT NULL CHECK (actor IN ('player', 'clock', 'bot')),
        decision integer,
        command_json text NOT NULL,
        accepted_at bigint NOT NULL,
        command_id text,
        check_sum integer NOT NULL,
        CONSTRAINT journal_by_version PRIMARY KEY (match, version)
      );
    `,
  },
  {
    name: 'administrators-actions',
    sql: `
      CREATE TABLE quayside.actions (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        action_id text COLLATE "C" NOT NULL CONSTRAINT actions_by_name UNIQUE,
        at bigint NOT NULL,
        by_whom text NOT NULL,
        action text COLLATE "C" NOT NULL,
        match_id text COLLATE "C",
        player text COLLATE "C",
        reason text NOT NULL,
        until_at bigint
      );
      CREATE INDEX actions_by_age ON quayside.actions (at);
      CREATE INDEX actions_by_match ON quayside.actions (match_id) WHERE match_id IS NOT NULL;
      CREATE INDEX actions_by_player ON quayside.actions (player) WHERE player IS NOT NULL;
    `,
  },
  {
    name: 'members-and-owners',
    sql: `
      -- Processes that write, each for as long as it runs.
      CREATE TABLE quayside.members (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- Increases with every connection of it that may write: what an older one still sends is refused.
        fence bigint NOT NULL,
        -- That connection, as the server knows it.
        pid integer NOT NULL,
        began text NOT NULL,
        -- It has the database for itself, with all matches.
        is_alone boolean NOT NULL,
        -- Where others reach it; NULL: not yet.
        address text,
        version text NOT NULL,
        -- The rules it can play: game, version of the rules, hash of the edition.
        rules_json text NOT NULL,
        joined_at timestamptz NOT NULL,
        -- From then on it can write nothing any more.
        gone_at timestamptz
      );
      -- Apart from them, since a row that changes every second leaves old versions while a long backup reads.
      CREATE TABLE quayside.pulses (
        member bigint PRIMARY KEY,
        -- When it was last alive; NULL if it does not say, since no other is to replace it.
        seen_at timestamptz
      );
      ALTER TABLE quayside.matches
        -- The member that has it in memory.
        ADD COLUMN owner bigint,
        -- When it was taken from a member that was gone.
        ADD COLUMN interrupted_at bigint;
      DROP TABLE quayside.pulse;
      -- A process of the older program that still has a connection is refused by this alone.
      ALTER TABLE quayside.database
        DROP COLUMN owner,
        DROP COLUMN fence,
        -- When its matches were last without any process, in the time of the process that came.
        ADD COLUMN up_since bigint NOT NULL DEFAULT 0,
        -- Signs what several processes have in common.
        ADD COLUMN identity_key text;
    `,
  },
  {
    name: 'numbers-of-moved-states',
    sql: `
      ALTER TABLE quayside.matches
        -- No object of the synchronized state that its former owners showed had this number or a higher one.
        ADD COLUMN first_ref bigint;
    `,
  },
  {
    name: 'one-time-for-all',
    sql: `
      -- How far the time of its matches is ahead of the database's, in milliseconds; NULL: it does not say.
      ALTER TABLE quayside.pulses ADD COLUMN ahead double precision;
    `,
  },
  {
    name: 'blocks',
    sql: `
      -- Whom players do not want to hear, or to have at their tables.
      CREATE TABLE quayside.blocks (
        player text COLLATE "C" NOT NULL,
        other text COLLATE "C" NOT NULL,
        block_id text COLLATE "C" NOT NULL,
        name text NOT NULL,
        how text COLLATE "C" NOT NULL,
        at bigint NOT NULL,
        CONSTRAINT blocks_by_player PRIMARY KEY (player, other)
      );
      CREATE INDEX blocks_by_other ON quayside.blocks (other);
    `,
  },
  {
    // Who is told something while away, where, and what is still to be delivered.
    name: 'notices',
    sql: `
      CREATE TABLE quayside.notice_people (
        player text PRIMARY KEY,
        settings_json text NOT NULL,
        changed_at bigint NOT NULL
      );
      CREATE INDEX notice_people_by_change ON quayside.notice_people (changed_at);
      CREATE TABLE quayside.notice_targets (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        target_id text NOT NULL UNIQUE,
        player text NOT NULL,
        type text NOT NULL,
        sealed text NOT NULL,
        name text NOT NULL,
        created_at bigint NOT NULL,
        confirmed_at bigint,
        told_at bigint,
        failing_since bigint,
        failures bigint NOT NULL,
        next_try_at bigint NOT NULL,
        stopped_at bigint,
        claim text NOT NULL DEFAULT ''
      );
      CREATE INDEX notice_targets_by_player ON quayside.notice_targets (player);
      CREATE INDEX notice_targets_by_try ON quayside.notice_targets (next_try_at);
      CREATE INDEX notice_targets_by_claim ON quayside.notice_targets (claim) WHERE claim <> '';
      CREATE TABLE quayside.outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        target bigint NOT NULL REFERENCES quayside.notice_targets (id) ON DELETE CASCADE,
        notice_id text NOT NULL,
        match_id text NOT NULL,
        kind text NOT NULL,
        seat bigint,
        decision bigint,
        deadline bigint,
        at bigint NOT NULL,
        due_at bigint NOT NULL
      );
      CREATE UNIQUE INDEX outbox_by_target ON quayside.outbox (target, notice_id);
      CREATE INDEX outbox_by_match ON quayside.outbox (match_id) WHERE decision IS NOT NULL;
      CREATE INDEX outbox_by_time ON quayside.outbox (due_at);
    `,
  },
  {
    name: 'devices',
    sql: `
      CREATE TABLE quayside.devices (
        device_id text COLLATE "C" CONSTRAINT devices_by_name PRIMARY KEY,
        owner_id text COLLATE "C" NOT NULL,
        player text COLLATE "C" NOT NULL,
        player_name text NOT NULL,
        kind text COLLATE "C" NOT NULL,
        name text NOT NULL,
        scope text NOT NULL,
        created_at bigint NOT NULL,
        used_at bigint NOT NULL,
        expires_at bigint NOT NULL,
        revoked_at bigint,
        generation integer NOT NULL,
        rotated_at bigint NOT NULL,
        seen integer NOT NULL
      );
      CREATE INDEX devices_by_owner ON quayside.devices (owner_id);
      CREATE INDEX devices_by_player ON quayside.devices (player);
      CREATE INDEX devices_by_end ON quayside.devices (expires_at);
      CREATE INDEX revoked_devices ON quayside.devices (revoked_at) WHERE revoked_at IS NOT NULL;
    `,
  },
  {
    name: 'passkeys',
    sql: `
      CREATE TABLE quayside.passkeys (
        passkey_id text COLLATE "C" CONSTRAINT passkeys_by_name PRIMARY KEY,
        player text COLLATE "C" NOT NULL,
        player_name text NOT NULL,
        name text NOT NULL,
        origin text NOT NULL,
        public_key text NOT NULL,
        transports text NOT NULL,
        is_synced integer NOT NULL,
        counter bigint NOT NULL,
        created_at bigint NOT NULL,
        used_at bigint NOT NULL,
        last_use text NOT NULL
      );
      CREATE INDEX passkeys_by_player ON quayside.passkeys (player);
      CREATE TABLE quayside.spent_challenges (
        challenge text COLLATE "C" PRIMARY KEY,
        spent_by text NOT NULL,
        until_at bigint NOT NULL
      );
      CREATE INDEX spent_challenges_by_end ON quayside.spent_challenges (until_at);
    `,
  },
  {
    name: 'accounts',
    sql: `
      ALTER TABLE quayside.devices
        ADD COLUMN account text COLLATE "C" NOT NULL DEFAULT '',
        ADD COLUMN session text COLLATE "C" NOT NULL DEFAULT '';
      CREATE INDEX devices_by_account ON quayside.devices (account) WHERE account <> '';
      CREATE INDEX devices_by_session ON quayside.devices (session) WHERE session <> '';
      CREATE TABLE quayside.accounts (
        account text COLLATE "C" CONSTRAINT accounts_by_name PRIMARY KEY,
        issuer text COLLATE "C" NOT NULL,
        player text COLLATE "C" NOT NULL,
        player_name text NOT NULL,
        created_at bigint NOT NULL,
        used_at bigint NOT NULL,
        CONSTRAINT accounts_of_player UNIQUE (issuer, player)
      );
      CREATE INDEX accounts_by_player ON quayside.accounts (player);
      CREATE INDEX accounts_by_use ON quayside.accounts (used_at);
    `,
  },
  {
    // Who has added a target that is told of one table.
    name: 'hooks of tables',
    sql: `
      ALTER TABLE quayside.notice_targets ADD COLUMN owner text;
      CREATE INDEX notice_targets_by_owner ON quayside.notice_targets (owner) WHERE owner IS NOT NULL;
    `,
  },
  {
    // Players are reminded of start times too.
    name: 'start times',
    sql: `
      DROP INDEX quayside.matches_to_wake;
      CREATE INDEX matches_to_wake ON quayside.matches (wake_at, id) WHERE wake_at IS NOT NULL;
    `,
  },
];

/** Since this version. */
export const WITH_MEMBERS = 3;

/** One process at a time migrates the tables. ASCII `Step`. */
const LOCK = 0x53_74_65_70;

export const SCHEMA_VERSION = STEPS.length;

/** 0: there are no tables yet. */
export async function versionOf(client: ClientBase): Promise<number> {
  const found = await client.query<{ there: boolean }>(
    `SELECT to_regclass('quayside.migrations') IS NOT NULL AS there`,
  );
  if (found.rows[0]?.there !== true) return 0;
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM quayside.migrations',
  );
  return rows[0]?.version ?? 0;
}

/** Migrates the tables; refuses those of a newer program. Returns the version before. `to`: for tests. */
export async function migrate(client: ClientBase, now: number, to = SCHEMA_VERSION): Promise<number> {
  const present = await versionOf(client);
  if (present > SCHEMA_VERSION) {
    throw new Unusable(
      `its tables were made by a newer Quayside (version ${present}, this program knows ${SCHEMA_VERSION})`,
    );
  }
  if (present === SCHEMA_VERSION) return present;
  // Before the transaction: one that is begun already does not see the tables that it has waited for.
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  try {
    await client.query('BEGIN');
    return await climb(client, now, to);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  }
}

/** Within a transaction; another process may have been faster. */
async function climb(client: ClientBase, now: number, to: number): Promise<number> {
  const present = await versionOf(client);
  if (present === 0) {
    await client.query('CREATE SCHEMA IF NOT EXISTS quayside');
    await client.query(
      'CREATE TABLE quayside.migrations (version integer PRIMARY KEY, name text NOT NULL, at bigint NOT NULL)',
    );
  }
  for (const [index, { name, sql }] of STEPS.entries()) {
    if (index < present || index >= to) continue;
    await client.query(sql);
    await client.query('INSERT INTO quayside.migrations VALUES ($1, $2, $3)', [index + 1, name, now]);
    // As of that step: later ones change the row.
    if (index === 0)
      await client.query("INSERT INTO quayside.database VALUES (1, $1, '', 0, NULL)", [
        randomBytes(16).toString('hex'),
      ]);
  }
  await client.query('COMMIT');
  return present;
}
