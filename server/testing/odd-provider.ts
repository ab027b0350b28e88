// An OpenID provider for tests, which does everything right until it is told to do one thing wrong.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

type Claims = Readonly<Record<string, unknown>>;
type Path = '/.well-known/openid-configuration' | '/token' | '/userinfo' | '/keys';

/** What it does wrong. */
export interface Oddity {
  /** Replace the right ones in its ID tokens; `undefined` leaves one out. */
  readonly claims?: Claims;
  /** Signs with a key that it does not publish. */
  readonly isForeign?: true;
  /** Instead of an ID token. */
  readonly idToken?: (claims: Claims, key: JWK) => string | Promise<string>;
  readonly metadata?: Claims;
  readonly acceptsCodesTwice?: true;
  /** Accepts any code of any attempt, without a look at PKCE. */
  readonly isGullible?: true;
  /** Never answers there. */
  readonly hangsAt?: Path;
  /** What it answers there instead. */
  readonly garbage?: Partial<Record<Path, Garbage>>;
}

interface Garbage {
  readonly status?: number;
  readonly location?: string;
  readonly type?: string;
  readonly body: string;
}

/** Who signs in. */
interface Person {
  readonly sub: string;
  readonly sid?: string;
  readonly [claim: string]: unknown;
}

interface Grant {
  readonly person: Person;
  readonly asked: URLSearchParams;
  isUsed: boolean;
}

interface SigningKey {
  readonly kid: string;
  readonly secret: CryptoKey;
  readonly published: JWK;
}

const CLIENT_ID = 'quayside-test';
const CLIENT_SECRET = 'not+so:secret/é';

export class OddProvider {
  oddity: Oddity = {};
  /** The paths of its requests. */
  readonly asked: string[] = [];
  /** ID tokens and access tokens. */
  readonly issued: string[] = [];
  readonly #server: Server;
  readonly #grants = new Map<string, Grant>();
  readonly #people = new Map<string, Person>();
  #keys: SigningKey[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<OddProvider> {
    const provider = new OddProvider();
    await provider.rotate();
    await provider.listen(0);
    return provider;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The settings of a server whose people sign in here. */
  get settings(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Signs with a new key from now on, and publishes no other. */
  async rotate(): Promise<void> {
    const { privateKey: secret, publicKey } = await generateKeyPair('RS256');
    const kid = randomUUID();
    const published = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
    this.#keys = [{ kid, secret, published }];
  }

  /** A person agrees: the query with which the browser is sent back. */
  agree(url: string, person: Person): URLSearchParams {
    const asked = new URL(url).searchParams;
    const code = randomUUID();
    this.#grants.set(code, { person, asked, isUsed: false });
    return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.issuer });
  }

  async logoutToken(claims: Claims, type = 'logout+jwt'): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const usual = { iss: this.issuer, aud: CLIENT_ID, iat: now, exp: now + 120, jti: randomUUID(), events };
    return await this.#signed({ ...usual, ...claims }, type);
  }

  async #signed(claims: Claims, type = 'JWT'): Promise<string> {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('no key');
    const secret = this.oddity.isForeign === true ? (await generateKeyPair('RS256')).privateKey : key.secret;
    const header = { alg: 'RS256', kid: key.kid, typ: type };
    return await new SignJWT({ ...claims }).setProtectedHeader(header).sign(secret);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    this.asked.push(pathname);
    const { hangsAt, garbage = {} } = this.oddity;
    const path = pathname as Path;
    if (hangsAt === path) return;
    const odd = garbage[path];
    const [status, body] =
      odd === undefined ? await this.#right(path, request) : ([odd.status ?? 200, odd.body] as const);
    const location = odd?.location === undefined ? {} : { Location: odd.location };
    response.writeHead(status, { 'Content-Type': odd?.type ?? 'application/json', ...location });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  async #right(path: Path, request: IncomingMessage): Promise<readonly [number, object | string]> {
    switch (path) {
      case '/.well-known/openid-configuration':
        return [200, { ...this.#metadata(), ...this.oddity.metadata }];
      case '/keys':
        return [200, { keys: this.#keys.map(({ published }) => published) }];
      case '/userinfo': {
        const person = this.#people.get(request.headers.authorization ?? '');
        return person === undefined ? [401, {}] : [200, person];
      }
      case '/token':
        return await this.#tokens(request);
      default:
        return [404, {}];
    }
  }

  #metadata(): object {
    const at = (path: string) => `${this.issuer}${path}`;
    return {
      issuer: this.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      userinfo_endpoint: at('/userinfo'),
      jwks_uri: at('/keys'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  async #tokens(request: IncomingMessage): Promise<readonly [number, object]> {
    const given = new URLSearchParams(await text(request));
    const grant = this.#grants.get(given.get('code') ?? '');
    const { acceptsCodesTwice, isGullible, claims, idToken } = this.oddity;
    if (!isClient(request)) return [401, { error: 'invalid_client' }];
    if (grant === undefined || (grant.isUsed && acceptsCodesTwice !== true))
      return [400, { error: 'invalid_grant' }];
    const { asked, person } = grant;
    const challenge = createHash('sha256').update(given.get('code_verifier') ?? '');
    const fits =
      challenge.digest('base64url') === asked.get('code_challenge') &&
      asked.get('code_challenge_method') === 'S256' &&
      given.get('redirect_uri') === asked.get('redirect_uri');
    if (!fits && isGullible !== true) return [400, { error: 'invalid_grant' }];
    grant.isUsed = true;
    const now = Math.floor(Date.now() / 1000);
    const { sub, sid, ...rest } = person;
    const usual = {
      iss: this.issuer,
      aud: CLIENT_ID,
      sub,
      ...(sid === undefined ? {} : { sid }),
      ...(rest['inIdToken'] === true ? rest : {}),
      nonce: asked.get('nonce'),
      iat: now,
      exp: now + 300,
      ...claims,
    };
    const [key] = this.#keys;
    const token =
      idToken === undefined ? await this.#signed(usual) : await idToken(usual, key?.published ?? {});
    const access = randomUUID();
    this.#people.set(`Bearer ${access}`, person);
    this.issued.push(access, token);
    return [200, { access_token: access, token_type: 'Bearer', id_token: token }];
  }
}

/** As RFC 6749 wants it: name and secret are encoded like forms. */
function isClient({ headers }: IncomingMessage): boolean {
  const [, given = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const parts = Buffer.from(given, 'base64').toString().split(':');
  const [id, secret] = parts.map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  return id === CLIENT_ID && secret === CLIENT_SECRET;
}
