// The passkeys of people, as they are stored: public keys, no secret.
import type { DeviceChange } from './devices.ts';
import type { Statement } from './ledger-statements.ts';

export interface Passkey {
  /** As its authenticator named it. */
  readonly id: string;
  /** Who signs in with it, and under which name. */
  readonly player: string;
  readonly playerName: string;
  readonly name: string;
  /** Of the pages that may use it. */
  readonly origin: string;
  /** In COSE’s form, as base64url. */
  readonly publicKey: string;
  /** Hints of the browser how the authenticator is reached, separated by commas. */
  readonly transports: string;
  /** Whether its authenticator copies it to others. */
  readonly isSynced: boolean;
  /** Uses that the authenticator has counted; 0: it does not count. */
  readonly counter: number;
  /** Times are milliseconds since 1970. */
  readonly createdAt: number;
  readonly usedAt: number;
  /** The latest use that was accepted. */
  readonly lastUse: string;
}

export type PasskeyFilter = { readonly id: string } | { readonly player: string };

export type PasskeyChange =
  /** Nothing happens if it is there already. */
  | { readonly kind: 'add'; readonly passkey: Passkey }
  /** Unless it has counted as many uses already. */
  | {
      readonly kind: 'use';
      readonly id: string;
      readonly use: string;
      readonly counter: number;
      readonly at: number;
    }
  | { readonly kind: 'remove'; readonly player: string; readonly id: string }
  /** A challenge is spent by the first who says so. */
  | { readonly kind: 'spend'; readonly challenge: string; readonly by: string; readonly until: number };

export interface PasskeyBook {
  /** Oldest first. */
  passkeys(filter: PasskeyFilter): Promise<readonly Passkey[]>;
  /** Who has spent a challenge; `undefined`: nobody. */
  spentBy(challenge: string): Promise<string | undefined>;
  /** All of them or none, in order. */
  changePasskeys(changes: readonly PasskeyChange[]): Promise<void>;
}

/** More than a person can have. */
const MOST = 100;
/** Rows removed at once. */
const DROPPED = 5_000;

/** As both databases name them. */
export const PASSKEY_COLUMNS = [
  'passkey_id',
  'player',
  'player_name',
  'name',
  'origin',
  'public_key',
  'transports',
  'is_synced',
  'counter',
  'created_at',
  'used_at',
  'last_use',
] as const;

export const SPENT_COLUMNS = ['challenge', 'spent_by', 'until_at'] as const;

type Columns = Readonly<Record<(typeof PASSKEY_COLUMNS)[number], string | number>>;

export function passkeyOf(columns: Columns): Passkey {
  return {
    id: String(columns.passkey_id),
    player: String(columns.player),
    playerName: String(columns.player_name),
    name: String(columns.name),
    origin: String(columns.origin),
    publicKey: String(columns.public_key),
    transports: String(columns.transports),
    isSynced: Number(columns.is_synced) === 1,
    counter: Number(columns.counter),
    createdAt: Number(columns.created_at),
    usedAt: Number(columns.used_at),
    lastUse: String(columns.last_use),
  };
}

function valuesOf(one: Passkey): (string | number)[] {
  const who = [one.id, one.player, one.playerName, one.name, one.origin];
  const key = [one.publicKey, one.transports, one.isSynced ? 1 : 0, one.counter];
  return [...who, ...key, one.createdAt, one.usedAt, one.lastUse];
}

/** The same in both databases, except for the names of the tables. */
export class PasskeyStatements {
  readonly #table: string;
  readonly #spent: string;

  constructor(schema: string) {
    this.#table = `${schema}passkeys`;
    this.#spent = `${schema}spent_challenges`;
  }

  find(filter: PasskeyFilter): Statement {
    const [column, value] = 'id' in filter ? ['passkey_id', filter.id] : ['player', filter.player];
    return {
      text: `SELECT ${PASSKEY_COLUMNS.join(', ')} FROM ${this.#table} WHERE ${column} = $1
        ORDER BY created_at, passkey_id LIMIT ${MOST}`,
      values: [value],
    };
  }

  spentBy(challenge: string): Statement {
    return { text: `SELECT spent_by FROM ${this.#spent} WHERE challenge = $1`, values: [challenge] };
  }

  change(change: PasskeyChange): Statement {
    switch (change.kind) {
      case 'add':
        return {
          text: `INSERT INTO ${this.#table} (${PASSKEY_COLUMNS.join(', ')})
            VALUES (${PASSKEY_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
            ON CONFLICT (passkey_id) DO NOTHING`,
          values: valuesOf(change.passkey),
        };
      case 'use':
        return {
          text: `UPDATE ${this.#table} SET counter = $2, last_use = $3, used_at = $4
            WHERE passkey_id = $1 AND (counter < $2 OR counter = 0)`,
          values: [change.id, change.counter, change.use, change.at],
        };
      case 'remove':
        return {
          text: `DELETE FROM ${this.#table} WHERE passkey_id = $1 AND player = $2`,
          values: [change.id, change.player],
        };
      case 'spend':
        return {
          text: `INSERT INTO ${this.#spent} (${SPENT_COLUMNS.join(', ')}) VALUES ($1, $2, $3)
            ON CONFLICT (challenge) DO NOTHING`,
          values: [change.challenge, change.by, change.until],
        };
    }
  }

  /** What follows for passkeys when devices change. */
  following(change: DeviceChange): Statement[] {
    switch (change.kind) {
      case 'rename':
        return [
          {
            text: `UPDATE ${this.#table} SET player_name = $2 WHERE player = $1`,
            values: [change.player, change.name],
          },
        ];
      case 'forget':
        return [{ text: `DELETE FROM ${this.#table} WHERE player = $1`, values: [change.player] }];
      case 'drop-old':
        return [
          {
            text: `DELETE FROM ${this.#spent} WHERE challenge IN
              (SELECT challenge FROM ${this.#spent} WHERE until_at <= $1 LIMIT ${DROPPED})`,
            values: [change.now],
          },
        ];
      default:
        return [];
    }
  }
}
