// The devices and programs that may act for a person, as they are stored: no secret is among it.
import type { Statement } from './ledger-statements.ts';

/**
 * `invited`: a link for a device, and a device that was admitted by it until it has its tokens. `keys`: all tokens of a person that belong to no device,
 * once something is known about them.
 */
type DeviceKind = 'device' | 'invited' | 'program' | 'keys';

export interface Device {
  readonly id: string;
  /** Who may list and revoke it. */
  readonly owner: string;
  /** For whom it acts, and under which name. */
  readonly player: string;
  readonly playerName: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly scope: 'play' | 'read';
  /** Times are milliseconds since 1970. */
  readonly createdAt: number;
  readonly usedAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  /** Of the refresh token that is valid now. */
  readonly generation: number;
  readonly rotatedAt: number;
  /** The newest generation of which an access token has come back. */
  readonly seen: number;
  /** At the provider, if it was signed in there; otherwise empty, like its session there. */
  readonly account: string;
  readonly session: string;
}

/** Who somebody is at the provider, and here. */
export interface Account {
  /** Issuer and subject, as `accountOf` writes them. */
  readonly account: string;
  readonly issuer: string;
  readonly player: string;
  readonly playerName: string;
  readonly createdAt: number;
  readonly usedAt: number;
}

/** An issuer's address has no fragment. */
export function accountOf(issuer: string, subject: string): string {
  return `${issuer}#${subject}`;
}

/**
 * `id`: one, whatever its state; `owner`, `account`, `session`: those that can still be used; `revokedSince`: by
 * anybody.
 */
export type DeviceFilter = (
  | { readonly id: string }
  | { readonly owner: string; readonly now: number }
  | { readonly account: string; readonly now: number }
  | { readonly session: string; readonly now: number }
  | { readonly revokedSince: number; readonly now: number }
) & { readonly limit: number };

export type DeviceChange =
  | { readonly kind: 'add'; readonly device: Device }
  /** To the generation after this one, unless that has happened already. Nothing prolongs what was signed in. */
  | {
      readonly kind: 'rotate';
      readonly id: string;
      readonly generation: number;
      readonly at: number;
      readonly expiresAt: number;
    }
  | { readonly kind: 'note'; readonly id: string; readonly at: number; readonly seen: number }
  | { readonly kind: 'rename'; readonly player: string; readonly name: string }
  /** `until`: when its last token would end, if that is later than known. */
  | {
      readonly kind: 'revoke';
      readonly owner: string;
      readonly id: string;
      readonly at: number;
      readonly until: number;
    }
  /** Unless the account or, at this issuer, the player is linked already. */
  | { readonly kind: 'link'; readonly link: Account }
  | { readonly kind: 'use-account'; readonly account: string; readonly at: number }
  /** Removes the person: what is left says only which tokens are dead. */
  | { readonly kind: 'forget'; readonly player: string; readonly at: number }
  | { readonly kind: 'drop-old'; readonly now: number };

export interface DeviceBook {
  /** Those used last come first. */
  devices(filter: DeviceFilter): Promise<readonly Device[]>;
  accounts(filter: { readonly account: string } | { readonly player: string }): Promise<readonly Account[]>;
  /** All of them or none, in order. */
  changeDevices(changes: readonly DeviceChange[]): Promise<void>;
}

/** Revoked devices stay for longer than their last access token lives: until then every process must know them. */
export const REVOKED_KEPT_MS = 2 * 3_600_000;
/** An account is forgotten if nobody has signed in for so long, and no device of the player is left. */
export const ACCOUNT_KEPT_MS = 2 * 365 * 86_400_000;
/** A person has one for each provider that this server has had. */
const MOST_ACCOUNTS = 20;
/** Rows removed at once. */
const DROPPED = 5_000;

/** As both databases name them. */
export const DEVICE_COLUMNS = [
  'device_id',
  'owner_id',
  'player',
  'player_name',
  'kind',
  'name',
  'scope',
  'created_at',
  'used_at',
  'expires_at',
  'revoked_at',
  'generation',
  'rotated_at',
  'seen',
  'account',
  'session',
] as const;

export const ACCOUNT_COLUMNS = [
  'account',
  'issuer',
  'player',
  'player_name',
  'created_at',
  'used_at',
] as const;

type Columns = Readonly<Record<(typeof DEVICE_COLUMNS)[number], string | number | null>>;
type AccountRow = Readonly<Record<(typeof ACCOUNT_COLUMNS)[number], string | number>>;

export function deviceOf(columns: Columns): Device {
  const revokedAt = columns.revoked_at;
  return {
    id: String(columns.device_id),
    owner: String(columns.owner_id),
    player: String(columns.player),
    playerName: String(columns.player_name),
    kind: columns.kind as DeviceKind,
    name: String(columns.name),
    scope: columns.scope === 'read' ? 'read' : 'play',
    createdAt: Number(columns.created_at),
    usedAt: Number(columns.used_at),
    expiresAt: Number(columns.expires_at),
    revokedAt: revokedAt === null ? null : Number(revokedAt),
    generation: Number(columns.generation),
    rotatedAt: Number(columns.rotated_at),
    seen: Number(columns.seen),
    account: String(columns.account),
    session: String(columns.session),
  };
}

export function storedAccountOf(columns: AccountRow): Account {
  return {
    account: String(columns.account),
    issuer: String(columns.issuer),
    player: String(columns.player),
    playerName: String(columns.player_name),
    createdAt: Number(columns.created_at),
    usedAt: Number(columns.used_at),
  };
}

function valuesOf(one: Device): (string | number | null)[] {
  const who = [one.id, one.owner, one.player, one.playerName, one.kind, one.name, one.scope];
  const times = [one.createdAt, one.usedAt, one.expiresAt, one.revokedAt];
  return [...who, ...times, one.generation, one.rotatedAt, one.seen, one.account, one.session];
}

/** The same in both databases, except for the table's name and the word for the greater of two numbers. */
export class DeviceStatements {
  readonly #table: string;
  readonly #accounts: string;
  readonly #greater: string;

  constructor(schema: string, greater: string) {
    this.#table = `${schema}devices`;
    this.#accounts = `${schema}accounts`;
    this.#greater = greater;
  }

  find(filter: DeviceFilter): Statement {
    const select = `SELECT ${DEVICE_COLUMNS.join(', ')} FROM ${this.#table}`;
    const { limit } = filter;
    if ('id' in filter)
      return { text: `${select} WHERE device_id = $1 LIMIT $2`, values: [filter.id, limit] };
    const alive = 'expires_at > $2 AND revoked_at IS NULL ORDER BY used_at DESC, device_id LIMIT $3';
    if ('owner' in filter)
      return {
        text: `${select} WHERE owner_id = $1 AND ${alive}`,
        values: [filter.owner, filter.now, limit],
      };
    if ('account' in filter)
      return {
        text: `${select} WHERE account = $1 AND account <> '' AND ${alive}`,
        values: [filter.account, filter.now, limit],
      };
    if ('session' in filter)
      return {
        text: `${select} WHERE session = $1 AND session <> '' AND ${alive}`,
        values: [filter.session, filter.now, limit],
      };
    return {
      text: `${select} WHERE revoked_at >= $1 AND expires_at > $2 ORDER BY revoked_at DESC, device_id LIMIT $3`,
      values: [filter.revokedSince, filter.now, limit],
    };
  }

  findAccounts(filter: { readonly account: string } | { readonly player: string }): Statement {
    const [column, value] =
      'account' in filter ? (['account', filter.account] as const) : (['player', filter.player] as const);
    return {
      text: `SELECT ${ACCOUNT_COLUMNS.join(', ')} FROM ${this.#accounts} WHERE ${column} = $1
        ORDER BY created_at, account LIMIT $2`,
      values: [value, MOST_ACCOUNTS],
    };
  }

  change(change: DeviceChange): readonly Statement[] {
    const table = this.#table;
    const accounts = this.#accounts;
    // What was signed in ends on its day, and takes those with it that it has invited.
    const end = `CASE WHEN kind = 'invited' THEN coalesce((SELECT max(h.expires_at) FROM ${table} h
      WHERE h.account = ${table}.account AND h.session = ${table}.session AND h.kind = 'device'), expires_at)
      ELSE expires_at END`;
    switch (change.kind) {
      case 'add':
        return [
          {
            text: `INSERT INTO ${table} (${DEVICE_COLUMNS.join(', ')})
              VALUES (${DEVICE_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
              ON CONFLICT (device_id) DO NOTHING`,
            values: valuesOf(change.device),
          },
        ];
      case 'rotate':
        return [
          {
            text: `UPDATE ${table} SET generation = $2 + 1, rotated_at = $3, used_at = $3, kind = 'device',
                expires_at = CASE WHEN account = '' THEN $4 ELSE ${end} END
              WHERE device_id = $1 AND generation <= $2 AND revoked_at IS NULL AND expires_at > $3`,
            values: [change.id, change.generation, change.at, change.expiresAt],
          },
        ];
      case 'note':
        return [
          {
            text: `UPDATE ${table} SET used_at = ${this.#greater}(used_at, $2), seen = ${this.#greater}(seen, $3)
              WHERE device_id = $1`,
            values: [change.id, change.at, change.seen],
          },
        ];
      case 'rename':
        return [
          {
            text: `UPDATE ${table} SET player_name = $2 WHERE player = $1`,
            values: [change.player, change.name],
          },
          {
            text: `UPDATE ${accounts} SET player_name = $2 WHERE player = $1`,
            values: [change.player, change.name],
          },
        ];
      case 'revoke':
        return [
          {
            text: `UPDATE ${table} SET revoked_at = $3, expires_at = ${this.#greater}(expires_at, $4)
              WHERE device_id = $2 AND owner_id = $1 AND revoked_at IS NULL`,
            values: [change.owner, change.id, change.at, change.until],
          },
        ];
      case 'forget':
        return [
          {
            text: `UPDATE ${table} SET revoked_at = coalesce(revoked_at, $2), owner_id = '', player = '',
                player_name = '', name = '', account = '', session = ''
              WHERE owner_id = $1 OR player = $1`,
            values: [change.player, change.at],
          },
          { text: `DELETE FROM ${accounts} WHERE player = $1`, values: [change.player] },
        ];
      case 'link': {
        const { account, issuer, player, playerName, createdAt, usedAt } = change.link;
        return [
          {
            text: `INSERT INTO ${accounts} (${ACCOUNT_COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6)
              ON CONFLICT DO NOTHING`,
            values: [account, issuer, player, playerName, createdAt, usedAt],
          },
        ];
      }
      case 'use-account':
        return [
          {
            text: `UPDATE ${accounts} SET used_at = ${this.#greater}(used_at, $2) WHERE account = $1`,
            values: [change.account, change.at],
          },
        ];
      case 'drop-old':
        return [
          {
            text: `DELETE FROM ${table} WHERE device_id IN (SELECT device_id FROM ${table}
              WHERE expires_at <= $1 OR (revoked_at < $2 AND kind IN ('device', 'invited')) LIMIT ${DROPPED})`,
            values: [change.now, change.now - REVOKED_KEPT_MS],
          },
          {
            text: `DELETE FROM ${accounts} WHERE used_at < $1
              AND NOT EXISTS (SELECT 1 FROM ${table} d WHERE d.player = ${accounts}.player)`,
            values: [change.now - ACCOUNT_KEPT_MS],
          },
        ];
    }
  }
}
