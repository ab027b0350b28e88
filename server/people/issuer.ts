// Players of a host's own login: tokens of another issuer, verified with the keys it publishes.
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { Identity, Log } from '../../rooms/ports.ts';
import { reasonOf } from '../process/reason.ts';
import { accountOf } from '../store/devices.ts';
import { cleanName } from './identity.ts';

/** Asymmetric ones only: a server that verifies tokens must not be able to create them. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Longer than identity providers' tokens; longer ones are rejected unread. */
const TOKEN_LENGTH = 4_096;
/** Control characters are in no real one; PostgreSQL cannot store NUL. */
export const SUBJECT = /^\P{Cc}{1,255}$/u;
/** An unknown key reloads the keys, but not more often than this. */
const COOLDOWN_MS = 30_000;
const KEYS_KEPT_MS = 10 * 60_000;
const PATIENCE_MS = 5_000;
const CLOCKS_DIFFER_SECONDS = 5;
/** Whose issuer tells no name. */
export const NAMELESS = 'Player';

interface IssuerOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: string;
  readonly nameLength: number;
  readonly now: () => number;
  readonly log: Log;
}

/** The player a token of that issuer belongs to; `undefined` for other tokens. */
export function issuedBy(
  options: IssuerOptions,
): (token: string | undefined) => Promise<Identity | undefined> {
  const keys = createRemoteJWKSet(new URL(options.keys), {
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: KEYS_KEPT_MS,
    timeoutDuration: PATIENCE_MS,
  });
  return async (token) => {
    if (token === undefined || token === '' || token.length > TOKEN_LENGTH) return undefined;
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer: options.issuer,
        audience: options.audience,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: CLOCKS_DIFFER_SECONDS,
        currentDate: new Date(options.now()),
      });
      const { sub } = payload;
      if (typeof sub !== 'string' || !SUBJECT.test(sub)) return undefined;
      // No guest can have such an id, and no other issuer.
      const name = nameIn(payload, options.nameLength) ?? NAMELESS;
      return { id: accountOf(options.issuer, sub), name, isSignedIn: true };
    } catch (error) {
      if (isOurs(error)) options.log.warn({ reason: reasonOf(error) }, 'cannot load the keys of the issuer');
      return undefined;
    }
  };
}

/** The first displayable name in it, truncated. */
export function nameIn(payload: Readonly<Record<string, unknown>>, longest: number): string | undefined {
  for (const claim of ['nickname', 'name', 'preferred_username', 'given_name']) {
    const raw = payload[claim];
    if (typeof raw !== 'string') continue;
    const name = cleanName([...raw].slice(0, longest).join(''), longest);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The keys could not be loaded; not a fault of the token. */
export function isOurs(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return (
    error.code === 'ERR_JWKS_TIMEOUT' ||
    error.code === 'ERR_JOSE_GENERIC' ||
    error.code === 'ERR_JWKS_INVALID'
  );
}
