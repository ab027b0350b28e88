// Guest identities: signed tokens that say who somebody is, without an account.
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import type { Identity } from '../rooms/ports.ts';
import { LONG_ID, newId } from './chance.ts';
import { codeOf } from './reason.ts';

const ISSUER = 'quayside';
const AUDIENCE = 'quayside-player';
/** Pinned: a token never chooses how it is checked. */
const ALGORITHM = 'HS256';
const KEY_BYTES = 32;
/** Longer than any token of ours; what is longer is not looked at. */
const TOKEN_LENGTH = 1_024;
const DAY_MS = 86_400_000;

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
  /** Tokens found good that are remembered; the one unused for longest is forgotten first. */
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
  /** A player shows the same token again and again; a bad one is never here. */
  readonly #known = new Map<string, Known>();

  constructor(options: IdentityOptions) {
    this.#options = options;
  }

  /** A token for a new player, or with a renewed name and date for a known one. */
  async issue(name: string, known?: Identity): Promise<Ticket> {
    const { key, days, now } = this.#options;
    const id = known?.id ?? newId(LONG_ID);
    const seconds = Math.floor(now() / 1000);
    const expires = seconds + (days * DAY_MS) / 1000;
    const token = await new SignJWT({ name })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(id)
      .setIssuedAt(seconds)
      .setExpirationTime(expires)
      .sign(key);
    return { token, id, name, expiresAt: expires * 1000 };
  }

  /** Whose guest token this is; `undefined` for one that is missing, forged, foreign or expired. */
  async guestOf(token: string | undefined): Promise<Identity | undefined> {
    if (typeof token !== 'string' || token === '' || token.length > TOKEN_LENGTH) return undefined;
    const known = this.#known.get(token);
    if (known !== undefined) return this.#stillGood(token, known);
    try {
      const { payload } = await jwtVerify(token, this.#options.key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'exp', 'name'],
        currentDate: new Date(this.#options.now()),
      });
      const { sub, name, exp } = payload;
      if (typeof sub !== 'string' || typeof name !== 'string' || exp === undefined) return undefined;
      return this.#remember(token, { identity: { id: sub, name }, expires: exp });
    } catch {
      return undefined;
    }
  }

  #stillGood(token: string, known: Known): Identity | undefined {
    this.#known.delete(token);
    return known.expires > Math.floor(this.#options.now() / 1000) ? this.#remember(token, known) : undefined;
  }

  #remember(token: string, known: Known): Identity {
    // Last in the map is used last: the first is the one to forget.
    this.#known.set(token, known);
    if (this.#known.size > this.#options.remembered) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    return known.identity;
  }

  /** A name as it may be shown; `undefined` if nothing is left of it or it is too long. */
  cleanName(raw: string): string | undefined {
    return cleanName(raw, this.#options.nameLength);
  }
}

/** Controls, line and paragraph ends, and everything that turns the direction of the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;
/** A letter may carry a few marks; a tower of them would cover the lines above. */
const TOWERS = /(\p{M}{3})\p{M}+/gu;

export function cleanName(raw: string, longest: number): string | undefined {
  if (raw.length > 1_000) return undefined;
  const name = raw
    .normalize('NFC')
    .replace(UNPRINTABLE, '')
    .replace(TOWERS, '$1')
    .replace(/\p{Z}+/gu, ' ')
    .trim();
  const length = [...name].length;
  return length >= 1 && length <= longest ? name : undefined;
}

/** The key of the tokens: made at the first start, kept for ever after. */
export function loadKey(dataDir: string): Uint8Array {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'identity.key');
  try {
    return readKey(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  // Whole or not at all: written aside, then linked under its name, which fails if another was faster.
  const aside = `${file}.${newId(8)}`;
  try {
    writeFileSync(aside, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
    linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return readKey(file);
}

function readKey(file: string): Uint8Array {
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`${file} is damaged: it must hold 64 hexadecimal digits`);
  }
  return new Uint8Array(Buffer.from(text, 'hex'));
}
