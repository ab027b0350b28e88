// The sockets of a room: the synchronized state that they share, and what each of them may see of it.
import { type Client, getMessageBytes, Protocol, type Room } from 'colyseus';
import type { Language } from '../../shared/kernel/game.ts';
import { reasonOf } from '../../shared/kernel/reason.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { ClosingReason } from '../../shared/protocol/lines.ts';
import { CLOSE, type RoomMessage } from '../../shared/protocol/messages.ts';
import type { Shorthand } from '../../shared/protocol/short-news.ts';
import type { MovedPlace } from '../berth/cluster.ts';
import { isPlaying } from '../life/states.ts';
import type { Attendance } from '../people/attendance.ts';
import type { Blocks } from '../people/blocks.ts';
import type { Asker, Changed, Said, Transport, Viewer } from '../people/viewer.ts';
import type { Session } from '../play/session.ts';
import type { Identity, Log } from '../ports.ts';
import { type Bulletin, entitledSeats, messageFor } from '../show/news-memory.ts';
import { privatePartOf, progressOf, tableFactsOf } from '../show/truth.ts';
import { dismiss } from './internals.ts';
import type { Showcase } from './showcase.ts';

/** Of connections that end alone. */
const CODES: Readonly<Partial<Record<ClosingReason, number>>> = {
  superseded: CLOSE.superseded,
  'signed-out': CLOSE.signedOut,
};

export class SocketViewer implements Viewer {
  readonly kind = 'socket';
  readonly id: string;
  readonly identity: Identity;
  readonly address: string;
  language: Language;
  readonly client: Client;
  readonly isQuiet: boolean;
  readonly #sockets: Sockets;
  hasShortNews = false;

  constructor(sockets: Sockets, client: Client, { identity, address, language, isQuiet = false }: Asker) {
    this.#sockets = sockets;
    this.client = client;
    this.id = client.sessionId;
    this.identity = identity;
    this.address = address;
    this.language = language;
    this.isQuiet = isQuiet;
  }

  shortenNews(): void {
    this.client.send('n', this.#sockets.newsBook);
    this.hasShortNews = true;
  }

  conceal(): void {
    this.#sockets.emptyView(this.client);
  }

  reseat(): void {
    this.#sockets.openView(this);
  }

  /** The client's means to return. */
  get place(): MovedPlace {
    const { client, identity, language, address, isQuiet } = this;
    const { sessionId, reconnectionToken: token } = client;
    return { sessionId, token, identity, language, address, isQuiet };
  }

  close(reason: ClosingReason): void {
    this.#sockets.close(this, reason);
  }
}

interface Context {
  readonly room: Room;
  readonly session: Session;
  readonly attendance: Attendance;
  readonly blocks: Blocks;
  readonly showcase: Showcase;
  readonly shorthand: () => Shorthand;
  readonly log: Log;
}

export class Sockets implements Transport {
  readonly #context: Context;
  readonly #listing: RoomListing;
  /** Short news count their time from here. */
  readonly #since: number;
  #isBegun = false;

  constructor(context: Context) {
    this.#context = context;
    this.#since = context.session.now;
    this.#listing = new RoomListing(context.room, context.session, context.log);
  }

  show(changed: Changed): void {
    const { room } = this.#context;
    this.#sendOpened();
    this.#write(changed);
    room.clock.tick();
    room.broadcastPatch();
    this.#listing.update();
  }

  tell(bulletin: Bulletin): void {
    const { room, session } = this.#context;
    const entitled = entitledSeats(bulletin);
    const apart: Client[] = [];
    let short: Uint8Array | undefined;
    for (const { client, identity, hasShortNews, isQuiet } of this.#viewers) {
      if (isQuiet && !hasShortNews) {
        apart.push(client);
        continue;
      }
      const seat = entitled.size === 0 ? undefined : session.seatOf(identity.id);
      const isEntitled = seat !== undefined && entitled.has(seat);
      if (!isEntitled && !hasShortNews) continue;
      apart.push(client);
      if (!hasShortNews) client.send('news', messageFor(bulletin, seat ?? null));
      else if (isEntitled) client.enqueueRaw(this.#short(bulletin, seat));
      else {
        short ??= this.#short(bulletin, null);
        client.enqueueRaw(short);
      }
    }
    if (apart.length < room.clients.length)
      room.broadcast('news', messageFor(bulletin, null), { except: apart });
  }

  say({ from, line }: Said): void {
    const { blocks } = this.#context;
    this.broadcast('chat', line, (viewer) => blocks.known(viewer.identity.id).has(from));
  }

  rematch(matchId: string): void {
    this.broadcast('rematch-ready', { matchId });
  }

  restateAbsence(): void {
    this.#sendOpened();
    this.#context.showcase.restateAbsence();
    this.#context.room.broadcastPatch();
  }

  /** To all who listen. */
  broadcast(
    type: RoomMessage,
    message: object,
    isDeaf: (viewer: SocketViewer) => boolean = () => false,
  ): void {
    const left = this.#viewers.filter((viewer) => viewer.isQuiet || isDeaf(viewer));
    const except = left.map(({ client }) => client);
    this.#context.room.broadcast(type, message, { except });
  }

  /** The private part of the seat this player holds, and of no other. */
  openView({ client, identity }: SocketViewer): void {
    this.closeView(client);
    const { session, showcase } = this.#context;
    const seat = session.seatOf(identity.id);
    if (seat !== undefined) client.view = showcase.openView(seat);
  }

  closeView(client: Client): void {
    if (client.view !== undefined) this.#context.showcase.closeView(client.view);
    delete client.view;
  }

  /** Hides the private part of a seat that is no longer the client's. */
  emptyView({ view }: Client): void {
    this.#sendOpened();
    if (view !== undefined) this.#context.showcase.emptyView(view);
    this.#sendOpened();
  }

  close({ client, isQuiet }: SocketViewer, reason: ClosingReason): void {
    if (reason !== 'superseded' && !isQuiet) client.send('closing', { reason });
    dismiss(this.#context.room, client, CODES[reason] ?? CLOSE.notAdmitted);
  }

  /** With which short news are read. */
  get newsBook(): object {
    return { since: this.#since, ...this.#context.shorthand().vocabulary };
  }

  /** The players' means to return to another process. */
  get places(): MovedPlace[] {
    const { session } = this.#context;
    return this.#viewers
      .filter(({ identity }) => session.seatOf(identity.id) !== undefined)
      .map(({ place }) => place);
  }

  #write(changed: Changed): void {
    const { session, showcase } = this.#context;
    // The last command ends the match, which the table says.
    if (changed !== 'progress' || !isPlaying(session)) showcase.showTable(tableFactsOf(session));
    // A broken match keeps showing its last state.
    const isBroken = session.status === 'frozen' && session.play === undefined && this.#isBegun;
    if (changed === 'table' || isBroken) return;
    showcase.showProgress(progressOf(session));
    for (let seat = 0; seat < session.table.seats; seat++)
      showcase.showPrivate(seat, privatePartOf(session, seat));
    this.#isBegun = true;
  }

  get #viewers(): SocketViewer[] {
    return [...this.#context.attendance.viewers].filter((viewer) => viewer instanceof SocketViewer);
  }

  #short(bulletin: Bulletin, viewer: Seat | null): Uint8Array {
    const message = this.#context.shorthand().short(messageFor(bulletin, viewer), this.#since);
    return getMessageBytes.raw(Protocol.ROOM_DATA, 'n', message);
  }

  /**
   * A joining client gets the private part with the full state, and Colyseus sends it again with the
   * next patch, as additions: if a list has changed meanwhile, the SDK would insert them in addition to
   * its contents. So that patch must be sent before anything changes.
   */
  #sendOpened(): void {
    const { room } = this.#context;
    for (const { view } of room.clients) {
      if ((view?.changes.size ?? 0) > 0) return void room.broadcastPatch();
    }
  }
}

/** The entry of a table in Colyseus’ own list of rooms, which the playground shows. */
class RoomListing {
  readonly #room: Room;
  readonly #session: Session;
  readonly #log: Log;
  #shown = '';

  constructor(room: Room, session: Session, log: Log) {
    this.#room = room;
    this.#session = session;
    this.#log = log;
  }

  update(): void {
    const { table, status, matchId } = this.#session;
    const { seats, clock, spectators, visibility } = table;
    const free = table.occupants.filter((place) => place.kind === 'open').length;
    const shown = `${status} ${free} ${visibility}`;
    if (this.#shown === shown) return;
    this.#shown = shown;
    const metadata = { matchId, status, seats, free, clock, spectators };
    this.#room
      .setMatchmaking({ metadata, private: visibility === 'private' })
      .catch((fault: unknown) => this.#log.warn({ matchId, reason: reasonOf(fault) }, 'table not listed'));
  }
}
