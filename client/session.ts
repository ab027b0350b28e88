// Who the program is signed in as: short-lived tokens of one device, got anew when needed.
import { Door, type DoorSettings, type Told } from './door.ts';
import { backOff, pause } from './platform.ts';
import { Refusal } from './refusal.ts';

/** What a program keeps of its player. */
export interface Keys {
  readonly token: string;
  /** Missing: a token that belongs to no device; it is exchanged when it is first used. */
  readonly refreshToken?: string;
  readonly device?: string;
  /** When a new token is needed, in this program's own time. */
  readonly until?: number;
}

/** Where they are kept. Others may share the place, such as pages of the same browser. */
export interface KeyRing {
  /** As they are now. */
  read(): Keys | undefined;
  /** `undefined`: nobody is signed in any more. */
  write(keys: Keys | undefined): void;
  /** Does work that nobody who shares the place does meanwhile. */
  alone?<Done>(work: () => Promise<Done>): Promise<Done>;
}

export interface SessionSettings extends Omit<DoorSettings, 'token'> {
  readonly ring: KeyRing;
  /** What the player's list of devices calls this one. */
  readonly device: string;
}

interface Ticket {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  readonly refreshToken?: string;
  readonly device?: string;
}

/** For the browser, in the form of WebAuthn's JSON. */
interface Prepared {
  readonly publicKey: never;
}

/** For another device. */
export interface Invitation {
  /** In the list of devices, which shows who has followed it. */
  readonly id: string;
  readonly invitation: string;
  readonly expiresAt: string;
}

/** How a device that was invited waits to be let in. */
export interface Waiting {
  /** Says what both devices show. */
  readonly told: (code: string) => void;
  /** Whether it does not wait any more. */
  readonly isOver: () => boolean;
}

interface Arrived {
  readonly name: string;
  /** What the provider says that the person reads. */
  readonly language: 'fr' | 'en' | null;
}

interface Claims {
  readonly iat?: number;
  readonly exp?: number;
  readonly dev?: string;
}

/** Before its end: a request takes time. */
const EARLY_MS = 60_000;
const REPEATS = 4;
const ASKED_EVERY_MS = 2_000;

export class Session {
  readonly #door: Door;
  readonly #ring: KeyRing;
  readonly #device: string;
  #under: Promise<string | undefined> | undefined;
  /** Tokens that the server does not exchange: of another issuer. */
  #foreign = '';

  constructor({ ring, device, ...settings }: SessionSettings) {
    this.#door = new Door(settings);
    this.#ring = ring;
    this.#device = device;
  }

  /** As last known, which may have ended. */
  get known(): string | undefined {
    return this.#ring.read()?.token;
  }

  /** A token that is good now; `undefined`: nobody is signed in. Rejects if the server cannot be reached. */
  async token(): Promise<string | undefined> {
    const keys = this.#ring.read();
    if (keys === undefined || !this.#isStale(keys)) return keys?.token;
    return await this.#next(keys.token);
  }

  /** Whether there is another token instead of one that was refused. */
  async renew(refused: string): Promise<boolean> {
    const next = await this.#next(refused);
    return next !== undefined && next !== refused;
  }

  /** A new player, or a new name for the one who is signed in; resolves with the name. */
  async begin(name: string): Promise<string> {
    const token = await this.token();
    const body = token === undefined ? { name, device: this.#device } : { name };
    const ticket = await this.#ask('POST', '/guests', body, token);
    this.#keep(ticket);
    return ticket.name;
  }

  /** Signs in with a token that belongs to no device; resolves with the name. */
  async take(token: string): Promise<string> {
    const ticket = await this.#ask('POST', '/me/devices', { name: this.#device }, token);
    this.#keep(ticket);
    return ticket.name;
  }

  /** Signs in with an invitation, once the device that invites has let this one in; resolves with the name. */
  async follow(invitation: string, { told, isOver }: Waiting): Promise<string | undefined> {
    const { platform } = this.#door;
    const key = `${platform.crypto.randomUUID()}${platform.crypto.randomUUID()}`;
    while (!isOver()) {
      const asked = { invitation, key, name: this.#device };
      const answer = await this.#ask<Ticket | { readonly code: string }>('POST', '/me/devices/ask', asked);
      if ('token' in answer) {
        this.#keep(answer);
        return answer.name;
      }
      told(answer.code);
      await pause(platform, ASKED_EVERY_MS);
    }
    return undefined;
  }

  /** Where the browser goes to sign in at the server’s provider; it comes back to `/sign-in` there. */
  async leave(): Promise<string> {
    const { url } = await this.#ask<{ readonly url: string }>('POST', '/sign-in', { device: this.#device });
    return url;
  }

  /** The browser has come back: `answer` is the query of its address. A guest who is here becomes the person. */
  async arrive(answer: string): Promise<Arrived> {
    await this.token();
    const { alone = (work) => work() } = this.#ring;
    return (await alone.call(this.#ring, async () => {
      const refreshToken = this.#ring.read()?.refreshToken;
      const body = { answer, ...(refreshToken !== undefined && { refreshToken }) };
      const ticket = await this.#ask<Ticket & Arrived>('POST', '/sign-in/answer', body);
      this.#keep(ticket);
      return { name: ticket.name, language: ticket.language };
    })) as Arrived;
  }

  /** For another device, which follows it within ten minutes. */
  async invite(): Promise<Invitation> {
    return await this.#proved<Invitation>('/me/devices/invite');
  }

  /** Lets in who has followed an invitation and shows this code. */
  async admit(invitation: string, code: string): Promise<void> {
    await this.#proved(`/me/devices/${invitation}/admit`, { code });
  }

  /** `make`: has the browser make a passkey, and resolves with its `toJSON()`. */
  async addPasskey(name: string, make: (publicKey: never) => Promise<object>): Promise<void> {
    const { publicKey } = await this.#proved<Prepared>('/me/passkeys/options');
    const credential = await make(publicKey);
    await this.#ask('POST', '/me/passkeys', { name, credential }, await this.token());
  }

  /**
   * Signs in with a passkey. `sign`: has the browser use one, and resolves with its `toJSON()`. `agrees`: whether this
   * device shall be that player’s; otherwise nothing changes. Resolves with the name, or `undefined`.
   */
  async enter(
    sign: (publicKey: never) => Promise<object>,
    agrees: (player: { readonly id: string; readonly name: string }) => Promise<boolean>,
  ): Promise<string | undefined> {
    const { publicKey } = await this.#ask<Prepared>('POST', '/passkeys/options', {});
    const credential = await sign(publicKey);
    const ticket = await this.#ask('POST', '/passkeys/sign-in', { device: this.#device, credential });
    if (await agrees({ id: ticket.id, name: ticket.name })) {
      this.#keep(ticket);
      return ticket.name;
    }
    await this.#drop(ticket);
    return undefined;
  }

  /** Signs this device out; the player stays on the others. */
  async end(): Promise<void> {
    const keys = this.#ring.read();
    this.#ring.write(undefined);
    if (keys !== undefined) await this.#drop(keys);
  }

  /** What cannot be said to the server ends there by itself. */
  async #drop({ device, token }: Pick<Keys, 'device' | 'token'>): Promise<void> {
    if (device === undefined) return;
    await this.#tell('DELETE', `/me/devices/${device}`, undefined, token).catch(() => undefined);
  }

  #isStale({ token, refreshToken, until }: Keys): boolean {
    if (refreshToken === undefined) return token !== this.#foreign && claimsIn(token).dev === undefined;
    return until !== undefined && until <= Date.now();
  }

  /** Several callers share one attempt, in this program and among those who share its keys. */
  #next(old: string): Promise<string | undefined> {
    const { alone = (work) => work() } = this.#ring;
    this.#under ??= alone
      .call(this.#ring, () => this.#exchange(old))
      .finally(() => {
        this.#under = undefined;
      }) as Promise<string | undefined>;
    return this.#under;
  }

  async #exchange(old: string): Promise<string | undefined> {
    const keys = this.#ring.read();
    // Somebody else was faster.
    if (keys === undefined || keys.token !== old) return keys?.token;
    const { token, refreshToken } = keys;
    if (refreshToken === undefined && token === this.#foreign) return token;
    try {
      const ticket = await (refreshToken === undefined
        ? this.#ask('POST', '/me/devices', { name: this.#device }, token)
        : this.#ask('POST', '/me/devices/refresh', { refreshToken }));
      this.#keep(ticket);
      return ticket.token;
    } catch (error) {
      const code = error instanceof Refusal ? error.code : undefined;
      // An older server, or another issuer's token.
      if (refreshToken === undefined && (code === 'not-renewable' || code === 'not-found')) {
        this.#foreign = token;
        return token;
      }
      if (code !== 'unauthenticated') throw error;
      this.#ring.write(undefined);
      return undefined;
    }
  }

  #keep({ token, refreshToken, device }: Ticket): void {
    const { iat = 0, exp = 0 } = claimsIn(token);
    const kept = refreshToken === undefined ? this.#ring.read() : undefined;
    // A new name alone changes neither device nor refresh token. The clock of this machine may be wrong by years.
    this.#ring.write({
      ...kept,
      token,
      ...(refreshToken !== undefined && { refreshToken, until: Date.now() + (exp - iat) * 1000 - EARLY_MS }),
      ...(device !== undefined && { device }),
    });
  }

  /** With the refresh token of this device, which a stolen access token does not have. */
  async #proved<Answer>(path: string, body: object = {}): Promise<Answer> {
    const token = await this.token();
    const refreshToken = this.#ring.read()?.refreshToken ?? '';
    return await this.#ask<Answer>('POST', path, { ...body, refreshToken }, token);
  }

  async #ask<Answer = Ticket>(method: string, path: string, body: object, token?: string): Promise<Answer> {
    const { status, body: answer } = await this.#tell(method, path, body, token);
    if (status < 400) return answer as Answer;
    const { code, title, detail } = answer as { code?: string; title?: string; detail?: string };
    if (code === undefined) throw new Error(`${method} ${path}: ${status}`);
    throw new Refusal({ code, rule: null, message: title ?? code, ...(detail !== undefined && { detail }) });
  }

  /** All of these may be repeated: the same refresh token gets the same answer again. */
  async #tell(method: string, path: string, body: object | undefined, token?: string): Promise<Told> {
    const door = this.#door.as(token);
    for (let attempt = 0; ; attempt++) {
      try {
        return await door.tell(method, path, body);
      } catch (error) {
        if (attempt >= Math.min(REPEATS, door.retries)) throw error;
      }
      await pause(door.platform, backOff(door.platform, attempt));
    }
  }
}

/** What a token says about itself, which only its server can check; empty if it is none of ours. */
function claimsIn(token: string): Claims {
  const [, body = ''] = token.split('.');
  try {
    const letters = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(
      new TextDecoder().decode(Uint8Array.from(letters, (one) => one.charCodeAt(0))),
    ) as Claims;
  } catch {
    return {};
  }
}
