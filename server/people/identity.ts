// Guest identities: signed tokens instead of accounts.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isVisible, withoutUnseen } from '../../rooms/people/visible-text.ts';
import type { Identity } from '../../rooms/ports.ts';
import { Recent } from '../../rooms/show/recent.ts';
import { LONG_ID, newId } from '../process/chance.ts';
import { makeFolder } from '../process/folder.ts';
import { jsonIn } from '../process/json.ts';
import { codeOf } from '../process/reason.ts';
import { sync } from '../process/sync.ts';

const ISSUER = 'quayside';
const AUDIENCE = 'quayside-player';
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
});

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

interface Known {
  readonly identity: Identity;
  /** Seconds since 1970. */
  readonly expires: number;
}

export class Identities {
  readonly #options: IdentityOptions;
  /** Players send the same token repeatedly; only valid ones are cached. */
  readonly #known: Recent<string, Known>;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.#known = new Recent(options.remembered);
  }

  /** A token for a new player, or with a new name and date for a known one. */
  issue(name: string, known?: Identity): Ticket {
    const { days, now } = this.#options;
    const id = known?.id ?? newId(LONG_ID);
    const iat = Math.floor(now() / 1000);
    const exp = iat + (days * DAY_MS) / 1000;
    const claims: z.output<typeof claimsSchema> = { name, iss: ISSUER, aud: AUDIENCE, sub: id, iat, exp };
    const signed = `${HEAD}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const token = `${signed}.${this.#signatureOf(signed)}`;
    // The player shows it at once, by joining a table.
    this.#known.set(token, { identity: { id, name }, expires: exp });
    return { token, id, name, expiresAt: exp * 1000 };
  }

  /** The guest a token belongs to; `undefined` if it is missing, forged, foreign or expired. */
  guestOf(token: string | undefined): Identity | undefined {
    if (typeof token !== 'string' || token === '' || token.length > TOKEN_LENGTH) return undefined;
    const known = this.#known.get(token) ?? this.#check(token);
    return known === undefined ? undefined : this.#unlessExpired(token, known);
  }

  /**
   * `jose` is not used here, since it passes every HMAC to a thread: signing and checking takes 170 to 215 µs
   * of processor time with it and 25 to 30 without, out of 700 for taking a seat. It also lets us accept only
   * tokens that are, byte for byte, what this server would have written.
   */
  #check(token: string): Known | undefined {
    const [, signed, body = '', signature = ''] = TOKEN.exec(token) ?? [];
    if (signed === undefined) return undefined;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#signatureOf(signed)))) return undefined;
    const claims = claimsSchema.safeParse(jsonIn(Buffer.from(body, 'base64url').toString()));
    if (!claims.success) return undefined;
    const { sub, name, exp } = claims.data;
    return { identity: { id: sub, name }, expires: exp };
  }

  #signatureOf(signed: string): string {
    return createHmac('sha256', this.#options.key).update(signed).digest('base64url');
  }

  #unlessExpired(token: string, known: Known): Identity | undefined {
    if (known.expires <= Math.floor(this.#options.now() / 1000)) {
      this.#known.delete(token);
      return undefined;
    }
    this.#known.set(token, known);
    return known.identity;
  }

  /** A name, cleaned for display; `undefined` if nothing is left or it is too long. */
  cleanName(raw: string): string | undefined {
    return cleanName(raw, this.#options.nameLength);
  }
}

/** `undefined`: too long, or nothing of it can be seen. */
export function cleanName(raw: string, longest: number): string | undefined {
  if (raw.length > 1_000) return undefined;
  const name = withoutUnseen(raw, '')
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
