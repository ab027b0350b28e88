// The devices and programs of people: short-lived access tokens, each got with a refresh token that changes every
// time, and their end in every process.
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../rooms/clockwork.ts';
import type { Identity, Log } from '../../rooms/ports.ts';
import { Recent } from '../../rooms/show/recent.ts';
import { LONG_ID, newId } from '../process/chance.ts';
import { reasonOf } from '../process/reason.ts';
import type { Device, DeviceBook, DeviceChange } from '../store/devices.ts';
import {
  asBot,
  type Identities,
  type Known,
  keysOf,
  PROGRAM,
  type Refreshing,
  type Ticket,
} from './identity.ts';
import { Revocations } from './revocations.ts';

export interface DeviceTicket extends Ticket {
  readonly device: string;
  readonly refreshToken: string;
}

/** A token for a program, which is shown once. */
interface ProgramTicket extends Ticket {
  readonly program: string;
}

interface ProgramWish {
  readonly name: string;
  readonly scope: 'play' | 'read';
  readonly days: number;
  /** A player of its own, marked as a bot; otherwise it acts for its owner. */
  readonly isBot: boolean;
}

interface Context {
  readonly identities: Identities;
  readonly store: DeviceBook;
  readonly now: () => number;
  readonly log: Log;
  /** After as many days without a sign a device is signed out. */
  readonly days: number;
  /** After as many days a device that was signed in is signed out, used or not. */
  readonly signInDays: number;
}

/** `id` follows from the attempt to sign in, so that each makes one device. */
type SignedInWish = Pick<Device, 'id' | 'player' | 'playerName' | 'name' | 'account' | 'session'>;

type Given = Pick<Device, 'player' | 'playerName' | 'name' | 'expiresAt'>;
type Shown = Pick<Refreshing, 'dev' | 'sub' | 'gen'>;

const DAY_MS = 86_400_000;
const ACCESS_MS = 3_600_000;
/** Two pages of a browser may show the same refresh token at once. */
const GRACE_MS = 60_000;
/** Of one person; one more signs out the one that was used longest ago. */
const MOST_DEVICES = 30;
/** Of one person; one more is refused. */
const MOST_PROGRAMS = 20;
/** The last use of a device is written this often at most. */
const NOTED_MS = 5 * 60_000;
const FLUSH_MS = 1_000;
const MOST_NOTES = 10_000;

export class Devices {
  readonly revoked: Revocations;
  readonly #context: Context;
  readonly #noted: Recent<string, { readonly at: number; readonly generation: number }>;
  #notes = new Map<string, DeviceChange>();
  #flushing: NodeJS.Timeout | undefined;
  #daily: NodeJS.Timeout | undefined;

  constructor(context: Context) {
    this.#context = context;
    this.revoked = new Revocations(context);
    this.#noted = new Recent(MOST_NOTES);
  }

  /** `isShared`: other processes revoke too. */
  async start(isShared: boolean): Promise<void> {
    await this.revoked.start(isShared);
    void this.#dropOld();
    this.#daily = setInterval(() => void this.#dropOld(), DAY_MS).unref();
  }

  async stop(): Promise<void> {
    this.revoked.stop();
    clearInterval(this.#daily);
    await this.#flush();
  }

  /** What a token says; `undefined` if it is not valid (any more). `unsure`: as far as this process knows. */
  read(token: string | undefined, how?: 'unsure'): Known | undefined {
    const known = this.#context.identities.read(token);
    if (known === undefined || this.isSignedOut(known.identity)) return undefined;
    if (how === undefined) this.revoked.demandCurrent();
    if (known.generation >= 0) this.#note(known);
    return known;
  }

  isSignedOut({ device }: Identity): boolean {
    return this.revoked.has(device);
  }

  /** A device for a new player or, in exchange for a token that belongs to none, for the player of that one. */
  async enrol(playerName: string, name: string, key?: Identity): Promise<DeviceTicket> {
    // From now on the token can be revoked.
    if (key !== undefined) await this.#context.store.changeDevices([add(this.#keys(key))]);
    return await this.admit({ player: key?.id ?? newId(LONG_ID), playerName }, name);
  }

  /** One more device of a player who has proved to be that one. */
  async admit(
    { player, playerName }: Pick<Device, 'player' | 'playerName'>,
    name: string,
  ): Promise<DeviceTicket> {
    const at = this.#context.now();
    const device = this.#device({ player, playerName, name, generation: 1, expiresAt: this.#endAfter(at) });
    await this.#addDevice(device, at);
    return this.#ticketOf(device);
  }

  /** A device that is signed in at the provider; `undefined`: the attempt that it is called after has made one already. */
  async open(wish: SignedInWish, instead: readonly Device[]): Promise<DeviceTicket | undefined> {
    const { store, now, signInDays } = this.#context;
    const at = now();
    const device = this.#device({ ...wish, generation: 1, expiresAt: at + signInDays * DAY_MS });
    await this.#addDevice(device, at, instead);
    // Another process may have been faster.
    const [stored] = await store.devices({ id: wish.id, limit: 1 });
    const isOurs = stored?.player === wish.player && stored.revokedAt === null;
    return isOurs ? this.#ticketOf(stored) : undefined;
  }

  /** Whether there is one of this id, in whatever state. */
  async isKnown(id: string): Promise<boolean> {
    return (await this.#context.store.devices({ id, limit: 1 })).length > 0;
  }

  /** They are dead at once here, and within seconds everywhere. */
  async end(devices: readonly Device[]): Promise<void> {
    const at = this.#context.now();
    await this.#context.store.changeDevices(devices.map((one) => revocation(one, at)));
    this.revoked.add(devices);
  }

  /**
   * New tokens for a refresh token; `undefined`: sign in again.
   *
   * An answer may be lost, however long its client sleeps then: the former token is good for the same answer again
   * until an access token of the new generation has been seen. A client that shows it later, or after the minute in which
   * several pages of a browser may show it, is not the only one who has it: the device is signed out.
   */
  async refresh(token: string): Promise<DeviceTicket | undefined> {
    const asked = this.#context.identities.readRefresh(token);
    // An invitation is for whoever asks with it, and is admitted.
    return asked === undefined || asked.gen === 0 ? undefined : await this.#rotate(asked);
  }

  /** The first tokens of a device that was admitted, given out like those of a refresh token. */
  async collect({ id, player }: Pick<Device, 'id' | 'player'>): Promise<DeviceTicket | undefined> {
    return await this.#rotate({ dev: id, sub: player, gen: 0 });
  }

  /** A device of this player that nobody holds yet, until `expiresAt`; those in `instead` end. */
  async expect(
    given: Given & Pick<Device, 'account' | 'session'> & Partial<Device>,
    instead: readonly Device[],
  ): Promise<Device> {
    const device = this.#device({ ...given, generation: 0, kind: 'invited' });
    await this.#addDevice(device, this.#context.now(), instead);
    return device;
  }

  /** What leads to such a device. */
  invitationTo(device: Device): string {
    return this.#refreshTokenOf(device);
  }

  /** The device whose newest refresh token this is: more than a stolen access token can show. */
  async holder(refreshToken: string): Promise<Device | undefined> {
    const asked = this.#context.identities.readRefresh(refreshToken);
    const device = asked && (await this.#present(asked));
    return device?.generation === asked?.gen ? device : undefined;
  }

  /** A token of its own for a program; `undefined`: there are too many. */
  async addProgram(owner: Identity, wish: ProgramWish): Promise<ProgramTicket | undefined> {
    const { identities, store, now } = this.#context;
    const programs = (await this.list(owner.id)).filter(({ kind }) => kind === 'program');
    if (programs.length >= MOST_PROGRAMS) return undefined;
    const { name, scope, days, isBot } = wish;
    const player = isBot ? newId(LONG_ID) : owner.id;
    const playerName = isBot ? asBot(name) : owner.name;
    const expiresAt = now() + days * DAY_MS;
    const made = {
      player,
      playerName,
      name,
      generation: PROGRAM,
      expiresAt,
      kind: 'program',
      scope,
    } as const;
    const program = this.#device({ ...made, owner: owner.id });
    await store.changeDevices([add(program)]);
    const isSignedIn = owner.isSignedIn === true;
    const holder = { device: program.id, generation: PROGRAM, expiresAt, scope, isSignedIn };
    return { ...identities.issue(playerName, { id: player }, holder), program: program.id };
  }

  /** The same device and player under a new name, which the player's other devices learn with their next tokens. */
  async rename(known: Known, name: string): Promise<Ticket> {
    const { identities, store } = this.#context;
    const { identity, generation, expires } = known;
    if (generation < 0) return identities.issue(name, identity);
    await store.changeDevices([{ kind: 'rename', player: identity.id, name }]);
    const device = identity.device ?? '';
    // No later than the token that asks: otherwise a stolen one could renew itself for ever.
    const expiresAt = expires * 1000;
    const isSignedIn = identity.isSignedIn === true;
    return identities.issue(name, identity, { device, generation, expiresAt, scope: 'play', isSignedIn });
  }

  /** Those used last come first. */
  async list(owner: string): Promise<readonly Device[]> {
    const { store, now } = this.#context;
    return await store.devices({ owner, now: now(), limit: 2 * MOST_DEVICES });
  }

  /** Its tokens are dead at once here, and within seconds everywhere; `false`: there is none. */
  async revoke({ id: owner, name }: Pick<Identity, 'id' | 'name'>, id: string): Promise<boolean> {
    const { store, now } = this.#context;
    const at = now();
    const isKeys = id === keysOf(owner);
    if (isKeys) await store.changeDevices([add(this.#keys({ id: owner, name }))]);
    const [device] = await store.devices({ id, limit: 1 });
    if (device?.owner !== owner) return false;
    if (device.revokedAt !== null) return true;
    // The newest of its tokens may be from now.
    const until = isKeys ? this.#endAfter(at) : device.expiresAt;
    await store.changeDevices([revocation({ ...device, expiresAt: until }, at)]);
    this.revoked.add([{ ...device, expiresAt: until }]);
    return true;
  }

  /** Everything of this person is signed out, and nothing says any more whose it was. */
  async forget(player: string): Promise<void> {
    const { store, now } = this.#context;
    const devices = (await this.list(player)).filter(({ kind }) => kind !== 'keys');
    await store.changeDevices([{ kind: 'forget', player, at: now() }]);
    this.revoked.add(devices);
  }

  #device({ kind = 'device', ...given }: Given & Pick<Device, 'generation'> & Partial<Device>): Device {
    const at = this.#context.now();
    return {
      id: newId(LONG_ID),
      owner: given.player,
      kind,
      scope: 'play',
      createdAt: at,
      usedAt: at,
      revokedAt: null,
      rotatedAt: at,
      seen: 0,
      account: '',
      session: '',
      ...given,
    };
  }

  /** What is said of a player's tokens that belong to no device. */
  #keys({ id: player, name: playerName }: Pick<Identity, 'id' | 'name'>): Device {
    const expiresAt = this.#endAfter(this.#context.now());
    const made = { player, playerName, name: '', generation: 0, expiresAt, kind: 'keys' } as const;
    return this.#device({ ...made, id: keysOf(player) });
  }

  #endAfter(at: number): number {
    return at + this.#context.days * DAY_MS;
  }

  async #rotate({ dev: id, sub, gen: generation }: Shown): Promise<DeviceTicket | undefined> {
    const { store, now } = this.#context;
    const at = now();
    await store.changeDevices([{ kind: 'rotate', id, generation, at, expiresAt: this.#endAfter(at) }]);
    const device = await this.#present({ dev: id, sub });
    if (device === undefined) return undefined;
    const noted = this.#noted.get(id)?.generation ?? 0;
    const seen = Math.max(device.seen, noted);
    if (isFirstAnswer({ ...device, seen }, generation, at)) return this.#ticketOf(device);
    // What was collected already is only refused.
    if (generation > 0) await this.#tellReuse(device, at);
    return undefined;
  }

  /** The device of a refresh token, if it can still be used. */
  async #present({ dev: id, sub }: Pick<Shown, 'dev' | 'sub'>): Promise<Device | undefined> {
    const { store, now } = this.#context;
    const [device] = await store.devices({ id, limit: 1 });
    const isAlive = device?.revokedAt === null && device.expiresAt > now();
    return isAlive && device.player === sub ? device : undefined;
  }

  /** Those in `instead` end, and what is too many with it. */
  async #addDevice(device: Device, at: number, instead: readonly Device[] = []): Promise<void> {
    const replaced = new Set(instead.map(({ id }) => id));
    const own = (await this.list(device.owner)).filter(
      ({ id, kind }) => (kind === 'device' || kind === 'invited') && !replaced.has(id),
    );
    const ended = [...instead, ...own.slice(MOST_DEVICES - 1)];
    await this.#context.store.changeDevices([...ended.map((one) => revocation(one, at)), add(device)]);
    this.revoked.add(ended);
  }

  #ticketOf(device: Device): DeviceTicket {
    const { identities, now } = this.#context;
    const { id, player, playerName, generation, scope, account } = device;
    // What was signed in ends on its day.
    const expiresAt = account === '' ? now() + ACCESS_MS : Math.min(now() + ACCESS_MS, device.expiresAt);
    const holder = { device: id, generation, expiresAt, scope, isSignedIn: account !== '' };
    const ticket = identities.issue(playerName, { id: player }, holder);
    return { ...ticket, device: id, refreshToken: this.#refreshTokenOf(device) };
  }

  /** The same as long as the generation is. */
  #refreshTokenOf({ id: dev, player: sub, playerName: name, generation: gen, expiresAt }: Device): string {
    return this.#context.identities.issueRefresh({ name, sub, dev, gen, exp: Math.floor(expiresAt / 1000) });
  }

  async #tellReuse(device: Device, at: number): Promise<void> {
    const { store, log } = this.#context;
    await store.changeDevices([revocation(device, at)]);
    this.revoked.add([device]);
    log.warn({ device: device.id }, 'a refresh token was used twice: its device is signed out');
  }

  async #dropOld(): Promise<void> {
    const { store, now, log } = this.#context;
    const at = now();
    this.revoked.dropOld();
    try {
      await store.changeDevices([{ kind: 'drop-old', now: at }]);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'old devices not removed');
    }
  }

  /** Remembers the use of a device, to be written soon together with that of others. */
  #note({ identity: { device: id = '' }, generation }: Known): void {
    const at = this.#context.now();
    const noted = this.#noted.get(id);
    if (noted !== undefined && noted.generation >= generation && at - noted.at < NOTED_MS) return;
    if (this.#notes.size >= MOST_NOTES) return;
    this.#noted.set(id, { at, generation });
    this.#notes.set(id, { kind: 'note', id, at, seen: generation });
    this.#flushing ??= setTimeout(() => void this.#flush(), FLUSH_MS).unref();
  }

  async #flush(): Promise<void> {
    const { store, log } = this.#context;
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    const notes = [...this.#notes.values()];
    this.#notes = new Map();
    if (notes.length === 0) return;
    try {
      await store.changeDevices(notes);
    } catch (error) {
      // They are noted again at a later use.
      for (const note of notes) if (note.kind === 'note') this.#noted.delete(note.id);
      log.warn({ reason: reasonOf(error) }, 'the use of devices was not noted');
    }
  }
}

/** Whether nobody has used what this refresh token was exchanged for. */
function isFirstAnswer({ generation, rotatedAt, seen }: Device, shown: number, at: number): boolean {
  if (generation !== shown + 1) return false;
  return seen < generation || (shown > 0 && at - rotatedAt <= GRACE_MS);
}

function add(device: Device): DeviceChange {
  return { kind: 'add', device };
}

function revocation({ id, owner, expiresAt: until }: Device, at: number): DeviceChange {
  return { kind: 'revoke', owner, id, at, until };
}
