// What leaves a room: patches and news to everybody in it.
import type { Client, Room } from 'colyseus';
import type { Seat } from '../shared/kernel/seat.ts';
import { type Bulletin, entitledSeats, messageFor } from './news-memory.ts';
import type { Asker } from './table-requests.ts';
import type { Visitor, Visits } from './visits.ts';

/** Somebody connected: by a socket of Colyseus, or by a door of another kind. */
export interface Guest extends Asker {
  readonly client?: Client;
  readonly visitor?: Visitor;
  /** Whom limits by address count it for. */
  readonly address: string;
}

interface DeliveryContext {
  readonly room: Room;
  readonly guests: ReadonlyMap<string, Guest>;
  readonly visits: () => Visits | undefined;
  readonly seatOf: (id: string) => Seat | undefined;
}

export class Delivery {
  readonly #context: DeliveryContext;

  constructor(context: DeliveryContext) {
    this.#context = context;
  }

  /**
   * Who comes in gets the private part with the whole state, and Colyseus sends it once more with the
   * next patch, as additions: where a list has changed meanwhile, the SDK would insert them beside
   * what is there. So that patch must go out before anything changes.
   */
  settle(): void {
    const { room } = this.#context;
    for (const { view } of room.clients) {
      if ((view?.changes.size ?? 0) > 0) return void room.broadcastPatch();
    }
  }

  patch(): void {
    const { room, visits } = this.#context;
    room.clock.tick();
    room.broadcastPatch();
    visits()?.changed();
  }

  tell(bulletin: Bulletin): void {
    const { room, visits } = this.#context;
    const entitled = entitledSeats(bulletin);
    const special = entitled.size === 0 ? [] : this.#tellEntitled(bulletin, entitled);
    room.broadcast('news', messageFor(bulletin, null), { except: special });
    visits()?.tell(bulletin);
  }

  /** Tells those who see more than everybody, and says who they are. */
  #tellEntitled(bulletin: Bulletin, entitled: ReadonlySet<Seat>): Client[] {
    const special: Client[] = [];
    for (const { client, identity } of this.#context.guests.values()) {
      const seat = this.#context.seatOf(identity.id);
      if (client === undefined || seat === undefined || !entitled.has(seat)) continue;
      special.push(client);
      client.send('news', messageFor(bulletin, seat));
    }
    return special;
  }
}
