// All that leaves a room: the synchronized state, the news, and what visitors are told.
import type { Client, Room } from 'colyseus';
import type { Seat } from '../shared/kernel/seat.ts';
import type { Audience } from './audience.ts';
import type { Display } from './display.ts';
import type { Listed } from './listed.ts';
import { type Bulletin, entitledSeats, messageFor } from './news-memory.ts';
import type { Presence } from './presence.ts';
import type { Session } from './session.ts';
import type { Showcase } from './showcase.ts';
import type { Visits } from './visits.ts';

/** What there is to show, and to whom. */
interface Show {
  readonly session: Session;
  readonly presence: Presence;
  readonly showcase: Showcase;
  readonly display: Display;
  readonly visits: Visits;
  readonly listed: Listed;
}

export class Delivery implements Audience {
  readonly #room: Room;
  #show: Show | undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Nothing leaves before this. */
  begin(show: Show): void {
    this.#show = show;
    this.refresh('all');
  }

  advance(bulletin: Bulletin): void {
    this.#bringOut(({ session, display }) => {
      if (session.status === 'playing' && bulletin.version > 0) display.showProgress();
      else display.showAll();
    }, bulletin);
  }

  refresh(what: 'table' | 'all'): void {
    this.#bringOut(({ display }) => (what === 'all' ? display.showAll() : display.showTable()));
  }

  rematch(matchId: string): void {
    this.#room.broadcast('rematch-ready', { matchId });
  }

  /** For a client that came back with the state it knew. */
  restateAbsence(): void {
    this.#bringOut(({ showcase }) => showcase.restateAbsence());
  }

  /** Somebody has another seat, or none any more: shows what may be seen from now on. */
  seatChanged(id: string | undefined): void {
    if (this.#show === undefined) return;
    const { presence, visits } = this.#show;
    for (const { client } of presence.of(id)) if (client !== undefined) this.openView(client, id);
    visits.seatChanged(id);
    presence.recount();
    this.refresh('table');
  }

  /** The private part of the seat this player holds, and of no other. */
  openView(client: Client, id: string | undefined): void {
    this.closeView(client);
    const { session, showcase } = this.#show ?? {};
    const seat = id === undefined ? undefined : session?.seatOf(id);
    if (showcase !== undefined && seat !== undefined) client.view = showcase.openView(seat);
  }

  closeView(client: Client): void {
    if (client.view !== undefined) this.#show?.showcase.closeView(client.view);
    delete client.view;
  }

  /** The order in which everything leaves; there is no other way out. */
  #bringOut(write: (show: Show) => void, bulletin?: Bulletin): void {
    const show = this.#show;
    if (show === undefined) return;
    this.#sendOpened();
    write(show);
    this.#room.clock.tick();
    this.#room.broadcastPatch();
    show.visits.changed();
    show.listed.update();
    if (bulletin !== undefined) this.#tell(bulletin, show);
  }

  /**
   * Who comes in gets the private part with the whole state, and Colyseus sends it once more with the
   * next patch, as additions: where a list has changed meanwhile, the SDK would insert them beside
   * what is there. So that patch must go out before anything changes.
   */
  #sendOpened(): void {
    for (const { view } of this.#room.clients) {
      if ((view?.changes.size ?? 0) > 0) return void this.#room.broadcastPatch();
    }
  }

  #tell(bulletin: Bulletin, show: Show): void {
    const entitled = entitledSeats(bulletin);
    const special = entitled.size === 0 ? [] : this.#tellEntitled(bulletin, entitled, show);
    this.#room.broadcast('news', messageFor(bulletin, null), { except: special });
    show.visits.tell(bulletin);
  }

  /** Tells those who see more than everybody, and says who they are. */
  #tellEntitled(bulletin: Bulletin, entitled: ReadonlySet<Seat>, { presence, session }: Show): Client[] {
    const special: Client[] = [];
    for (const { client, identity } of presence.attendees) {
      const seat = session.seatOf(identity.id);
      if (client === undefined || seat === undefined || !entitled.has(seat)) continue;
      special.push(client);
      client.send('news', messageFor(bulletin, seat));
    }
    return special;
  }
}
