// The OpenID provider of this server: what it is asked, how long it may take, and what of its answers counts.
import {
  type CryptoKey,
  createRemoteJWKSet,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
  customFetch as joseFetch,
  jwtVerify,
} from 'jose';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import { performance } from '../../rooms/clockwork.ts';
import type { Log } from '../../rooms/ports.ts';
import type { ProviderSettings } from '../process/config.ts';
import { reasonOf } from '../process/reason.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { ALGORITHMS, isOurs, nameIn, SUBJECT } from './issuer.ts';

/** Why nobody was signed in. */
export type SignInCode = 'sign-in-away' | 'sign-in-refused' | 'not-a-member';

/** What an attempt began with, and its answer must fit. */
interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Where the answer arrives. */
  readonly redirect: string;
}

/** Whom the provider has recognised. */
export interface Recognised {
  readonly issuer: string;
  readonly subject: string;
  /** Its session there; empty: it names none. */
  readonly session: string;
  readonly name: string | undefined;
  /** As the provider writes it, such as `fr-CA`. */
  readonly locale: string | undefined;
}

/** Whose sessions have ended there: all of a subject, or one. */
export interface LoggedOut {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly session: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface ProviderContext extends ProviderSettings {
  readonly nameLength: number;
  readonly log: Log;
}

interface Found {
  readonly config: Configuration;
  readonly issuer: string;
  readonly keys: Keys;
  /** The same for tokens that anybody may send: unknown keys do not load them again and again. */
  readonly rareKeys: Keys;
  readonly at: number;
}

type Keys = (header?: JWSHeaderParameters, token?: FlattenedJWSInput) => Promise<CryptoKey>;

/** Of each request to it. */
const PATIENCE_SECONDS = 5;
/** What it says about itself is asked for again after this. */
const FOUND_KEPT_MS = 3_600_000;
const KEYS_KEPT_MS = 10 * 60_000;
const COOLDOWN_MS = 10_000;
const CLOCKS_DIFFER_SECONDS = 30;
/** An ID token is made for the answer that it comes with. */
const TOKEN_SECONDS = 600;
/** A logout token that is older was delayed, or is sent again. */
const LOGOUT_SECONDS = 300;
/** Attempts that wait for it at the same time; one more fails at once. */
const MOST_UNDERWAY = 50;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TOKEN_LENGTH = 16_384;
/** Errors that say that it cannot answer now, or not this server. */
const AWAY = new Set(['server_error', 'temporarily_unavailable', 'invalid_client', 'unauthorized_client']);
const GARBAGE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
]);

/** What the provider says about itself could not be read, or is not about the configured issuer. */
class Undiscovered extends Error {}

export class Provider {
  readonly #context: ProviderContext;
  #found: Found | undefined;
  #finding: Promise<Found> | undefined;
  #underway = 0;

  constructor(context: ProviderContext) {
    this.#context = context;
  }

  /** Where the browser goes; and what its answer must fit. */
  async begin(
    redirect: string,
  ): Promise<{ readonly url: string; readonly challenge: Challenge } | SignInCode> {
    return await this.#asking(async () => {
      const { config } = await this.#discovered();
      const challenge = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        redirect,
      };
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: this.#context.scopes,
        state: challenge.state,
        nonce: challenge.nonce,
        code_challenge: await calculatePKCECodeChallenge(challenge.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, challenge };
    });
  }

  /** `answer`: the query with which the browser has come back. */
  async finish(
    { state, nonce, verifier, redirect }: Challenge,
    answer: URLSearchParams,
  ): Promise<Recognised | SignInCode> {
    return await this.#asking(async () => {
      const found = await this.#discovered();
      const tokens = await authorizationCodeGrant(found.config, new URL(`${redirect}?${answer}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      // openid-client relies on the connection to the provider and does not check the signature here.
      const { payload } = await jwtVerify(tokens.id_token ?? '', found.keys, {
        ...common(found, this.#context),
        maxTokenAge: TOKEN_SECONDS,
      });
      const { sub: subject = '' } = payload;
      const party = payload['azp'] ?? this.#context.clientId;
      // openid-client looks at `azp` only where a token has several audiences.
      if (!SUBJECT.test(subject) || party !== this.#context.clientId) return 'sign-in-refused';
      const claims = await this.#completed(found.config, tokens.access_token, { ...payload, sub: subject });
      if (!this.#isMember(claims)) return 'not-a-member';
      return {
        issuer: found.issuer,
        subject,
        session: textIn(payload['sid']) ?? '',
        name: nameIn(claims, this.#context.nameLength),
        locale: textIn(claims['locale']),
      };
    });
  }

  /** What a logout token says (OpenID Connect Back-Channel Logout 1.0); a code: it is none, or cannot be checked now. */
  async loggedOut(token: string): Promise<LoggedOut | SignInCode> {
    return await this.#asking(async () => {
      if (token.length > TOKEN_LENGTH) return 'sign-in-refused';
      const found = await this.#discovered();
      const { payload } = await jwtVerify(token, found.rareKeys, {
        ...common(found, this.#context),
        maxTokenAge: LOGOUT_SECONDS,
      });
      const { sub, iat = 0, events } = payload;
      const session = textIn(payload['sid']);
      const isLogout =
        typeof events === 'object' && events !== null && LOGOUT_EVENT in events && !('nonce' in payload);
      // Who has an ID token could send it here otherwise.
      if (!isLogout || (sub === undefined && session === undefined)) return 'sign-in-refused';
      return { issuer: found.issuer, subject: sub, session, at: iat * 1000 };
    });
  }

  /** With what only the provider's own interface tells: many put no more than the subject into the ID token. */
  async #completed(
    config: Configuration,
    accessToken: string,
    claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  ): Promise<Readonly<Record<string, unknown>>> {
    const { group, nameLength } = this.#context;
    const isComplete =
      nameIn(claims, nameLength) !== undefined && (group === undefined || group.claim in claims);
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims;
    return { ...(await fetchUserInfo(config, accessToken, claims.sub)), ...claims };
  }

  #isMember(claims: Readonly<Record<string, unknown>>): boolean {
    const { group } = this.#context;
    if (group === undefined) return true;
    const told = Object.hasOwn(claims, group.claim) ? claims[group.claim] : undefined;
    return Array.isArray(told) ? told.includes(group.value) : told === group.value;
  }

  /** Bounds what waits for it, and turns what goes wrong into a code. */
  async #asking<Value>(work: () => Promise<Value>): Promise<Value | SignInCode> {
    if (this.#underway >= MOST_UNDERWAY) return 'sign-in-away';
    this.#underway += 1;
    try {
      return await work();
    } catch (error) {
      const code = codeFor(error);
      const { log, issuer } = this.#context;
      const told = { issuer, reason: reasonsOf(error) };
      if (code === 'sign-in-away') {
        // It may have moved.
        this.#found = undefined;
        log.warn(told, 'the provider does not answer as it should');
      } else log.info(told, 'an answer of the provider was refused');
      return code;
    } finally {
      this.#underway -= 1;
    }
  }

  /** Those who wait for the same answer share it. */
  async #discovered(): Promise<Found> {
    if (this.#found !== undefined && performance.now() - this.#found.at < FOUND_KEPT_MS) return this.#found;
    this.#finding ??= this.#discover()
      .catch((error: unknown) => {
        throw new Undiscovered(reasonsOf(error));
      })
      .finally(() => {
        this.#finding = undefined;
      });
    this.#found = await this.#finding;
    return this.#found;
  }

  async #discover(): Promise<Found> {
    const { issuer, clientId, clientSecret } = this.#context;
    const isHere = issuer.startsWith('http:');
    const config = await discovery(
      new URL(issuer),
      clientId,
      { [clockTolerance]: CLOCKS_DIFFER_SECONDS },
      (as, client, body, headers) => authenticationWith(clientSecret, as)(as, client, body, headers),
      {
        timeout: PATIENCE_SECONDS,
        [customFetch]: boundedFetch,
        execute: isHere ? [allowInsecureRequests] : [],
      },
    );
    const { jwks_uri: keys = '', issuer: itself } = config.serverMetadata();
    if (!isHere && !keys.startsWith('https:'))
      throw new TypeError('the keys of the provider are not at https');
    const options = {
      cacheMaxAge: KEYS_KEPT_MS,
      timeoutDuration: PATIENCE_SECONDS * 1000,
      [joseFetch]: boundedFetch,
    };
    return {
      config,
      issuer: itself,
      keys: createRemoteJWKSet(new URL(keys), { ...options, cooldownDuration: 0 }),
      rareKeys: createRemoteJWKSet(new URL(keys), { ...options, cooldownDuration: COOLDOWN_MS }),
      at: performance.now(),
    };
  }
}

/** Basic is what every provider must understand unless it says otherwise, and some accept only what was agreed. */
function authenticationWith(
  secret: string | undefined,
  { token_endpoint_auth_methods_supported: ways }: ServerMetadata,
) {
  if (secret === undefined) return None();
  const isPost = Array.isArray(ways) && !ways.includes('client_secret_basic');
  return isPost ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

function common({ issuer }: Found, { clientId }: ProviderContext) {
  return {
    algorithms: ALGORITHMS,
    issuer,
    audience: clientId,
    clockTolerance: CLOCKS_DIFFER_SECONDS,
    requiredClaims: ['iat'],
  };
}

/** Errors of the provider or of the way there are not those of the person who wants to sign in. */
function codeFor(error: unknown): SignInCode {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return AWAY.has(error.error) ? 'sign-in-away' : 'sign-in-refused';
  if (error instanceof ClientError) return GARBAGE.has(error.code ?? '') ? 'sign-in-away' : 'sign-in-refused';
  return isOurs(error) ? 'sign-in-away' : 'sign-in-refused';
}

/** openid-client hides what happened in causes. No message of them holds a token. */
function reasonsOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const told = error instanceof ResponseBodyError ? error.error : reasonOf(error);
  return cause instanceof Error ? `${told}: ${reasonOf(cause)}` : told;
}

function textIn(claim: unknown): string | undefined {
  return typeof claim === 'string' && SUBJECT.test(claim) ? claim : undefined;
}
