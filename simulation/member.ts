// A simulated process: the product's rooms with everything that they need, below sockets.
import { createHash } from 'node:crypto';
import {
  alone,
  type MovedMatch,
  noErrands,
  nowhere,
  type Ownership,
  OwnTables,
  type Peer,
} from '../rooms/berth/cluster.ts';
import { pause, performance, randomBytes, setInterval, wall } from '../rooms/clockwork.ts';
import { Unsent } from '../rooms/colyseus/outgoing.ts';
import { AtPeer, defineRooms, type MatchRoom, type RoomService, TableRefusal } from '../rooms/index.ts';
import { codeOfUnavailable } from '../rooms/life/store-error.ts';
import { countAlone } from '../rooms/people/rate-limits.ts';
import type { GameShelf, Identity, Log, RoomDeps, RoomMetrics } from '../rooms/ports.ts';
import type { RoomLimits } from '../rooms/room-limits.ts';
import type { Called } from '../server/notices/caller.ts';
import { Courier } from '../server/notices/courier.ts';
import { ReachablePlayers } from '../server/notices/reach.ts';
import { CommonTime, KeptLag, type Shelter, SteadyClock, watchStalls } from '../server/process/clock.ts';
import { tableRequests } from '../shared/protocol/messages.ts';
import type { Notice } from '../shared/protocol/notices.ts';
import { CERTAIN_MS, type Database, ModelOwnership, ModelStore, type Reach } from './database.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import { stageOf } from './stage.ts';

const BEAT_MS = 750;
const SHUTDOWN_MS = 8_000;
const NOTICES_MS = 400;

/** Where everything is. */
interface World {
  readonly scheduler: Scheduler;
  readonly database: Database;
  readonly shelf: GameShelf;
  readonly limits: RoomLimits;
  readonly isAlone: boolean;
  /** What processes log as warnings and errors. */
  readonly log: (who: string, level: string, fields: object, message: string) => void;
  /** Asks another process, if it lives. */
  passOn<T>(peer: Peer, work: (member: Member) => Promise<T>): Promise<T>;
  /** Of a process that is alone. */
  readonly shelter: Shelter;
  readonly reachOf: (actor: Actor) => Reach;
  /** Tells a player something who is away. */
  readonly notify: (player: string, notices: readonly Notice[]) => Promise<Called>;
  /** Nothing need be told: the player is at the table. */
  readonly found: (matchId: string, player: string) => void;
  /** It has ended by itself. */
  readonly ended: (member: Member) => void;
}

interface Request {
  readonly matchId: string;
  readonly who: Identity;
  readonly type: string;
  readonly payload: object;
}

export type Reply =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly code: string };

const QUIET = () => undefined;
const NO_METRICS: RoomMetrics = {
  commandAccepted: QUIET,
  commandRefused: QUIET,
  matchStarted: QUIET,
  matchEnded: QUIET,
  roomOpened: QUIET,
  roomClosed: QUIET,
  connected: QUIET,
  disconnected: QUIET,
  slowConsumerCut: QUIET,
  matchWoken: QUIET,
  wakingFailed: QUIET,
  matchesStored: QUIET,
  rulesInUse: QUIET,
};

export class Member {
  readonly actor: Actor;
  readonly number: number;
  readonly #world: World;
  readonly #time: CommonTime;
  readonly #lag: KeptLag | undefined;
  readonly #ownership: ModelOwnership | undefined;
  readonly #clock: SteadyClock;
  readonly #limits: RoomLimits;
  readonly #store: ModelStore;
  readonly #reach: ReachablePlayers;
  readonly #courier: Courier;
  #service: RoomService | undefined;
  #certainAt: number;
  isLeaving = false;
  /** Clients and other processes find it. */
  isListening = false;

  /** To be made, and started, as its actor. */
  constructor(world: World, actor: Actor, number: number) {
    this.#world = world;
    this.actor = actor;
    this.number = number;
    this.#limits = world.limits;
    const monotonic = () => performance.now();
    this.#time = new CommonTime({ wall, monotonic });
    this.#clock = new SteadyClock({ wall: this.#time.now, monotonic });
    const { shelter } = world;
    this.#lag = world.isAlone ? new KeptLag({ clock: this.#clock, shelter, wall }) : undefined;
    this.#certainAt = performance.now();
    const reach = world.reachOf(actor);
    const { database, isAlone } = world;
    this.#ownership = isAlone ? undefined : new ModelOwnership(number, database, reach, this.#clock.now());
    this.#store = new ModelStore({
      database,
      reach,
      member: isAlone ? undefined : number,
      refused: (matchId) => this.#ownership?.refused(matchId),
      created: (matchId) => this.#ownership?.created(matchId),
    });
    this.#reach = new ReachablePlayers({ outbox: this.#store, isOn: true, log: this.#log() });
    this.#courier = this.#makeCourier();
    this.#reach.deliverBy(() => this.#courier.look());
  }

  /** Of a process that is listening. */
  get service(): RoomService {
    if (this.#service === undefined) throw new Error('it has not started yet');
    return this.#service;
  }

  get peer(): Peer {
    return { number: this.number, address: this.actor.name };
  }

  /** In the order of server/core.ts and server/app.ts. */
  async start(): Promise<void> {
    const isShared = this.#ownership !== undefined;
    if (isShared) {
      this.#world.database.enter(this.peer);
      await this.#beat();
      setInterval(() => void this.#beat(), BEAT_MS);
    }
    if (this.#lag === undefined) this.#clock.set();
    else this.#lag.begin();
    await this.#reach.start(isShared);
    const server = stageOf(this.actor) as unknown as Parameters<typeof defineRooms>[0];
    this.#service = defineRooms(server, this.#deps());
    watchStalls(this.#clock, {
      log: this.#log(),
      stalled: QUIET,
      beaten: () => this.#lag?.look(),
    });
    this.isListening = true;
    if (isShared) this.#world.database.announce(this.number);
    await this.service.start();
    this.#courier.start(isShared);
  }

  /** As after SIGTERM. */
  async end(): Promise<void> {
    this.isLeaving = true;
    if (this.#ownership !== undefined)
      await Promise.race([this.service.handOver(SHUTDOWN_MS / 2), pause(SHUTDOWN_MS)]);
    await Promise.race([this.service.drain(), pause(SHUTDOWN_MS)]);
    await Promise.race([this.#courier.close(), pause(NOTICES_MS)]);
    if (this.#ownership !== undefined) this.#world.database.leave(this.number);
    this.#world.ended(this);
  }

  /** A client's request, here or where the match is. */
  async answer(request: Request, isPassedOn = false): Promise<Reply> {
    try {
      const ownership: Ownership = this.#ownership ?? alone;
      const owner = await ownership.ownerOf(request.matchId);
      if (!isPassedOn && typeof owner === 'object') return await this.#passOn(owner, request);
      const room = await this.service.open(request.matchId, request.who);
      return await ask(room, request);
    } catch (fault) {
      if (fault instanceof AtPeer && !isPassedOn) return await this.#passOn(fault.peer, request);
      return { ok: false, code: codeOf(fault) };
    }
  }

  async create(game: string, options: object, who: Identity): Promise<string> {
    const wanted = options as Parameters<RoomService['create']>[1];
    return await this.service.create(game, wanted, who, addressOf(who));
  }

  /** From now on the player is told what happens while they are away. */
  async addTarget(player: string): Promise<void> {
    const at = this.#clock.now();
    const blank = { told_at: null, failing_since: null, failures: 0, next_try_at: 0, stopped_at: null };
    const target = {
      target_id: player,
      player,
      owner: null,
      type: 'json',
      sealed: '',
      name: player,
    } as const;
    await this.#store.writeOutbox('addTarget', { ...blank, ...target, created_at: at, confirmed_at: at });
    await this.#reach.refresh();
  }

  /** The room, if it is in memory here. */
  roomOf(matchId: string): MatchRoom | undefined {
    return stageOf(this.actor).rooms.get(matchId) as unknown as MatchRoom | undefined;
  }

  get isFull(): boolean {
    return stageOf(this.actor).rooms.size >= this.#limits.maxLiveTables;
  }

  get isSure(): boolean {
    return this.#ownership === undefined || performance.now() - this.#certainAt < CERTAIN_MS;
  }

  #passOn(peer: Peer, request: Request): Promise<Reply> {
    return this.#world
      .passOn(peer, (member) => member.answer(request, true))
      .catch(() => ({ ok: false, code: 'unreachable' }) as const);
  }

  async #beat(): Promise<void> {
    const ownership = this.#ownership;
    if (ownership === undefined) return;
    const asked = performance.now();
    const ahead = this.#clock.now() - this.#time.database();
    const { database, reachOf } = this.#world;
    const living = await reachOf(this.actor)(() => database.beat(this.number, ahead), 'sign');
    if (living === undefined) {
      // As a real one: it ends, and is started again.
      this.#world.ended(this);
      return;
    }
    this.#certainAt = Math.max(this.#certainAt, asked);
    const { time, others } = living;
    const oldest = others.find((other) => other.ahead !== undefined && other.number < this.number);
    this.#time.learn({ time, sent: asked, received: performance.now(), ahead: oldest?.ahead });
    const peers = others.filter(({ isAnnounced }) => isAnnounced);
    ownership.sees(peers.map(({ number, address }) => ({ number, address })));
  }

  #makeCourier(): Courier {
    const { notify, found } = this.#world;
    return new Courier({
      outbox: this.#store,
      matches: this.#store,
      teller: { tell: ({ target_id: player }, notices) => notify(player, notices) },
      isHere: (matchId, player) => {
        const isHere = this.service.isPresent(matchId, player);
        if (isHere) found(matchId, player);
        return isHere;
      },
      isOn: () => true,
      now: this.#clock.now,
      newId,
      log: this.#log(),
      ended: QUIET,
    });
  }

  #log(): Log {
    const say = (level: string) => (fields: object, message: string) =>
      this.#world.log(this.actor.name, level, fields, message);
    return { debug: QUIET, info: QUIET, warn: say('warn'), error: say('error') };
  }

  #deps(): RoomDeps {
    const { shelf } = this.#world;
    const ownership = this.#ownership;
    const common = { log: this.#log(), metrics: NO_METRICS, limits: this.#limits };
    const { now, sinceStall } = this.#clock;
    return {
      ...common,
      captains: { choose: () => Promise.resolve(undefined), judge: () => Promise.resolve(undefined) },
      shelf,
      store: this.#store,
      ownership: ownership ?? alone,
      errands: {
        ...noErrands,
        take: (peer, moved) => this.#take(peer, moved),
      },
      directory: new OwnTables(),
      limiter: countAlone,
      elsewhere: () => nowhere,
      unsent: new Unsent(common),
      memberName: undefined,
      addressKey: (address) => address,
      newSeed: () => randomBytes(16).toString('hex'),
      newId,
      hash: (text) => createHash('sha256').update(text).digest('hex'),
      identify: () => Promise.resolve(undefined),
      blocks: {
        of: () => Promise.resolve(new Map()),
        known: () => new Map(),
        set: () => Promise.resolve(false),
      },
      isSignedOut: () => false,
      demandsSignIn: false,
      isSilenced: () => false,
      reach: this.#reach,
      isOwner: () => this.isSure,
      now,
      sinceStall,
    };
  }

  #take(peer: Peer, moved: MovedMatch): Promise<boolean> {
    const taken = this.#world.passOn(peer, async (member) => {
      await member.service.forPeers.take(structuredClone(moved));
      return true;
    });
    return taken.catch(() => false);
  }
}

function newId(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}

export function addressOf({ id }: Identity): string {
  return `address of ${id}`;
}

async function ask(room: MatchRoom, { who, type, payload }: Request): Promise<Reply> {
  const caller = { identity: who, address: addressOf(who), language: 'en' } as const;
  if (type === 'look') return await replyOf(room.http.look(caller));
  if (type === 'seat') return await replyOf(await room.http.seat(caller, undefined));
  return await replyOf(
    await (Object.hasOwn(tableRequests, type)
      ? room.http.ask(caller, type, payload)
      : room.http.play(caller, type, payload)),
  );
}

type Given = ReturnType<MatchRoom['http']['look']> | Awaited<ReturnType<MatchRoom['http']['ask']>>;

function replyOf(given: Given): Reply {
  return given.ok ? { ok: true, value: given.value } : { ok: false, code: given.code };
}

function codeOf(fault: unknown): string {
  if (fault instanceof TableRefusal) return fault.refusal;
  const code = codeOfUnavailable(fault);
  if (code !== undefined) return code;
  return `exception: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`;
}
