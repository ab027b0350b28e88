// A simulated process: the product's rooms with everything that they need, below sockets.
import { createHash } from 'node:crypto';
import { alone, noErrands, nowhere } from '../rooms/berth/alone.ts';
import type { MovedMatch, Ownership, Peer } from '../rooms/berth/cluster.ts';
import { pause, performance, randomBytes, setInterval, wall } from '../rooms/clockwork.ts';
import { Unsent } from '../rooms/colyseus/unsent-bytes.ts';
import { AtPeer, defineRooms, type MatchRoom, type RoomService, TableRefusal } from '../rooms/index.ts';
import { NO_REACH } from '../rooms/life/notices.ts';
import { codeOfUnavailable } from '../rooms/life/store-error.ts';
import { OwnTables } from '../rooms/people/own-tables.ts';
import { countAlone } from '../rooms/people/rate-limits.ts';
import type { GameShelf, Identity, Log, RoomDeps, RoomMetrics } from '../rooms/ports.ts';
import type { RoomLimits } from '../rooms/room-limits.ts';
import { SteadyClock } from '../server/process/clock.ts';
import { watchStalls } from '../server/process/stall.ts';
import { CERTAIN_MS, type Database, ModelOwnership, ModelStore, type Reach } from './database.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import { stageOf } from './stage.ts';

const BEAT_MS = 750;
const SHUTDOWN_MS = 8_000;

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
  readonly reachOf: (actor: Actor) => Reach;
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
  readonly service: RoomService;
  readonly #world: World;
  readonly #ownership: ModelOwnership | undefined;
  readonly #clock: SteadyClock;
  readonly #limits: RoomLimits;
  #certainAt: number;
  isLeaving = false;

  /** To be made, and started, as its actor. */
  constructor(world: World, actor: Actor, number: number) {
    this.#world = world;
    this.actor = actor;
    this.number = number;
    this.#limits = world.limits;
    this.#clock = new SteadyClock({ wall, monotonic: () => performance.now() });
    this.#certainAt = performance.now();
    const reach = world.reachOf(actor);
    const { database, isAlone } = world;
    this.#ownership = isAlone ? undefined : new ModelOwnership(number, database, reach, this.#clock.now());
    const server = stageOf(actor) as unknown as Parameters<typeof defineRooms>[0];
    this.service = defineRooms(server, this.#deps(reach));
  }

  get peer(): Peer {
    return { number: this.number, address: this.actor.name };
  }

  async start(): Promise<void> {
    if (this.#ownership !== undefined) {
      this.#world.database.enter(this.peer);
      setInterval(() => void this.#beat(), BEAT_MS);
    }
    watchStalls(this.#clock, { log: this.#log(), stalled: QUIET });
    await this.service.start();
  }

  /** As after SIGTERM. */
  async end(): Promise<void> {
    this.isLeaving = true;
    if (this.#ownership !== undefined)
      await Promise.race([this.service.handOver(SHUTDOWN_MS / 2), pause(SHUTDOWN_MS)]);
    await Promise.race([this.service.drain(), pause(SHUTDOWN_MS)]);
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

  /** The room, if it is in memory here. */
  roomOf(matchId: string): MatchRoom | undefined {
    return stageOf(this.actor).rooms.get(matchId) as unknown as MatchRoom | undefined;
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
    const living = await this.#world.reachOf(this.actor)(() => this.#world.database.beat(this.number));
    if (living === undefined) {
      // As a real one: it ends, and is started again.
      this.#world.ended(this);
      return;
    }
    this.#certainAt = Math.max(this.#certainAt, asked);
    ownership.sees(living);
  }

  #log(): Log {
    const say = (level: string) => (fields: object, message: string) =>
      this.#world.log(this.actor.name, level, fields, message);
    return { debug: QUIET, info: QUIET, warn: say('warn'), error: say('error') };
  }

  #deps(reach: Reach): RoomDeps {
    const { database, shelf } = this.#world;
    const ownership = this.#ownership;
    const common = { log: this.#log(), metrics: NO_METRICS, limits: this.#limits };
    const { now, sinceStall } = this.#clock;
    return {
      ...common,
      captains: { choose: () => Promise.resolve(undefined), judge: () => Promise.resolve(undefined) },
      shelf,
      store: new ModelStore({
        database,
        reach,
        member: ownership === undefined ? undefined : this.number,
        refused: (matchId) => ownership?.refused(matchId),
        created: (matchId) => ownership?.created(matchId),
      }),
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
      newId: (length) => randomBytes(length).toString('hex').slice(0, length),
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
      reach: NO_REACH,
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

export function addressOf({ id }: Identity): string {
  return `address of ${id}`;
}

async function ask(room: MatchRoom, { who, type, payload }: Request): Promise<Reply> {
  const caller = { identity: who, address: addressOf(who), language: 'en' } as const;
  if (type === 'look') return await replyOf(room.http.look(caller));
  if (type === 'seat') return await replyOf(await room.http.seat(caller, undefined));
  const isAsked = type === 'start' || type === 'legal';
  return await replyOf(
    await (isAsked ? room.http.ask(caller, type, payload) : room.http.play(caller, type, payload)),
  );
}

type Given = ReturnType<MatchRoom['http']['look']> | Awaited<ReturnType<MatchRoom['http']['ask']>>;

function replyOf(given: Given): Reply {
  // As it would go over a wire.
  return given.ok ? { ok: true, value: structuredClone(given.value) } : { ok: false, code: given.code };
}

function codeOf(fault: unknown): string {
  if (fault instanceof TableRefusal) return fault.refusal;
  const code = codeOfUnavailable(fault);
  if (code !== undefined) return code;
  return `exception: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`;
}
