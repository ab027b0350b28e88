// Who the people of the provider are here: the guest who signed in first, or somebody new.
import type { Identity } from '../../rooms/ports.ts';
import { LONG_ID, newId } from '../process/chance.ts';
import { type Account, accountOf, type Device, type DeviceBook } from '../store/devices.ts';
import type { PasskeyBook } from '../store/passkeys.ts';
import type { Devices, DeviceTicket } from './devices.ts';
import { keysOf } from './identity.ts';
import { NAMELESS } from './issuer.ts';
import type { LoggedOut, Recognised } from './provider.ts';

interface Context {
  readonly store: DeviceBook & PasskeyBook;
  readonly devices: Devices;
  readonly now: () => number;
}

interface Visit {
  readonly person: Recognised;
  /** The browser's, by its refresh token. */
  readonly guest: Device | undefined;
  /** What the device will be called, and its name in the list. */
  readonly device: Pick<Device, 'id' | 'name'>;
  /** When the attempt ends. */
  readonly until: number;
}

export interface SignedIn extends DeviceTicket {
  /** The browser has been this person before. */
  readonly isSame: boolean;
}

/** A device may be signed in while its session ends, by a clock that differs. */
const OVERLAP_MS = 60_000;
/** More than a person can have. */
const MOST_ENDED = 100;

export class Accounts {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Signs the browser in; `undefined`: this attempt has been used already, or has ended. */
  async signIn({ person, guest, device, until }: Visit): Promise<SignedIn | undefined> {
    const { devices, store, now } = this.#context;
    if (until <= now() || !(await this.#spend(device.id, until))) return undefined;
    const { player, playerName, account } = await this.#personOf(person, guest);
    const isSame = guest?.player === player;
    const wish = { ...device, player, playerName, account, session: person.session };
    const ticket = await devices.open(wish, isSame ? [guest] : []);
    if (ticket === undefined) return undefined;
    await store.changeDevices([{ kind: 'use-account', account, at: now() }]);
    return { ...ticket, isSame };
  }

  /** The provider has ended sessions: what was signed in with them before is signed out. Programs stay. */
  async end({ issuer, subject, session, at }: LoggedOut): Promise<void> {
    const { store, devices, now } = this.#context;
    const account = accountOf(issuer, subject ?? '');
    const common = { now: now(), limit: MOST_ENDED };
    const found = await store.devices(
      session === undefined ? { ...common, account } : { ...common, session },
    );
    const isMeant = (one: Device) =>
      subject === undefined ? one.account.startsWith(account) : one.account === account;
    const isBefore = ({ createdAt }: Device) => createdAt <= at + OVERLAP_MS;
    await devices.end(found.filter((one) => one.kind !== 'program' && isBefore(one) && isMeant(one)));
  }

  /** An attempt that is shown twice is used once: it is remembered until it ends. */
  async #spend(attempt: string, until: number): Promise<boolean> {
    const { store } = this.#context;
    const by = newId(LONG_ID);
    await store.changePasskeys([{ kind: 'spend', challenge: attempt, by, until }]);
    return (await store.spentBy(attempt)) === by;
  }

  /**
   * A guest becomes the person of the account, unless the account is somebody already, or the guest is, at the same
   * provider.
   */
  async #personOf(person: Recognised, guest?: Device): Promise<Account> {
    const { store, now } = this.#context;
    const { issuer, subject, name = NAMELESS } = person;
    const account = accountOf(issuer, subject);
    const [known] = await store.accounts({ account });
    if (known !== undefined) return known;
    const of = guest === undefined ? [] : await store.accounts({ player: guest.player });
    const joining = of.some((one) => one.issuer === issuer) ? undefined : guest;
    // Others who were let in before cannot stay with somebody whom the provider vouches for.
    if (joining !== undefined) await this.#signOutOthers(joining);
    const { player, playerName } = joining ?? { player: newId(LONG_ID), playerName: name };
    const link = { account, issuer, player, playerName, createdAt: now(), usedAt: now() };
    await store.changeDevices([{ kind: 'link', link }]);
    const [linked] = await store.accounts({ account });
    // At the same moment the guest has become another account's.
    return linked ?? (await this.#personOf(person));
  }

  /** All devices, passkeys, older keys and programs that act for the person; bots with seats of their own stay. */
  async #signOutOthers({ id, player, playerName: name }: Device): Promise<void> {
    const { devices, store } = this.#context;
    const own = await devices.list(player);
    const passkeys = await store.passkeys({ player });
    await store.changePasskeys(passkeys.map((one) => ({ kind: 'remove', player, id: one.id })));
    await devices.end(own.filter((one) => one.id !== id && one.kind !== 'keys' && one.player === player));
    await devices.revoke({ id: player, name } satisfies Identity, keysOf(player));
  }
}
