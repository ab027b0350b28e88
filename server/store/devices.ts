// The devices and programs that may act for a person, as they are stored: no secret is among it.
import type { Statement } from './ledger-statements.ts';

/**
 * `invited`: a link for a device that nobody has opened yet. `keys`: all tokens of a person that belong to no device,
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
}

/** `id`: one, whatever its state; `owner`: those that can still be used; `revokedSince`: by anybody. */
export type DeviceFilter = (
  | { readonly id: string }
  | { readonly owner: string; readonly now: number }
  | { readonly revokedSince: number; readonly now: number }
) & { readonly limit: number };

export type DeviceChange =
  | { readonly kind: 'add'; readonly device: Device }
  /** To the generation after this one, unless that has happened already. */
  | {
      readonly kind: 'rotate';
      readonly id: string;
      readonly generation: number;
      readonly at: number;
      readonly expiresAt: number;
      /** Of a device that was invited. */
      readonly name: string | null;
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
  /** Removes the person: what is left says only which tokens are dead. */
  | { readonly kind: 'forget'; readonly player: string; readonly at: number }
  | { readonly kind: 'drop-old'; readonly now: number };

export interface DeviceBook {
  /** Those used last come first. */
  devices(filter: DeviceFilter): Promise<readonly Device[]>;
  /** All of them or none, in order. */
  changeDevices(changes: readonly DeviceChange[]): Promise<void>;
}

/** Revoked devices stay for longer than their last access token lives: until then every process must know them. */
export const REVOKED_KEPT_MS = 2 * 3_600_000;
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
] as const;

type Columns = Readonly<Record<(typeof DEVICE_COLUMNS)[number], string | number | null>>;

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
  };
}

function valuesOf(one: Device): (string | number | null)[] {
  const who = [one.id, one.owner, one.player, one.playerName, one.kind, one.name, one.scope];
  const times = [one.createdAt, one.usedAt, one.expiresAt, one.revokedAt];
  return [...who, ...times, one.generation, one.rotatedAt, one.seen];
}

/** The same in both databases, except for the table's name and the word for the greater of two numbers. */
export class DeviceStatements {
  readonly #table: string;
  readonly #greater: string;

  constructor(schema: string, greater: string) {
    this.#table = `${schema}devices`;
    this.#greater = greater;
  }

  find(filter: DeviceFilter): Statement {
    const select = `SELECT ${DEVICE_COLUMNS.join(', ')} FROM ${this.#table}`;
    const { limit } = filter;
    if ('id' in filter)
      return { text: `${select} WHERE device_id = $1 LIMIT $2`, values: [filter.id, limit] };
    if ('owner' in filter)
      return {
        text: `${select} WHERE owner_id = $1 AND expires_at > $2 AND revoked_at IS NULL
          ORDER BY used_at DESC, device_id LIMIT $3`,
        values: [filter.owner, filter.now, limit],
      };
    return {
      text: `${select} WHERE revoked_at >= $1 AND expires_at > $2 ORDER BY revoked_at DESC, device_id LIMIT $3`,
      values: [filter.revokedSince, filter.now, limit],
    };
  }

  change(change: DeviceChange): Statement {
    const table = this.#table;
    switch (change.kind) {
      case 'add':
        return {
          text: `INSERT INTO ${table} (${DEVICE_COLUMNS.join(', ')})
            VALUES (${DEVICE_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
            ON CONFLICT (device_id) DO NOTHING`,
          values: valuesOf(change.device),
        };
      case 'rotate':
        return {
          text: `UPDATE ${table} SET generation = $2 + 1, rotated_at = $3, used_at = $3, expires_at = $4,
              kind = 'device', name = coalesce($5, name)
            WHERE device_id = $1 AND generation <= $2 AND revoked_at IS NULL AND expires_at > $3`,
          values: [change.id, change.generation, change.at, change.expiresAt, change.name],
        };
      case 'note':
        return {
          text: `UPDATE ${table} SET used_at = ${this.#greater}(used_at, $2), seen = ${this.#greater}(seen, $3)
            WHERE device_id = $1`,
          values: [change.id, change.at, change.seen],
        };
      case 'rename':
        return {
          text: `UPDATE ${table} SET player_name = $2 WHERE player = $1`,
          values: [change.player, change.name],
        };
      case 'revoke':
        return {
          text: `UPDATE ${table} SET revoked_at = $3, expires_at = ${this.#greater}(expires_at, $4)
            WHERE device_id = $2 AND owner_id = $1 AND revoked_at IS NULL`,
          values: [change.owner, change.id, change.at, change.until],
        };
      case 'forget':
        return {
          text: `UPDATE ${table} SET revoked_at = coalesce(revoked_at, $2), owner_id = '', player = '',
              player_name = '', name = ''
            WHERE owner_id = $1 OR player = $1`,
          values: [change.player, change.at],
        };
      case 'drop-old':
        return {
          text: `DELETE FROM ${table} WHERE device_id IN (SELECT device_id FROM ${table}
            WHERE expires_at <= $1 OR (revoked_at < $2 AND kind IN ('device', 'invited')) LIMIT ${DROPPED})`,
          values: [change.now, change.now - REVOKED_KEPT_MS],
        };
    }
  }
}
