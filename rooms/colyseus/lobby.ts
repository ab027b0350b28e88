// The list of public tables as Colyseus' own lobby room streams it: one room in each process, which anybody may watch.
import { type Client, type IRoomCache, matchMaker, Room, type Server } from 'colyseus';
import { z } from 'zod';
import { whatIsWrong } from '../../shared/kernel/codes.ts';
import { reasonOf } from '../../shared/kernel/reason.ts';
import { clearInterval, setInterval } from '../clockwork.ts';
import type { ListedTable } from '../life/listed-table.ts';
import { refusal, TableRefusal } from '../life/table-refusal.ts';
import type { Identity, Log, RoomDeps } from '../ports.ts';
import { answerAllTypes, countHeldMessages } from './internals.ts';
import type { MatchmakingCall } from './matchmaking.ts';

/** No game has this name. */
const NAME = 'lobby';
const ID = /^lobby-(\d{1,15})$/;
/** Which calls of the SDK lead to it by its name. */
const ENTERING: readonly MatchmakingCall['method'][] = ['create', 'join', 'joinOrCreate'];
/** How often the list is read while anybody watches. */
const READ_MS = 1_000;
/** In one process; each also counts among the sockets of its address. */
const MOST_WATCHERS = 1_000;
const NOBODY: Identity = { id: '', name: '' };

const filter = z.strictObject({
  /** A game. */
  name: z.string().max(64).optional(),
  /** Facts that the list shows of a table, by name. */
  metadata: z
    .record(z.string().max(40), z.union([z.string().max(64), z.number(), z.boolean()]))
    .refine((wanted) => Object.keys(wanted).length <= 10)
    .optional(),
});
const wish = z.strictObject({ filter: filter.optional() });
type Filter = z.infer<typeof filter>;

/** The form of Colyseus' own entries. */
interface Entry {
  readonly roomId: string;
  /** The game. */
  readonly name: string;
  /** Seats that are taken. */
  readonly clients: number;
  readonly maxClients: number;
  /** Nobody can take a seat. */
  readonly locked: boolean;
  readonly private: false;
  readonly unlisted: false;
  readonly createdAt: string;
  readonly metadata: ListedTable;
}

interface Context {
  readonly deps: Pick<RoomDeps, 'unsent' | 'ownership' | 'memberName'> & { readonly log: Log };
  /** What every list of this server shows. */
  readonly list: (status: 'lobby' | 'playing') => Promise<readonly ListedTable[]>;
}

/** The number of the process whose lobby this is; `undefined`: it is a match. */
export function processOfLobby(roomId: string): number | undefined {
  const [, number] = ID.exec(roomId) ?? [];
  return number === undefined ? undefined : Number(number);
}

export class Lobby {
  readonly #context: Context;
  #opening: Promise<unknown> | undefined;
  #room: LobbyRoom | undefined;

  constructor(server: Server, context: Context) {
    this.#context = context;
    const opened = (room: LobbyRoom | undefined) => {
      this.#room = room;
    };
    server.define(
      NAME,
      class extends LobbyRoom {
        constructor() {
          super(context, opened);
        }
      },
    );
  }

  /** Whether a call is about the lobby. */
  isMeant({ method, name }: Pick<MatchmakingCall, 'method' | 'name'>): boolean {
    const isHere = processOfLobby(name) === this.#context.deps.ownership.self;
    return name === NAME ? ENTERING.includes(method) : method === 'joinById' && isHere;
  }

  /** A place for a socket; throws `TableRefusal`. */
  async reserve(options: unknown): Promise<object> {
    const wanted = wish.safeParse(options ?? {});
    if (!wanted.success) throw new TableRefusal('bad-payload', whatIsWrong(wanted.error));
    this.#opening ??= matchMaker.createRoom(NAME, {});
    await this.#opening;
    const room = this.#room;
    if (room === undefined) throw refusal('shutting-down');
    if (room.clients.length >= MOST_WATCHERS) throw refusal('server-full');
    const { roomId } = room;
    const { processId } = matchMaker;
    const reserved = await matchMaker
      .reserveSeatFor({ roomId, name: NAME, processId } as IRoomCache, wanted.data, NOBODY)
      .catch(() => {
        throw refusal('server-full');
      });
    const { memberName = processId } = this.#context.deps;
    return { ...reserved, processId: memberName };
  }
}

class LobbyRoom extends Room {
  override autoDispose = false;
  override patchRate = null;
  override maxClients = MOST_WATCHERS;
  override maxMessagesPerSecond = 10;
  readonly #context: Context;
  readonly #opened: (room: LobbyRoom | undefined) => void;
  /** In the order in which lists show them. */
  #entries = new Map<string, Entry>();
  readonly #filters = new Map<string, Filter | undefined>();
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;

  constructor(context: Context, opened: (room: LobbyRoom | undefined) => void) {
    super();
    this.#context = context;
    this.#opened = opened;
  }

  override onCreate(): void {
    this.roomId = `lobby-${this.#context.deps.ownership.self}`;
    this.patchRate = null;
    answerAllTypes(this, ['filter'], (client, type, payload) => this.#receive(client, type, payload));
    this.#opened(this);
  }

  override async onJoin(client: Client, options: z.infer<typeof wish>): Promise<void> {
    countHeldMessages(client, this.#context.deps.unsent);
    if (this.#filters.size === 0) await this.#read();
    this.#filters.set(client.sessionId, options.filter);
    this.#timer ??= setInterval(() => void this.#read(), READ_MS).unref();
    this.#state(client);
  }

  override onLeave({ sessionId }: Client): void {
    this.#filters.delete(sessionId);
    if (this.#filters.size === 0) this.#rest();
  }

  override onDispose(): void {
    this.#rest();
    this.#opened(undefined);
  }

  /** Unlike in Colyseus, what it does not understand changes nothing. */
  #receive(client: Client, type: string, payload: unknown): void {
    const wanted = filter.safeParse(payload ?? {});
    if (type !== 'filter' || !wanted.success || !this.#filters.has(client.sessionId)) return;
    this.#filters.set(client.sessionId, wanted.data);
    this.#state(client);
  }

  #state(client: Client): void {
    const wanted = this.#filters.get(client.sessionId);
    client.send(
      'rooms',
      [...this.#entries.values()].filter((entry) => fits(entry, wanted)),
    );
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** One reading at a time; if it fails, the last list stays. */
  #read(): Promise<void> {
    this.#reading ??= this.#renew()
      .catch((fault: unknown) => this.#context.deps.log.warn({ reason: reasonOf(fault) }, 'lobby not read'))
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  async #renew(): Promise<void> {
    const { list } = this.#context;
    const lines = await Promise.all([list('lobby'), list('playing')]);
    const before = this.#entries;
    this.#entries = new Map(lines.flat().map((line) => [line.matchId, entryOf(line)]));
    for (const id of new Set([...before.keys(), ...this.#entries.keys()]))
      this.#tell(id, before.get(id), this.#entries.get(id));
  }

  #tell(id: string, before: Entry | undefined, after: Entry | undefined): void {
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    for (const client of this.clients) {
      const { sessionId } = client;
      if (!this.#filters.has(sessionId)) continue;
      const wanted = this.#filters.get(sessionId);
      if (after !== undefined && fits(after, wanted)) client.send('+', [id, after]);
      else if (before !== undefined && fits(before, wanted)) client.send('-', id);
    }
  }
}

function entryOf(line: ListedTable): Entry {
  const { matchId: roomId, game: name, seats, free, status, createdAt } = line;
  return {
    roomId,
    name,
    clients: seats - free,
    maxClients: seats,
    locked: status !== 'lobby' || free === 0,
    private: false,
    unlisted: false,
    createdAt,
    metadata: line,
  };
}

function fits({ name, metadata }: Entry, wanted: Filter | undefined): boolean {
  const facts: Readonly<Record<string, unknown>> = metadata;
  return (
    (wanted?.name === undefined || wanted.name === name) &&
    Object.entries(wanted?.metadata ?? {}).every(([key, value]) => facts[key] === value)
  );
}
