// A player over one of the SDK's sockets, which keeps what it receives.
import type { Room } from '@colyseus/sdk';

interface SeenNews {
  readonly version: number;
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

/** The synchronized state as JSON, as far as the kit looks at it. */
interface SeenState {
  readonly table: { readonly seats: readonly { readonly priv?: Readonly<Record<string, unknown>> }[] };
  readonly view?: Readonly<Record<string, unknown>>;
}

interface Welcome {
  readonly seat: number | null;
  readonly matchId: string;
}

export class SocketPlayer {
  readonly room: Room;
  readonly news: SeenNews[] = [];
  seat: number | null = null;
  matchId = '';
  /** The code that the server, or the network, closed it with. */
  left: number | undefined;

  constructor(room: Room) {
    this.room = room;
    // Scenes decide when to reconnect.
    room.reconnection.enabled = false;
    room.onMessage('welcome', ({ seat, matchId }: Welcome) => {
      this.seat = seat;
      this.matchId = matchId;
    });
    room.onMessage('news', (news: SeenNews) => this.news.push(news));
    for (const other of ['rejected', 'chat', 'rematch-ready', 'closing'])
      room.onMessage(other, () => undefined);
    room.onLeave((code: number) => {
      this.left = code;
    });
  }

  get state(): SeenState | undefined {
    return (this.room.state as { toJSON(): SeenState } | undefined)?.toJSON();
  }

  /** What the state shows only to this seat. */
  get own(): Readonly<Record<string, unknown>> | undefined {
    return this.seat === null ? undefined : this.state?.table?.seats[this.seat]?.priv;
  }
}

export async function until(what: () => boolean, why: string, patienceMs = 5_000): Promise<void> {
  const started = performance.now();
  while (!what()) {
    if (performance.now() - started > patienceMs) throw new Error(`waited in vain for ${why}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
