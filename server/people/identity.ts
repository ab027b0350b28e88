// Guest identities: signed tokens instead of accounts.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { randomBytes } from '../../rooms/clockwork.ts';
import { isVisible, withoutUnseen } from '../../rooms/people/names.ts';
import type { Identity } from '../../rooms/ports.ts';
import { Recent } from '../../rooms/show/recent.ts';
import { LONG_ID, newId } from '../process/chance.ts';
import { makeFolder } from '../process/folder.ts';
import { jsonIn } from '../process/json.ts';
import { codeOf } from '../process/reason.ts';
import { sync } from '../process/sync.ts';

const ISSUER = 'quayside';
const AUDIENCE = 'quayside-player';
/** Of tokens that only get new tokens. */
const REFRESH_AUDIENCE = 'quayside-refresh';
/** The first part of all our tokens, `{"alg":"HS256"}`: pinned, so that no token can choose its algorithm. */
const HEAD = Buffer.from('{"alg":"HS256"}').toString('base64url');
/** Three parts, the last as long as a signature, in canonical encoding. */
const TOKEN = new RegExp(`^(${HEAD}\\.([\\w-]+))\\.([\\w-]{43})$`);
const KEY_BYTES = 32;
/** Longer than any of our tokens; longer ones are rejected unread. */
const TOKEN_LENGTH = 1_024;
const DAY_MS = 86_400_000;

/** Exactly the claims signed here, none of which needs further checks (such as `nbf`). */
const claimsSchema = z.strictObject({
  name: z.string(),
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  sub: z.string().min(1),
  /** Both in seconds since 1970. */
  iat: z.int().optional(),
  exp: z.int(),
  /** The device it was made for, and the generation of the refresh token that came with it. */
  dev: z.string().min(1).optional(),
  gen: z.int().optional(),
  /** Of a program that must not play. */
  scope: z.literal('read').optional(),
  /** Of somebody who is signed in at the provider. */
  acc: z.literal(true).optional(),
});

const refreshSchema = z.strictObject({
  name: z.string(),
  iss: z.literal(ISSUER),
  aud: z.literal(REFRESH_AUDIENCE),
  sub: z.string().min(1),
  exp: z.int(),
  dev: z.string().min(1),
  gen: z.int().min(0),
});

/** What a refresh token says. */
export type Refreshing = Pick<z.output<typeof refreshSchema>, 'name' | 'sub' | 'exp' | 'dev' | 'gen'>;

/** For which device or program a token is made, and until when it lives. */
export interface Holder {
  readonly device: string;
  readonly generation: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly scope: 'play' | 'read';
  readonly isSignedIn: boolean;
}

/** In place of a generation. */
export const PROGRAM = 0;

/** All tokens of a player that belong to no device, as one device. The id says nothing about the player. */
export function keysOf(player: string): string {
  return `keys-${createHash('sha256').update(player).digest('base64url').slice(0, 26)}`;
}

export interface Ticket {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface IdentityOptions {
  readonly key: Uint8Array;
  readonly days: number;
  readonly nameLength: number;
  /** Number of verified tokens to cache; the least recently used one is evicted. */
  readonly remembered: number;
  readonly now: () => number;
}

/** What a valid token says. */
export interface Known {
  readonly identity: Identity;
  /** Seconds since 1970. */
  readonly expires: number;
  /** -1: it belongs to no device; `PROGRAM`: to a program. */
  readonly generation: number;
}

export class Identities {
  readonly #options: IdentityOptions;
  /** Players send the same token repeatedly; only valid ones are cached. */
  readonly #known: Recent<string, Known>;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.#known = new Recent(options.remembered);
  }

  /** A token for a new player, or with a new name and date for a known one; for no device unless one is given. */
  issue(name: string, known?: Pick<Identity, 'id'>, holder?: Holder): Ticket {
    const { days, now } = this.#options;
    const id = known?.id ?? newId(LONG_ID);
    const iat = Math.floor(now() / 1000);
    const exp = holder === undefined ? iat + (days * DAY_MS) / 1000 : Math.floor(holder.expiresAt / 1000);
    const bound = holder === undefined ? {} : { dev: holder.device, gen: holder.generation };
    const scope = holder?.scope === 'read' ? { scope: holder.scope } : {};
    const signedIn = holder?.isSignedIn === true ? { acc: true as const } : {};
    const claims = {
      name,
      iss: ISSUER,
      aud: AUDIENCE,
      sub: id,
      iat,
      exp,
      ...bound,
      ...scope,
      ...signedIn,
    } as const;
    const token = this.#sign(claims);
    // The player shows it at once, by joining a table.
    this.#known.set(token, knownBy(claims));
    return { token, id, name, expiresAt: exp * 1000 };
  }

  /** The same claims make the same token. */
  issueRefresh(claims: Refreshing): string {
    return this.#sign({ ...claims, iss: ISSUER, aud: REFRESH_AUDIENCE } satisfies z.output<
      typeof refreshSchema
    >);
  }

  /** What a valid token says; `undefined` if it is missing, forged, foreign or expired. */
  read(token: string | undefined): Known | undefined {
    if (token === undefined || token === '' || token.length > TOKEN_LENGTH) return undefined;
    const known = this.#known.get(token) ?? this.#check(token);
    return known === undefined ? undefined : this.#unlessExpired(token, known);
  }

  readRefresh(token: string): Refreshing | undefined {
    const claims = refreshSchema.safeParse(this.#claimsIn(token));
    return claims.success && claims.data.exp > this.#seconds ? claims.data : undefined;
  }

  #check(token: string): Known | undefined {
    const claims = claimsSchema.safeParse(this.#claimsIn(token));
    return claims.success ? knownBy(claims.data) : undefined;
  }

  /**
   * What this server has signed; otherwise `undefined`. `jose` is not used here, since it passes every HMAC to a
   * thread: signing and checking takes 170 to 215 µs of processor time with it and 25 to 30 without, out of 700 for
   * taking a seat. It also lets us accept only tokens that are, byte for byte, what this server would have written.
   */
  #claimsIn(token: string): unknown {
    if (token.length > TOKEN_LENGTH) return undefined;
    const [, signed, body = '', signature = ''] = TOKEN.exec(token) ?? [];
    if (signed === undefined) return undefined;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#signatureOf(signed)))) return undefined;
    return jsonIn(Buffer.from(body, 'base64url').toString());
  }

  #sign(claims: object): string {
    const signed = `${HEAD}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    return `${signed}.${this.#signatureOf(signed)}`;
  }

  #signatureOf(signed: string): string {
    return createHmac('sha256', this.#options.key).update(signed).digest('base64url');
  }

  get #seconds(): number {
    return Math.floor(this.#options.now() / 1000);
  }

  #unlessExpired(token: string, known: Known): Known | undefined {
    if (known.expires <= this.#seconds) {
      this.#known.delete(token);
      return undefined;
    }
    this.#known.set(token, known);
    return known;
  }

  /** The same with room for the mark of a bot account. */
  cleanBotName(raw: string): string | undefined {
    return cleanName(raw, this.#options.nameLength - [...asBot('')].length);
  }

  /** A name, cleaned for display; `undefined` if nothing is left or it is too long. */
  cleanName(raw: string): string | undefined {
    return cleanName(raw, this.#options.nameLength);
  }
}

function knownBy({ sub, name, exp, dev, gen, scope, acc }: z.output<typeof claimsSchema>): Known {
  const device = dev ?? keysOf(sub);
  const program = gen === PROGRAM ? ({ isProgram: true, scope } as const) : {};
  const signedIn = acc === true ? ({ isSignedIn: true } as const) : {};
  const identity = { id: sub, name, device, ...program, ...signedIn };
  return { identity, expires: exp, generation: gen ?? -1 };
}

/** Ends the name of a bot account wherever it is shown. No person can have it in a name. */
const BOT_MARK = '🤖';

/** The name of a bot account. */
export function asBot(name: string): string {
  return `${name} ${BOT_MARK}`;
}

/** `undefined`: too long, or nothing of it can be seen. */
export function cleanName(raw: string, longest: number): string | undefined {
  if (raw.length > 1_000) return undefined;
  const name = withoutUnseen(raw, '')
    .replaceAll(BOT_MARK, '')
    .replace(/\p{Z}+/gu, ' ')
    .trim();
  return isVisible(name) && [...name].length <= longest ? name : undefined;
}

const keyFile = (dataDir: string) => join(dataDir, 'identity.key');

/** Its presence allows a new key; it is removed once there is one. */
const newKeyFile = (dataDir: string) => join(dataDir, 'identity.new');

/**
 * Throws if the key is missing although there are matches: with a new one nobody would be recognised, and all players
 * would lose their seats without a word.
 */
export async function demandKey(dataDir: string, hasMatches: () => Promise<boolean>): Promise<void> {
  if (presentKey(dataDir) !== undefined || existsSync(newKeyFile(dataDir))) return;
  if (!(await hasMatches())) return;
  throw new Error(
    `${keyFile(dataDir)} is missing, but there are matches here: put it back, for example from a backup. To begin ` +
      `with a new key, under which no player gets a seat back, create the file ${newKeyFile(dataDir)}`,
  );
}

/** The key that signs tokens: created at the first start, then kept. */
export function loadKey(dataDir: string): Uint8Array {
  makeFolder(dataDir);
  const present = presentKey(dataDir);
  if (present !== undefined) return present;
  const file = keyFile(dataDir);
  // Atomic: written to a temporary file, then linked to its name, which fails if another process was faster.
  const aside = `${file}.${newId(8)}`;
  try {
    writeFileSync(aside, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
    linkSync(aside, file);
    // After a power failure it is there if a match is.
    sync(dataDir);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  rmSync(newKeyFile(dataDir), { force: true });
  return readKey(file);
}

/** `undefined`: none was created here yet. */
function presentKey(dataDir: string): Uint8Array | undefined {
  try {
    return readKey(keyFile(dataDir));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/**
 * The key of a cluster: `share` gets the key of this process in hexadecimal digits, or a new one, and resolves
 * with the key that all use. `other` is called if that is not this process's own.
 */
export async function sharedKey(
  dataDir: string,
  share: (own: string) => Promise<string>,
  other: () => void,
): Promise<Uint8Array> {
  const present = presentKey(dataDir);
  const own = Buffer.from(present ?? randomBytes(KEY_BYTES)).toString('hex');
  const shared = await share(own);
  if (present !== undefined && shared !== own) other();
  return keyIn(shared, 'the key in the database');
}

function readKey(file: string): Uint8Array {
  return keyIn(readFileSync(file, 'utf8').trim(), file);
}

function keyIn(text: string, place: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`${place} is damaged: it must hold 64 hexadecimal digits`);
  }
  return new Uint8Array(Buffer.from(text, 'hex'));
}
