// Signing in at the provider: an attempt that is bound to its browser, and whom it makes of a guest.
//
// Whatever an attempt needs is sealed in a cookie, so that it may end at another process than the one where it began.
import { z } from 'zod';
import type { Language } from '../../shared/kernel/game.ts';
import { sha256 } from '../process/chance.ts';
import { jsonIn } from '../process/json.ts';
import { Sealed } from '../process/sealed.ts';
import type { Accounts, SignedIn } from './accounts.ts';
import type { Devices } from './devices.ts';
import type { Provider, SignInCode } from './provider.ts';

interface Context {
  readonly provider: Provider;
  readonly devices: Devices;
  readonly accounts: Accounts;
  /** Of this process or of the whole cluster. */
  readonly key: Uint8Array;
  readonly now: () => number;
}

const attempt = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: z.string(),
  /** What the list of devices will call the browser. */
  device: z.string(),
  until: z.int(),
});

/** How a browser came back from the provider. */
interface Return {
  /** What `begin` has sealed. */
  readonly sealed: string;
  readonly answer: URLSearchParams;
  /** Of the guest who signs in. */
  readonly refreshToken: string | undefined;
}

interface Arrived extends SignedIn {
  /** The first of ours that the provider names. */
  readonly language: Language | undefined;
}

/** People look for their password, or make an account. */
export const ATTEMPT_SECONDS = 600;
const ABOUT = 'attempt';
const DEVICE_ID_LENGTH = 26;
/** As long as any that this server makes. */
const LONGEST_SEALED = 2_048;

export class SignIn {
  readonly #context: Context;
  readonly #sealed: Sealed;

  constructor(context: Context) {
    this.#context = context;
    this.#sealed = new Sealed(context.key, 'quayside sign-in attempts');
  }

  async begin(
    redirect: string,
    device: string,
  ): Promise<{ readonly url: string; readonly sealed: string } | SignInCode> {
    const { provider, now } = this.#context;
    const begun = await provider.begin(redirect);
    if (typeof begun === 'string') return begun;
    const until = Math.round(now()) + ATTEMPT_SECONDS * 1000;
    const plain: z.output<typeof attempt> = { ...begun.challenge, device, until };
    return { url: begun.url, sealed: this.#sealed.seal(ABOUT, JSON.stringify(plain)).toString('base64url') };
  }

  /** The person's device; or why nobody is signed in. */
  async finish({ sealed, answer, refreshToken }: Return): Promise<Arrived | SignInCode | 'sign-in-stale'> {
    const { provider, devices, accounts, now } = this.#context;
    const opened = this.#opened(sealed);
    if (opened === undefined || opened.until < now() || answer.get('state') !== opened.state)
      return 'sign-in-stale';
    const guest = refreshToken === undefined ? undefined : await devices.holder(refreshToken);
    // Before the code is used up: a browser that has a newer token asks again with that.
    if (refreshToken !== undefined && guest === undefined) return 'sign-in-stale';
    const { device: name, until, ...challenge } = opened;
    const id = sha256(`device of ${opened.state}`).slice(0, DEVICE_ID_LENGTH);
    if (await devices.isKnown(id)) return 'sign-in-stale';
    const person = await provider.finish(challenge, answer);
    if (typeof person === 'string') return person;
    const ticket = await accounts.signIn({ person, guest, device: { id, name }, until });
    return ticket === undefined ? 'sign-in-stale' : { ...ticket, language: languageIn(person.locale) };
  }

  /** The provider has signed somebody out. */
  async ended(logoutToken: string): Promise<SignInCode | undefined> {
    const { provider, accounts } = this.#context;
    const told = await provider.loggedOut(logoutToken);
    if (typeof told === 'string') return told;
    await accounts.end(told);
    return undefined;
  }

  #opened(sealed: string): z.output<typeof attempt> | undefined {
    if (sealed.length > LONGEST_SEALED) return undefined;
    const plain = this.#sealed.open(ABOUT, Buffer.from(sealed, 'base64url'));
    return attempt.safeParse(jsonIn(plain ?? '')).data;
  }
}

function languageIn(locale: string | undefined): Language | undefined {
  const [language] = (locale ?? '').toLowerCase().split(/[-_]/);
  return language === 'fr' || language === 'en' ? language : undefined;
}
