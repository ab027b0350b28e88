// Everything a room sends: the synchronized state, the news, and lines to visitors.
import type { Client, Room } from 'colyseus';
import type { Showcase } from '../colyseus/showcase.ts';
import { isPlaying } from '../life/states.ts';
import type { Audience } from '../people/audience.ts';
import type { Presence } from '../people/presence.ts';
import type { Visits } from '../people/visits.ts';
import { Alarm } from '../play/alarm.ts';
import type { Session } from '../play/session.ts';
import type { Display } from './display.ts';
import type { Listed } from './listed.ts';
import { type Bulletin, entitledSeats, messageFor } from './news-memory.ts';

/** The recipients. */
interface Viewers {
  readonly presence: Presence;
  readonly visits: Visits;
  readonly listed: Listed;
}

/** What there is to show. */
interface Stage {
  readonly session: Session;
  readonly showcase: Showcase;
  readonly display: Display;
}

/** How often ownership is checked again while it is unconfirmed. */
const AGAIN_MS = 100;

export class Delivery implements Audience {
  readonly #room: Room;
  readonly #isOwner: () => boolean;
  #stage: Stage | undefined;
  #viewers: Viewers | undefined;
  /**
   * Held back until ownership is confirmed. There are only a few bulletins, since storing a command requires
   * ownership too.
   */
  #owed: { readonly bulletins: Bulletin[]; absence: boolean } | undefined;
  readonly #again = new Alarm();
  /** What has changed in this turn of the event loop and is not shown yet. */
  #due: 'table' | 'all' | undefined;

  constructor(room: Room, isOwner: () => boolean) {
    this.#room = room;
    this.#isOwner = isOwner;
  }

  /** From now on changes are written to the state, but nothing is sent yet. */
  prepare(stage: Stage): void {
    this.#stage = stage;
    stage.display.showAll();
  }

  /** The room is open. */
  begin(to: Viewers): void {
    this.#viewers = to;
    this.refresh('table');
    this.flush();
  }

  /** Nothing is held back any more. */
  close(): void {
    this.flush();
    this.#forgive();
  }

  advance(bulletin: Bulletin): void {
    this.#bringOut(({ session, display }) => {
      if (isPlaying(session) && bulletin.version > 0) display.showProgress();
      else display.showAll();
    }, bulletin);
  }

  /** One step of a person, such as taking a seat, changes a table several times: it is shown once. */
  refresh(what: 'table' | 'all'): void {
    const isFirst = this.#due === undefined;
    if (this.#due !== 'all') this.#due = what;
    if (this.#viewers === undefined) this.flush();
    else if (isFirst) process.nextTick(() => this.flush());
  }

  /** Shows what is due, before an answer that clients may take for the sign that it was shown. */
  flush(): void {
    if (this.#due !== undefined) this.#bringOut(() => undefined);
  }

  reseat(id: string): void {
    this.#takeBack(id);
    // First: the private part of a seat that was given up may contain the invitation to it.
    this.seatChanged(id);
    this.refresh('all');
    this.flush();
  }

  rematch(matchId: string): void {
    this.#room.broadcast('rematch-ready', { matchId });
  }

  /** For a client that returned with the state it knew. */
  restateAbsence(): void {
    this.#bringOut(({ showcase }) => showcase.restateAbsence());
    if (this.#owed !== undefined) this.#owed.absence = true;
  }

  /** A player changed or lost a seat: updates what the player may see from now on. */
  seatChanged(id: string | undefined): void {
    if (this.#viewers === undefined) return;
    const { presence, visits } = this.#viewers;
    for (const { client } of presence.of(id)) if (client !== undefined) this.openView(client, id);
    visits.seatChanged(id);
    presence.recount();
    this.refresh('table');
  }

  /** The private part of the seat this player holds, and of no other. */
  openView(client: Client, id: string | undefined): void {
    this.closeView(client);
    const { session, showcase } = this.#stage ?? {};
    const seat = id === undefined ? undefined : session?.seatOf(id);
    if (showcase !== undefined && seat !== undefined) client.view = showcase.openView(seat);
  }

  closeView(client: Client): void {
    if (client.view !== undefined) this.#stage?.showcase.closeView(client.view);
    delete client.view;
  }

  /** Hides the private part of a seat that is no longer the client's. */
  #takeBack(id: string): void {
    const { showcase } = this.#stage ?? {};
    if (showcase === undefined || this.#viewers === undefined) return;
    this.#sendOpened();
    for (const { client } of this.#viewers.presence.of(id)) {
      if (client?.view !== undefined) showcase.emptyView(client.view);
    }
    this.#sendOpened();
  }

  #bringOut(write: (stage: Stage) => void, bulletin?: Bulletin): void {
    const due = this.#due;
    this.#due = undefined;
    if (this.#viewers !== undefined && !this.#isOwner()) {
      this.#owed ??= { bulletins: [], absence: false };
      if (bulletin !== undefined) this.#owed.bulletins.push(bulletin);
      this.#again.set(AGAIN_MS, () => this.#bringOut(({ display }) => display.showAll()));
      return;
    }
    const { bulletins, absence } = this.#owed ?? { bulletins: [], absence: false };
    this.#forgive();
    for (const one of bulletins) this.#show(({ display }) => display.showAll(), one);
    this.#show((stage) => {
      if (due === 'all') stage.display.showAll();
      else if (due === 'table') stage.display.showTable();
      write(stage);
    }, bulletin);
    if (absence) this.#show(({ showcase }) => showcase.restateAbsence());
  }

  #forgive(): void {
    this.#again.stop();
    this.#owed = undefined;
  }

  /** The fixed order of everything that is sent. */
  #show(write: (stage: Stage) => void, bulletin?: Bulletin): void {
    if (this.#stage === undefined) return;
    this.#sendOpened();
    write(this.#stage);
    if (this.#viewers === undefined) return;
    this.#room.clock.tick();
    this.#room.broadcastPatch();
    this.#viewers.visits.changed();
    this.#viewers.listed.update();
    if (bulletin !== undefined) this.#tell(bulletin, this.#stage.session, this.#viewers);
  }

  /**
   * A joining client gets the private part with the full state, and Colyseus sends it again with the
   * next patch, as additions: if a list has changed meanwhile, the SDK would insert them in addition to
   * its contents. So that patch must be sent before anything changes.
   */
  #sendOpened(): void {
    for (const { view } of this.#room.clients) {
      if ((view?.changes.size ?? 0) > 0) return void this.#room.broadcastPatch();
    }
  }

  #tell(bulletin: Bulletin, session: Session, { presence, visits }: Viewers): void {
    const special = this.#tellEntitled(bulletin, session, presence);
    this.#room.broadcast('news', messageFor(bulletin, null), { except: special });
    visits.tell(bulletin);
  }

  /** Sends to seats that see more than the public news, and returns them. */
  #tellEntitled(bulletin: Bulletin, session: Session, presence: Presence): Client[] {
    const entitled = entitledSeats(bulletin);
    const special: Client[] = [];
    if (entitled.size === 0) return special;
    for (const { client, identity } of presence.attendees) {
      const seat = session.seatOf(identity.id);
      if (client === undefined || seat === undefined || !entitled.has(seat)) continue;
      special.push(client);
      client.send('news', messageFor(bulletin, seat));
    }
    return special;
  }
}
