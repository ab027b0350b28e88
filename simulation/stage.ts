// In a simulated world: Colyseus without sockets. Rooms are opened, found and closed as usual, each process has its own.
import type { MatchRoom } from '../rooms/colyseus/match-room.ts';
import type { RoomOrder } from '../rooms/colyseus/room-parts.ts';
import { currentActor } from './clockwork.ts';
import type { Actor } from './scheduler.ts';

type RoomClass = new () => MatchRoom;

/** What a process has of Colyseus. */
export class Stage {
  readonly #kinds = new Map<string, RoomClass>();
  readonly rooms = new Map<string, Pick<Room, 'roomId' | 'roomName'>>();

  define(game: string, kind: RoomClass): void {
    this.#kinds.set(game, kind);
  }

  async open(game: string, order: RoomOrder): Promise<void> {
    const kind = this.#kinds.get(game);
    if (kind === undefined) throw new Error(`no rooms of ${game}`);
    const room = new kind();
    room.roomName = game;
    await room.onCreate(order);
    this.rooms.set(room.roomId, room);
  }
}

const stages = new WeakMap<Actor, Stage>();

export function stageOf(actor: Actor): Stage {
  const made = stages.get(actor) ?? new Stage();
  stages.set(actor, made);
  return made;
}

export class Room {
  roomId = '';
  roomName = '';
  patchRate: number | null = null;
  maxMessagesPerSecond = 0;
  state: unknown;
  readonly clients: readonly never[] = [];
  readonly clock = { tick: () => undefined };
  readonly onMessageEvents = { events: {} };
  readonly _reservedSeats = {};
  readonly _reservedSeatTimeouts = {};
  readonly _reconnections = {};

  setTimestep(): void {}
  setSerializer(): void {}
  broadcastPatch(): void {}
  broadcast(): void {}
  onDispose(): void {}

  setMatchmaking(): Promise<void> {
    return Promise.resolve();
  }

  disconnect(): Promise<void> {
    stageOf(currentActor()).rooms.delete(this.roomId);
    this.onDispose();
    return Promise.resolve();
  }
}

export const matchMaker = {
  controller: { exposedMethods: [] as readonly string[] },
  createRoom: (game: string, order: RoomOrder) => stageOf(currentActor()).open(game, order),
  getLocalRoomById: (matchId: string) => stageOf(currentActor()).rooms.get(matchId),
};

export {
  CloseCode,
  Deferred,
  ErrorCode,
  getMessageBytes,
  Protocol,
  SchemaSerializer,
  ServerError,
} from 'colyseus';
