// Attacks on signing in: answers that are forged, replayed, or belong to somebody else.
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { below, pick, type Rng } from '../../shared/kernel/rng.ts';
import type { Oddity, OddProvider } from './odd-provider.ts';
import { SignInBrowser } from './signing-in.ts';
import type { Answered, Running } from './start.ts';

type Claims = Readonly<Record<string, unknown>>;
type Refusal = readonly [number, string];

/** A browser that has come back from the provider. */
interface Returned {
  readonly browser: SignInBrowser;
  readonly answer: URLSearchParams;
}

interface Attack {
  readonly refusal: Refusal;
  /** What comes before it, all of it allowed; then the attack itself. */
  readonly prepare: (scene: AttackScene) => Promise<() => Promise<Answered>>;
}

const STALE: Refusal = [409, 'sign-in-stale'];
const REFUSED: Refusal = [403, 'sign-in-refused'];
const ELSEWHERE: Refusal = [403, 'origin-not-allowed'];
/** More than clocks may differ. */
const LATE = 60;

/** Where attacks happen; it remembers what must not be told. */
export class AttackScene {
  readonly secrets = new Set<string>();
  readonly port: number;
  readonly provider: OddProvider;
  readonly luck: Rng;

  constructor(port: number, provider: OddProvider, luck: Rng) {
    this.port = port;
    this.provider = provider;
    this.luck = luck;
  }

  browser(headers: Record<string, string> = {}): SignInBrowser {
    return new SignInBrowser(this.port, headers);
  }

  /** An attempt up to the point where the provider has sent the browser back. */
  async returned(sub = `victim ${below(this.luck, 1_000)}`): Promise<Returned> {
    const browser = this.browser();
    const url = await browser.begin();
    const answer = this.provider.agree(url, { sub, name: 'Vic' });
    const asked = new URL(url).searchParams;
    const [, cookie = ''] = browser.cookie.split('=');
    for (const secret of [cookie, asked.get('state'), asked.get('nonce'), answer.get('code')])
      this.secrets.add(secret ?? '');
    return { browser, answer };
  }

  /** A text of the same length that differs in one letter or digit. */
  damaged(text: string): string {
    const at = below(this.luck, text.length);
    // Not the last: its lowest bits may mean nothing.
    const place = Math.max(0, Math.min(at, text.length - 2));
    return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`;
  }
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  'no state': answered(STALE, (answer) => answer.delete('state')),
  'a damaged state': answered(STALE, (answer, scene) =>
    answer.set('state', scene.damaged(answer.get('state') ?? '')),
  ),
  'a second state': answered(REFUSED, (answer) => answer.append('state', 'x')),
  'no code': answered(REFUSED, (answer) => answer.delete('code')),
  'an invented code': answered(REFUSED, (answer, scene) =>
    answer.set('code', scene.damaged(answer.get('code') ?? '')),
  ),
  'an error': answered(REFUSED, (answer) => answer.set('error', 'access_denied')),
  'an ID token instead of a code': answered(REFUSED, (answer) => answer.set('id_token', 'e30.e30.e30')),
  'a packed answer': answered(REFUSED, (answer) => answer.set('response', 'e30.e30.e30')),
  'another provider in the answer (mix-up)': answered(REFUSED, (answer) =>
    answer.set('iss', 'https://attacker.example.org'),
  ),
  'no provider in the answer (mix-up)': answered(REFUSED, (answer) => answer.delete('iss')),
  'the code of another attempt': injected({}),
  'the code of another attempt, at a provider without PKCE': injected({ isGullible: true }),
  'a used code in a new attempt': reused({}),
  'a used code in a new attempt, at a provider that forgets': reused({
    isGullible: true,
    acceptsCodesTwice: true,
  }),
  'everything again': replayed({}),
  'everything again, at a provider that forgets': replayed({ acceptsCodesTwice: true }),
  'the cookie of another browser': {
    refusal: STALE,
    prepare: async (scene) => {
      const [victim, attacker] = [await scene.returned(), await scene.returned()];
      return async () => await attacker.browser.finish(victim.answer);
    },
  },
  'no cookie (login CSRF at a browser that has begun nothing)': {
    refusal: STALE,
    prepare: async (scene) => {
      const attacker = await scene.returned('attacker');
      return async () => await scene.browser().finish(attacker.answer);
    },
  },
  'a damaged cookie': {
    refusal: STALE,
    prepare: async (scene) => {
      const { browser, answer } = await scene.returned();
      const [name = '', value = ''] = browser.cookie.split('=');
      browser.cookie = `${name}=${scene.damaged(value)}`;
      return async () => await browser.finish(answer);
    },
  },
  'the answer of an attacker, with the cookie of the victim (login CSRF)': {
    refusal: STALE,
    prepare: async (scene) => {
      const [victim, attacker] = [await scene.returned(), await scene.returned('attacker')];
      return async () => await victim.browser.finish(attacker.answer);
    },
  },
  'an answer that a page of another origin posts (login CSRF)': {
    refusal: ELSEWHERE,
    prepare: async (scene) => {
      const attacker = await scene.returned('attacker');
      const Origin = pick(scene.luck, [
        'https://attacker.example.org',
        'null',
        `http://localhost:${scene.port}`,
      ]);
      const page = scene.browser({ Origin });
      page.cookie = attacker.browser.cookie;
      return async () => await page.finish(attacker.answer);
    },
  },
  'a cookie that was planted before the victim began (fixation)': {
    refusal: STALE,
    prepare: async (scene) => {
      const attacker = await scene.returned('attacker');
      const victim = scene.browser();
      victim.cookie = attacker.browser.cookie;
      const answer = scene.provider.agree(await victim.begin(), { sub: 'victim' });
      scene.secrets.add(answer.get('code') ?? '');
      return async () => await attacker.browser.finish(answer);
    },
  },
  'a key of nobody': token(() => ({ isForeign: true })),
  'no ID token': token(() => ({ garbage: { '/token': { body: TOKEN_ANSWER } } })),
  'an ID token that is none': token(() => ({ idToken: () => 'e30' })),
  'no signature (alg=none)': token(({ luck }) => ({
    idToken: (claims) => `${part({ alg: pick(luck, ['none', 'None', 'nOnE']) })}.${part(claims)}.`,
  })),
  'the client’s secret as key (HS256)': token(({ provider }) => ({
    idToken: (claims) => hmac(claims, provider.settings['OIDC_CLIENT_SECRET'] ?? ''),
  })),
  'the published key as key (HS256)': token(() => ({
    idToken: (claims, key) => hmac(claims, JSON.stringify(key), key.kid),
  })),
  'a key that the token brings': token(() => ({ idToken: bringsItsKey })),
  'an unknown key': token(() => ({
    idToken: (claims) => `${part({ alg: 'RS256', kid: 'unknown' })}.${part(claims)}.${'A'.repeat(342)}`,
  })),
  'an invented signature': token(() => ({
    idToken: (claims, { kid }) => `${part({ alg: 'RS256', kid })}.${part(claims)}.${'A'.repeat(342)}`,
  })),
  'another issuer': claimed(({ luck, provider }) => ({
    iss: pick(luck, ['https://attacker.example.org', `${provider.issuer}/`, '', undefined, 7]),
  })),
  'another audience': claimed(({ luck }) => ({
    aud: pick(luck, ['bank', ['bank'], [], '', undefined, 7]),
  })),
  'several audiences': claimed(({ luck, provider }) => ({
    aud: [provider.settings['OIDC_CLIENT_ID'], 'bank'],
    azp: pick(luck, ['bank', undefined, '']),
  })),
  'another authorized party': claimed(({ luck }) => ({ azp: pick(luck, ['bank', '', 7]) })),
  'another nonce': claimed(({ luck }) => ({ nonce: pick(luck, ['x', '', undefined, 7]) })),
  'a subject that is none': claimed(({ luck }) => ({
    sub: pick(luck, ['', undefined, 7, 'x'.repeat(256), 'line\nline']),
  })),
  'an end in the past': claimed(({ luck }) => ({ exp: seconds() - LATE - below(luck, 100_000) })),
  'no end': claimed(({ luck }) => ({ exp: pick(luck, [undefined, 'tomorrow']) })),
  'a beginning in the future': claimed(({ luck }) => ({ iat: seconds() + LATE + below(luck, 100_000) })),
  'a beginning long ago': claimed(({ luck }) => ({ iat: seconds() - 660 - below(luck, 100_000) })),
  'no beginning': claimed(({ luck }) => ({ iat: pick(luck, [undefined, 'yesterday']) })),
  'not valid yet': claimed(({ luck }) => ({ nbf: seconds() + LATE + below(luck, 100_000) })),
};

export const ATTACK_NAMES = Object.keys(ATTACKS);

/** What has come of an attack; `expected` if it was refused as it should. */
interface Judged {
  readonly answer: readonly unknown[];
  readonly tokens: boolean;
  /** Devices, accounts and passkeys. */
  readonly isStoreSame: boolean;
  /** What stands in the log and must not. */
  readonly told: readonly string[];
}

export function expected(name: string): Judged {
  return { answer: attackNamed(name).refusal, tokens: false, isStoreSame: true, told: [] };
}

export async function attacked(running: Running, scene: AttackScene, name: string): Promise<Judged> {
  const { provider, secrets } = scene;
  const attack = await attackNamed(name).prepare(scene);
  const [before, logged] = [contentOf(running), running.captured.text().length];
  const answer = await attack();
  provider.oddity = {};
  const lines = running.captured.text().slice(logged);
  const never = [...secrets, ...provider.issued, provider.settings['OIDC_CLIENT_SECRET'] ?? ''];
  secrets.clear();
  provider.issued.length = 0;
  return {
    answer: [answer.status, answer.json()['code']],
    tokens: 'token' in answer.json() || 'refreshToken' in answer.json(),
    isStoreSame: contentOf(running) === before,
    told: never.filter((secret) => secret !== '' && lines.includes(secret)),
  };
}

function contentOf({ folder }: Running): string {
  const db = new DatabaseSync(join(folder, 'quayside.sqlite'), { readOnly: true });
  try {
    const tables = ['devices', 'accounts', 'passkeys'];
    return JSON.stringify(tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all()));
  } finally {
    db.close();
  }
}

function attackNamed(name: string): Attack {
  const attack = ATTACKS[name];
  if (attack === undefined) throw new Error(`no attack ${name}`);
  return attack;
}

const TOKEN_ANSWER = '{"access_token":"x","token_type":"Bearer"}';

/** Changes the query with which the browser comes back. */
function answered(refusal: Refusal, change: (answer: URLSearchParams, scene: AttackScene) => void): Attack {
  return {
    refusal,
    prepare: async (scene) => {
      const { browser, answer } = await scene.returned();
      change(answer, scene);
      return async () => await browser.finish(answer);
    },
  };
}

/** A stolen code comes with the state of the attacker's own attempt. */
function injected(oddity: Oddity): Attack {
  return {
    refusal: REFUSED,
    prepare: async (scene) => {
      const [victim, attacker] = [await scene.returned(), await scene.returned('attacker')];
      attacker.answer.set('code', victim.answer.get('code') ?? '');
      scene.provider.oddity = oddity;
      return async () => await attacker.browser.finish(attacker.answer);
    },
  };
}

function reused(oddity: Oddity): Attack {
  return {
    refusal: REFUSED,
    prepare: async (scene) => {
      const [victim, attacker] = [await scene.returned(), await scene.returned('attacker')];
      await victim.browser.finish(victim.answer);
      attacker.answer.set('code', victim.answer.get('code') ?? '');
      scene.provider.oddity = oddity;
      return async () => await attacker.browser.finish(attacker.answer);
    },
  };
}

/** Cookie, state and code of an attempt that has ended well. */
function replayed(oddity: Oddity): Attack {
  return {
    refusal: STALE,
    prepare: async (scene) => {
      const { browser, answer } = await scene.returned();
      const { cookie } = browser;
      await browser.finish(answer);
      browser.cookie = cookie;
      scene.provider.oddity = oddity;
      return async () => await browser.finish(answer);
    },
  };
}

/** The provider, or an impostor in its place, answers with a bad ID token. */
function token(oddityOf: (scene: AttackScene) => Oddity): Attack {
  return {
    refusal: REFUSED,
    prepare: async (scene) => {
      const { browser, answer } = await scene.returned();
      scene.provider.oddity = oddityOf(scene);
      return async () => await browser.finish(answer);
    },
  };
}

function claimed(claimsOf: (scene: AttackScene) => Claims): Attack {
  return token((scene) => ({ claims: claimsOf(scene) }));
}

function part(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

function hmac(claims: Claims, key: string, kid?: string): string {
  const head = `${part({ alg: 'HS256', ...(kid === undefined ? {} : { kid }) })}.${part(claims)}`;
  return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`;
}

async function bringsItsKey(claims: Claims, { kid }: JWK): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const header = { alg: 'ES256', jwk: await exportJWK(publicKey), ...(kid === undefined ? {} : { kid }) };
  return await new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey);
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
