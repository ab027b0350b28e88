// Compares all that SDK clients have decoded (the public view, the table, their own private part) with what the server
// says they should have.
import { setTimeout as sleep } from 'node:timers/promises';
import { checksumOf } from '../../shared/protocol/checksum.ts';
import { Client, type Room } from '../sdk.ts';

/** A state may have changed between an answer and its arrival; one that is wrong stays so. */
const PATIENCE_MS = 10_000;
const AGAIN_MS = 100;

/** The rooms that SDK clients of this process join, no matter who opens them, until `stop`. */
export class JoinedRooms {
  readonly #rooms = new Set<Room>();
  readonly #consume = Client.prototype.consumeSeatReservation;

  constructor() {
    const joined = (room: Room) => this.#rooms.add(room);
    const consume = this.#consume;
    Client.prototype.consumeSeatReservation = async function consumeAndTell(
      this: InstanceType<typeof Client>,
      ...given: Parameters<typeof consume>
    ) {
      const room = await consume.apply(this, given);
      joined(room);
      return room;
    } as typeof consume;
  }

  stop(): void {
    Client.prototype.consumeSeatReservation = this.#consume;
  }

  get current(): readonly Room[] {
    for (const room of this.#rooms) if (!isThere(room)) this.#rooms.delete(room);
    return [...this.#rooms];
  }
}

interface Compared {
  /** Clients whose state is right; the others have lost their connections. */
  readonly right: number;
  readonly findings: readonly string[];
}

export async function compareAll(rooms: readonly Room[], patienceMs = PATIENCE_MS): Promise<Compared> {
  const outcomes = await Promise.all(rooms.map((room) => compare(room, performance.now() + patienceMs)));
  return {
    right: outcomes.filter((outcome) => outcome === 'right').length,
    findings: outcomes.filter((outcome) => outcome !== 'right' && outcome !== 'gone'),
  };
}

async function compare(room: Room, deadline: number): Promise<string> {
  let said: { readonly version?: number; readonly checksum?: number } | undefined;
  while (performance.now() < deadline && isThere(room)) {
    said = await room.request('checksum').catch(() => undefined);
    if (said !== undefined && said.checksum === ownChecksum(room)) return 'right';
    await sleep(AGAIN_MS * (0.5 + Math.random()));
  }
  // Whether it gets its answers again is judged elsewhere.
  if (said === undefined || !isThere(room)) return 'gone';
  return `${room.roomId}: a client has not decoded what the server shows at version ${said.version}: ${shown(room)}`;
}

/** Connected, or about to reconnect. */
function isThere({ connection, reconnection }: Room): boolean {
  return connection.isOpen || reconnection.isReconnecting;
}

/** `undefined`: it cannot be read. */
function ownChecksum({ state }: Room): number | undefined {
  try {
    return checksumOf(state.toJSON());
  } catch {
    return undefined;
  }
}

function shown({ state }: Room): string {
  try {
    const { version, decisions } = state.toJSON() as { version: unknown; decisions: unknown };
    return JSON.stringify({ version, decisions }).slice(0, 200);
  } catch (error) {
    return String(error);
  }
}
