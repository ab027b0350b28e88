// The Colyseus room of a match: connections and messages.
import { type Client, CloseCode, type MessageContext, Room, ServerError } from 'colyseus';
import { reject } from '../../shared/kernel/codes.ts';
import { CLOSE, tableRequests } from '../../shared/protocol/messages.ts';
import { PROTOCOL_VERSION } from '../../shared/protocol/version.ts';
import type { Berths } from '../berth/berth.ts';
import type { MovedMatch } from '../berth/cluster.ts';
import { performance, setImmediate } from '../clockwork.ts';
import type { MatchAction } from '../life/life.ts';
import type { Outcome } from '../life/stored-table.ts';
import { players } from '../life/table.ts';
import type { HttpDoor } from '../people/http-door.ts';
import { languageOf } from '../people/language.ts';
import type { Seating } from '../people/seating.ts';
import type { Answer, Asker, Viewer } from '../people/viewer.ts';
import type { Session } from '../play/session.ts';
import { type Asked, askedBy } from '../play/who-acts.ts';
import type { Identity } from '../ports.ts';
import { answerAllTypes, countHeldMessages, isExpecting, onceStated } from './internals.ts';
import { MatchSerializer, type SharedEncoding } from './match-serializer.ts';
import { refuseUndecodable } from './outgoing.ts';
import { type HandOver, RoomEnding } from './room-ending.ts';
import { openRoom, type RoomKind, type RoomOrder, type RoomParts, type Visit } from './room-parts.ts';
import { SocketViewer } from './sockets.ts';

/** A timer that practically never fires: with it Colyseus does not start its clock (60 ticks a second). */
const NEVER_MS = 2 ** 31 - 1;

/** The errand of the former owner arrives within this time, however slow the link. */
const ANNOUNCED_MS = 10_000;

/** Of a match in memory. */
export interface LiveFacts {
  readonly matchId: string;
  /** Sockets and streams, those of spectators included. */
  readonly connections: number;
  readonly spectators: number;
  /** Ids of the people who are connected. */
  readonly present: readonly string[];
  /** Who must act; null before the start, and if nothing can be shown. */
  readonly asked: readonly Asked[] | null;
}

/** Shared by all rooms of one game. */
export interface MatchRoomKind extends RoomKind {
  readonly encoding: SharedEncoding;
  readonly berths: Berths<MatchRoom>;
}

interface OpenParts extends RoomParts {
  readonly ending: RoomEnding;
}

export class MatchRoom extends Room {
  override autoDispose = false;
  override patchRate = null;
  readonly #kind: MatchRoomKind;
  #parts: OpenParts | undefined;
  #serializer: MatchSerializer | undefined;
  #firstRef: number | undefined;
  /** Until then its former owner may still announce those who return. */
  #announcedBy = 0;

  constructor(kind: MatchRoomKind) {
    super();
    this.#kind = kind;
  }

  get session(): Session {
    return this.#open.session;
  }

  get seating(): Seating {
    return this.#open.seating;
  }

  /** Access without a socket. */
  get http(): HttpDoor {
    return this.#open.http;
  }

  get #isClosing(): boolean {
    return this.#parts?.ending.isClosing ?? false;
  }

  /** Since when the room has been empty with no pending reservations; otherwise `undefined`. */
  get idleSince(): number | undefined {
    // A change that waits for a place elsewhere must not wait for this room to close.
    const held = this.#isClosing || this.session.busy || isExpecting(this);
    return held ? undefined : this.#open.attendance.idleSince;
  }

  /** The match was handed over, and those who return with it may not be known yet. */
  get isAnnounced(): boolean {
    return performance.now() >= this.#announcedBy;
  }

  get viewerCount(): number {
    return this.#parts?.attendance.viewerCount ?? 0;
  }

  get #open(): OpenParts {
    if (this.#parts === undefined) throw new Error('this room is not open');
    return this.#parts;
  }

  override async onCreate({ row, startNow, firstRef }: RoomOrder): Promise<void> {
    const { deps } = this.#kind;
    this.setTimestep(() => undefined, NEVER_MS);
    this.patchRate = null;
    this.roomId = row.matchId;
    this.maxMessagesPerSecond = deps.limits.messagesPerSecond;
    const parts = await openRoom(this, this.#kind, row, {
      isClosing: () => this.#isClosing,
      // After the answer to the host is sent.
      closed: () => setImmediate(() => void this.shut(CLOSE.closed)),
    });
    const { session, attendance, delivery, showcase } = parts;
    const nextRef = () => this.#serializer?.nextRef ?? 0;
    const berth = this.#kind.berths.at(row.matchId);
    const ending = new RoomEnding({ room: this, parts, berth, nextRef });
    this.#parts = { ...parts, ending };
    this.#firstRef = firstRef;
    if (firstRef !== undefined) this.#announcedBy = performance.now() + ANNOUNCED_MS;
    this.state = showcase.root;
    const { sockets, visits, listed } = parts;
    delivery.begin({ transports: [sockets, visits], attendance, listed });
    this.#listen();
    deps.metrics.roomOpened(row.game);
    if (startNow) await session.apply({ kind: 'start', isOpening: true });
    attendance.sleepWhenIdle(() => void this.sleep());
  }

  override setSerializer(): void {
    this.#serializer = new MatchSerializer(this.#kind.encoding, this.#firstRef);
    super.setSerializer(this.#serializer);
  }

  // --- coming and going ---

  override onJoin(client: Client, visit: Visit, identity: Identity): void {
    const { join, address } = visit;
    const refusal = this.seating.entryRefusal({ identity, address }, join, 'reserved');
    if (refusal !== undefined) throw new ServerError(403, refusal);
    const language = join.language ?? languageOf(visit.acceptLanguage);
    this.#enter(client, { identity, language, address, isQuiet: join.messages === false });
  }

  #enter(client: Client, asker: Asker): void {
    const { session, attendance, places, sockets, desk } = this.#open;
    const viewer = new SocketViewer(sockets, client, asker);
    const { id } = viewer.identity;
    countHeldMessages(client, this.#kind.deps.unsent);
    refuseUndecodable(client, () => desk.refusal(viewer, desk.decline('bad-payload')));
    // Several streams of a player are allowed, since programs restart.
    const most = session.seatOf(id) === undefined ? this.#kind.deps.limits.placesPerSpectator : 1;
    attendance.supersede(id, 'socket', most);
    places.forget(id);
    viewer.reseat();
    attendance.come(viewer);
    if (!viewer.isQuiet) client.send('welcome', this.#welcome(viewer));
  }

  #welcome({ identity, language }: Asker): object {
    const { session, talk } = this.#open;
    return {
      protocol: PROTOCOL_VERSION,
      matchId: this.roomId,
      game: this.roomName,
      seat: session.seatOf(identity.id) ?? null,
      version: session.version,
      now: session.now,
      language,
      chat: talk.linesFor(identity),
    };
  }

  override onDrop(client: Client, code?: number): void {
    const viewer = this.#leave(client);
    if (!(viewer instanceof SocketViewer) || this.#isClosing || isFinal(code)) return;
    // The seat is the player's anyway; this only keeps the quick way back open.
    if (this.session.seatOf(viewer.identity.id) !== undefined) this.#open.places.keep(viewer);
  }

  override onReconnect(client: Client): void {
    const { places, session } = this.#open;
    const returning = places.take(client.sessionId);
    // Only seats are kept waiting; a player who lost the seat meanwhile has to join again.
    const isLost = returning === undefined || this.#kind.deps.isSignedOut(returning.identity);
    if (isLost || session.seatOf(returning.identity.id) === undefined)
      throw new ServerError(403, 'unauthenticated');
    this.#enter(client, returning);
    onceStated(client, () => {
      if (!this.#isClosing) this.#open.delivery.restateAbsence();
    });
  }

  override async onLeave(client: Client, code?: number): Promise<void> {
    const viewer = this.#leave(client);
    if (viewer === undefined || this.#isClosing || code !== CloseCode.CONSENTED) return;
    const { attendance, places, session } = this.#open;
    const { id } = viewer.identity;
    places.forget(id);
    // A player who still listens over another connection has only closed a window.
    if (attendance.of(id).length === 0) await session.people.getUp(id);
  }

  #leave(client: Client): Viewer | undefined {
    const { attendance, sockets } = this.#open;
    sockets.closeView(client);
    return attendance.go(client.sessionId);
  }

  /**
   * The match has come from another process, and its players return from there. A request may have opened this room
   * before: then some are here already. Were its objects numbered from below `firstRef`, those who return with the
   * state that they know would take them for others; they must join anew.
   */
  welcome({ places: moved, chat, firstRef }: MovedMatch): void {
    const { attendance, places, session, talk } = this.#open;
    talk.chat.precede(chat);
    this.#announcedBy = 0;
    if ((this.#firstRef ?? 0) < firstRef) {
      this.#kind.deps.log.warn({ matchId: this.roomId, firstRef }, 'players cannot return with their states');
      return;
    }
    for (const place of moved) {
      const { id } = place.identity;
      const isHere = attendance.of(id).some(({ kind }) => kind === 'socket');
      if (isHere || session.seatOf(id) === undefined) continue;
      session.people.expect(place.identity);
      places.keepMoved(place);
    }
  }

  // --- messages ---

  /** Every known type is a request; unknown ones get an answer too, while Colyseus would disconnect. */
  #listen(): void {
    const known = [...Object.keys(tableRequests), ...this.session.game.commands];
    answerAllTypes(this, known, (client, type, payload, context) =>
      this.#receive(client, type, payload, context).catch((fault: unknown) => {
        this.#open.desk.report(type, fault);
        return context?.reject({ code: 'internal-error', rule: null, message: '' });
      }),
    );
  }

  async #receive(client: Client, type: string, payload: unknown, context?: MessageContext): Promise<unknown> {
    this.clock.tick();
    const { desk, attendance } = this.#open;
    const viewer = attendance.viewer(client.sessionId);
    if (viewer === undefined) return context?.reject({ ...reject('unauthenticated', null), message: '' });
    const answer = await this.#answer(viewer, type, payload);
    if (answer.ok) return answer.value;
    const refusal = desk.refusal(viewer, answer);
    if (context?.id === undefined)
      client.send('rejected', { ...refusal, type, decision: decisionIn(payload) });
    return context?.reject(refusal);
  }

  async #answer(asker: Asker, type: string, payload: unknown): Promise<Answer> {
    const { desk } = this.#open;
    // Requests under way are completed; clients repeat the others after they return.
    if (this.#isClosing) return desk.decline('shutting-down');
    return desk.mayAsk(asker) ? await desk.answer(asker, type, payload) : desk.decline('rate-limited');
  }

  // --- administrators ---

  /** What administrators may see: no view of the game. */
  get facts(): LiveFacts {
    const { session, attendance } = this.#open;
    const connections = [...attendance.viewers];
    return {
      matchId: this.roomId,
      connections: connections.length,
      spectators: session.spectators,
      present: [...new Set(connections.map(({ identity }) => identity.id))],
      asked: session.play === undefined ? null : askedBy(session.play),
    };
  }

  isPresent(player: string): boolean {
    return this.session.isConnected(player);
  }

  /** Ends every connection of these devices, and their ways back. */
  signOut(devices: ReadonlySet<string>): void {
    // Before it is open, nobody is here.
    this.#parts?.places.signOut(devices);
    this.#parts?.attendance.signOut(devices);
  }

  async administer(action: MatchAction): Promise<Outcome> {
    const { session, seating, talk } = this.#open;
    const before = session.table;
    const answer = await session.apply(action);
    if (typeof answer === 'string' || !answer.done) return answer;
    if (action.kind === 'forget') {
      talk.chat.forget(players(before).find(({ id }) => id === action.player)?.name);
      seating.expel(action.player);
    }
    if (action.kind === 'close' && before.startedAt === null)
      setImmediate(() => void this.shut(CLOSE.closed));
    return answer;
  }

  // --- the end ---

  async sleep(): Promise<void> {
    await this.#open.ending.sleep();
  }

  /** The process is about to end. */
  announceEnd(): void {
    this.#open.sockets.broadcast('closing', { reason: 'shutting-down' });
  }

  async shut(code: number): Promise<void> {
    await this.#open.ending.shut(code);
  }

  /** See `RoomEnding.move`. */
  async move(handOver: HandOver): Promise<boolean> {
    return await this.#open.ending.move(handOver);
  }

  override onBeforeShutdown(): void {
    // The service closes rooms itself, after pending writes are stored.
  }

  override onDispose(): void {
    this.#parts?.attendance.close();
    this.#parts?.delivery.close();
    this.#kind.deps.metrics.roomClosed(this.roomName);
  }

  override onUncaughtException(error: Error, method: string): void {
    // Refusals to join end up here too; they concern the client and are not errors.
    if (error.cause instanceof ServerError) return;
    this.#kind.deps.log.error({ matchId: this.roomId, method, stack: error.stack }, 'room failed');
  }
}

function decisionIn(payload: unknown): number | null {
  const decision = (payload as { decision?: unknown } | null | undefined)?.decision;
  return typeof decision === 'number' ? decision : null;
}

/** There is no quick way back. */
function isFinal(code: number | undefined): boolean {
  return code === CLOSE.superseded || code === CLOSE.signedOut;
}
