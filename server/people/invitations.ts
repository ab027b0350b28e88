// One more device of a person by a link, which a camera can read: whoever follows it asks, and is let in by a device
// that the person has already, which shows who asks. A link that was photographed or overheard opens nothing.
import { z } from 'zod';
import type { Identity } from '../../rooms/ports.ts';
import { sha256 } from '../process/chance.ts';
import { jsonIn } from '../process/json.ts';
import type { Device, DeviceBook } from '../store/devices.ts';
import type { Devices, DeviceTicket } from './devices.ts';
import type { Identities } from './identity.ts';
import type { ShortMemory } from './spoken-codes.ts';

interface Context {
  readonly identities: Pick<Identities, 'readRefresh'>;
  readonly devices: Pick<Devices, 'collect' | 'expect' | 'holder' | 'invitationTo'>;
  readonly store: Pick<DeviceBook, 'devices'>;
  /** Of all processes: while it is away, who asks at one may not be seen at another, and is not let in. */
  readonly memory: ShortMemory;
  readonly now: () => number;
}

interface Invitation {
  /** In the list of devices. */
  readonly id: string;
  readonly token: string;
  readonly expiresAt: number;
}

/** How a device asks; all of it is the same each time. */
interface Asking {
  readonly invitation: string;
  /** What it calls itself. */
  readonly name: string;
  /** Its own secret: nobody else gets what it is given. */
  readonly key: string;
}

const claim = z.strictObject({ device: z.string(), name: z.string() });

/** Who has followed an invitation. */
interface Asker {
  readonly name: string;
  /** Both devices show it. */
  readonly code: string;
}

interface Waiting extends Pick<Asker, 'code'> {
  readonly expiresAt: number;
}

const INVITED_MS = 10 * 60_000;
const DEVICE_ID_LENGTH = 26;
const CODES = 10_000;

export class Invitations {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** `undefined`: the refresh token is not valid (any more). */
  async make(refreshToken: string): Promise<Invitation | undefined> {
    const { devices, now } = this.#context;
    const host = await devices.holder(refreshToken);
    if (host === undefined) return undefined;
    const { player, playerName, account, session } = host;
    const expiresAt = now() + INVITED_MS;
    const made = await devices.expect({ player, playerName, name: '', account, session, expiresAt }, []);
    return { id: made.id, token: devices.invitationTo(made), expiresAt };
  }

  /**
   * Asked again until the person has decided. `undefined`: the invitation is over, or the person does not want this;
   * `taken`: another device was faster.
   */
  async ask({ invitation, name, key }: Asking): Promise<DeviceTicket | Waiting | 'taken' | undefined> {
    const { identities, devices, memory, now } = this.#context;
    const { dev = '', sub: player = '', gen } = identities.readRefresh(invitation) ?? {};
    if (gen !== 0) return undefined;
    const id = sha256(`device of ${dev} ${key}`).slice(0, DEVICE_ID_LENGTH);
    const ticket = await devices.collect({ id, player });
    if (ticket !== undefined) return ticket;
    const invited = await this.#open(dev);
    if (invited?.player !== player) return undefined;
    const mine: z.output<typeof claim> = { device: id, name };
    const left = Math.ceil(invited.expiresAt - now());
    const isMine = await memory.put(nameOf(dev), JSON.stringify(mine), left);
    return isMine ? { code: codeOf(id), expiresAt: invited.expiresAt } : 'taken';
  }

  /** Who has followed this invitation. */
  async asker(invitation: string): Promise<Asker | undefined> {
    const found = await this.#claimOf(invitation);
    return found && { name: found.name, code: codeOf(found.device) };
  }

  /** Lets the one in who was shown with this code; `undefined`: not by this device, `false`: nobody has asked so. */
  async admit(
    who: Identity,
    refreshToken: string,
    asked: { readonly invitation: string; readonly code: string },
  ): Promise<boolean | undefined> {
    const { devices } = this.#context;
    const host = await devices.holder(refreshToken);
    if (host === undefined || host.id !== who.device || host.player !== who.id) return undefined;
    const [invited, found] = await Promise.all([
      this.#open(asked.invitation),
      this.#claimOf(asked.invitation),
    ]);
    if (invited?.owner !== who.id || found === undefined || codeOf(found.device) !== asked.code) return false;
    const { player, playerName, account, session, expiresAt } = invited;
    const { device: id, name } = found;
    await devices.expect({ id, player, playerName, name, account, session, expiresAt }, [invited]);
    return true;
  }

  async #claimOf(invitation: string): Promise<z.output<typeof claim> | undefined> {
    return claim.safeParse(jsonIn((await this.#context.memory.get(nameOf(invitation))) ?? '')).data;
  }

  /** One that can still be followed. */
  async #open(id: string): Promise<Device | undefined> {
    const { store, now } = this.#context;
    const [device] = await store.devices({ id, limit: 1 });
    const isOpen = device?.kind === 'invited' && device.revokedAt === null && device.expiresAt > now();
    return isOpen ? device : undefined;
  }
}

function nameOf(invitation: string): string {
  return `asked ${invitation}`;
}

/** Only the first who asks can be let in: to try devices until one has the code of another is of no use. */
function codeOf(device: string): string {
  return String(Number.parseInt(device.slice(0, 8), 16) % CODES).padStart(4, '0');
}
