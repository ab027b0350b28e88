// The Colyseus door to a session: connections and their limits, requests in, patches and news out.

import type { Socket } from 'node:net';
import { type Client, CloseCode, type MessageContext, Room, ServerError } from '@colyseus/core';
import { StateView } from '@colyseus/schema';
import type { WebSocket } from 'ws';
import { type Rejection, reject } from '../shared/kernel/codes.ts';
import type { Language } from '../shared/kernel/game.ts';
import { whatIsWrong } from '../shared/kernel/parse.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import type { TableCode } from '../shared/protocol/codes.ts';
import { CLOSE, type JoinOptions, type TableRequest, tableRequests } from '../shared/protocol/messages.ts';
import { PROTOCOL_VERSION } from '../shared/protocol/version.ts';
import { Alarm } from './alarm.ts';
import { Allowance } from './allowance.ts';
import { Chat, cleanText } from './chat.ts';
import type { StateClasses } from './match-state.ts';
import { type Bulletin, entitledSeats, messageFor } from './news-memory.ts';
import type { Identity, MatchRow, RoomDeps } from './ports.ts';
import { preferredLanguage, type Sentences } from './sentences.ts';
import { Session } from './session.ts';
import { everybodyReady, playerAt, setOccupant, type Table, takeSeat } from './table.ts';

/** A timer that practically never fires: with it Colyseus starts no clock of its own (60 ticks a second). */
const NEVER_MS = 2 ** 31 - 1;

/** What a room is opened with. Made by the process; clients cannot send one. */
export interface RoomOrder {
  readonly row: MatchRow;
  /** Starts at once: a rematch whose players are all agreed. */
  readonly startNow: boolean;
}

/** What comes with somebody who joins; checked before it gets here. */
export interface Visit {
  readonly join: JoinOptions;
  readonly acceptLanguage: string;
}

/** What all rooms of one game share. */
export interface RoomKind {
  readonly deps: RoomDeps;
  readonly sentences: Sentences;
  readonly classesFor: (row: MatchRow) => StateClasses;
  readonly processStartedAt: number;
  readonly openRematch: (row: MatchRow, table: Table) => Promise<string>;
  readonly opened: (room: MatchRoom) => void;
  readonly closed: (room: MatchRoom) => void;
}

interface Guest {
  readonly client: Client;
  readonly identity: Identity;
  readonly commands: Allowance;
  readonly chat: Allowance;
  language: Language;
}

type Answer = { readonly ok: true; readonly value: object } | Rejection;

export class MatchRoom extends Room {
  override autoDispose = false;
  override patchRate = null;
  readonly #kind: RoomKind;
  readonly #deps: RoomDeps;
  readonly #chat: Chat;
  readonly #guests = new Map<string, Guest>();
  /** Players whose connection broke and who may come straight back, by session. */
  readonly #dropped = new Map<string, { readonly guest: Guest; readonly giveUp: () => void }>();
  readonly #sleepAlarm = new Alarm();
  #session: Session | undefined;
  #closing = false;

  constructor(kind: RoomKind) {
    super();
    this.#kind = kind;
    this.#deps = kind.deps;
    this.#chat = new Chat(kind.deps.limits.chatHistory);
  }

  get session(): Session {
    if (this.#session === undefined) throw new Error('this room is not open');
    return this.#session;
  }

  override async onCreate(order: RoomOrder): Promise<void> {
    const { row } = order;
    const { limits } = this.#deps;
    this.setTimestep(() => undefined, NEVER_MS);
    this.patchRate = null;
    this.roomId = row.matchId;
    this.maxMessagesPerSecond = limits.messagesPerSecond;
    await this.#openSession(row);
    const { table } = this.session;
    // A player may be there twice for a moment, and come back while an older connection is still held.
    this.maxClients = table.seats * 3 + limits.maxSpectators;
    this.state = this.session.showcase.root;
    this.#listen();
    this.#list();
    this.#kind.opened(this);
    this.#deps.metrics.roomOpened(row.game);
    if (order.startNow) await this.session.start();
    this.#sleepAlarm.set(limits.sleepAfterSeconds * 1000, () => void this.sleep());
  }

  async #openSession(row: MatchRow): Promise<void> {
    const game = this.#deps.shelf.findByHash(row.game, row.editionHash);
    if (game === undefined) throw new Error('unknown edition');
    const context = {
      deps: this.#deps,
      game,
      classes: this.#kind.classesFor(row),
      audience: {
        settle: () => this.#settle(),
        patch: () => this.#patch(),
        tell: (bulletin: Bulletin) => this.#tell(bulletin),
        rematch: (matchId: string) => this.broadcast('rematch-ready', { matchId }),
      },
      openRematch: (table: Table) => this.#kind.openRematch(row, table),
    };
    this.#session = new Session(context, row);
    if (row.status === 'lobby' || row.status === 'abandoned') return;
    const rows = await this.#deps.store.journal(row.matchId);
    await this.session.resume(rows, this.#kind.processStartedAt);
  }

  // --- coming and going ---

  /** Lets somebody in and gives out the seat, before there is a connection; refused with a code. */
  async admit(identity: Identity, join: JoinOptions): Promise<TableCode | undefined> {
    const refusal = this.#refusal(identity, join);
    if (refusal !== undefined || join.spectate || this.session.status !== 'lobby') return refusal;
    const full = await this.session.change((table) => takeSeat(table, identity, join.seat));
    if (full === undefined) {
      this.session.expect(identity);
      this.#list();
    }
    return full;
  }

  #refusal(identity: Identity, join: JoinOptions): TableCode | undefined {
    const { table } = this.session;
    if (this.session.seatOf(identity.id) !== undefined) return undefined;
    const invited = table.visibility === 'public' || table.host === identity.id;
    if (!invited && join.invitation !== table.invitation) return 'invitation-required';
    if (!join.spectate && this.session.status === 'lobby') return undefined;
    if (!table.spectators) return 'spectators-not-allowed';
    return this.#spectatorCount() < this.#deps.limits.maxSpectators ? undefined : 'table-full';
  }

  override onJoin(client: Client, visit: Visit, identity: Identity): void {
    const refusal = this.#refusal(identity, visit.join);
    if (refusal !== undefined) throw new ServerError(403, refusal);
    const now = this.#deps.now();
    const { limits } = this.#deps;
    this.#enter({
      client,
      identity,
      commands: new Allowance(limits.commandsPerSecond, limits.commandBurst, now),
      chat: new Allowance(limits.chatPerMinute / 60, limits.chatPerMinute, now),
      language: visit.join.language ?? preferredLanguage(visit.acceptLanguage),
    });
  }

  #enter(guest: Guest): void {
    const { client, identity } = guest;
    this.#guests.set(client.sessionId, guest);
    this.#deps.metrics.connected(this.roomName);
    this.#supersede(client, identity);
    this.#openView(client, identity);
    this.#afterPresence();
    this.session.arrive(identity);
    client.send('welcome', this.#welcome(client, identity));
  }

  #welcome(client: Client, identity: Identity): object {
    return {
      protocol: PROTOCOL_VERSION,
      matchId: this.roomId,
      game: this.roomName,
      seat: this.session.seatOf(identity.id) ?? null,
      version: this.session.version,
      now: this.#deps.now(),
      language: this.#guests.get(client.sessionId)?.language,
      chat: this.#chat.lines,
    };
  }

  /** One player, one actor: the newest connection wins. */
  #supersede(client: Client, identity: Identity): void {
    if (this.session.seatOf(identity.id) === undefined) return;
    for (const guest of this.#guests.values()) {
      if (guest.client !== client && guest.identity.id === identity.id) guest.client.leave(CLOSE.superseded);
    }
    for (const { guest, giveUp } of this.#dropped.values()) {
      if (guest.identity.id === identity.id) giveUp();
    }
  }

  /** The private part of the seat this client holds, and of no other. */
  #openView(client: Client, identity: Identity): void {
    client.view?.dispose();
    delete client.view;
    const seat = this.session.seatOf(identity.id);
    if (seat === undefined) return;
    client.view = new StateView();
    client.view.add(this.session.showcase.seatState(seat));
  }

  override onDrop(client: Client): void {
    const guest = this.#guests.get(client.sessionId);
    this.#forget(client);
    if (this.#closing || guest === undefined || this.session.seatOf(guest.identity.id) === undefined) return;
    // The seat is the player's anyway; this only keeps the quick way back open.
    const returning = this.allowReconnection(client, this.#deps.limits.reconnectSeconds);
    this.#dropped.set(client.sessionId, { guest, giveUp: () => returning.reject(false) });
    returning.catch(() => {
      this.#dropped.delete(client.sessionId);
    });
  }

  override onReconnect(client: Client): void {
    const dropped = this.#dropped.get(client.sessionId);
    if (dropped === undefined) throw new ServerError(403, 'unauthenticated');
    this.#dropped.delete(client.sessionId);
    this.#enter({ ...dropped.guest, client });
  }

  override async onLeave(client: Client, code?: number): Promise<void> {
    const guest = this.#guests.get(client.sessionId);
    this.#forget(client);
    if (guest === undefined || this.#closing || code !== CloseCode.CONSENTED) return;
    await this.session.resign(guest.identity);
    this.#list();
  }

  #forget(client: Client): void {
    const guest = this.#guests.get(client.sessionId);
    if (guest === undefined) return;
    this.#guests.delete(client.sessionId);
    client.view?.dispose();
    this.#deps.metrics.disconnected(this.roomName);
    this.session.depart(guest.identity);
    this.#afterPresence();
  }

  #spectatorCount(): number {
    let count = 0;
    for (const { identity } of this.#guests.values())
      if (this.session.seatOf(identity.id) === undefined) count++;
    return count;
  }

  #afterPresence(): void {
    this.session.setSpectators(this.#spectatorCount());
    if (this.#guests.size > 0) this.#sleepAlarm.stop();
    else this.#sleepAlarm.set(this.#deps.limits.sleepAfterSeconds * 1000, () => void this.sleep());
  }

  // --- messages ---

  /** Every known type is a request; unknown ones get an answer too, where Colyseus would disconnect. */
  #listen(): void {
    const types = [...Object.keys(tableRequests), ...this.session.game.commands];
    for (const type of types) {
      this.onMessage(type, (client: Client, payload: unknown, context: MessageContext) =>
        this.#receive(client, type, payload, context),
      );
    }
    answerUnknownTypes(this, (client, type, payload, context) =>
      this.#receive(client, type, payload, context),
    );
  }

  async #receive(client: Client, type: string, payload: unknown, context?: MessageContext): Promise<unknown> {
    this.clock.tick();
    const guest = this.#guests.get(client.sessionId);
    if (guest === undefined) return context?.reject({ code: 'unauthenticated', rule: null, message: '' });
    const answer = await this.#answer(guest, type, payload);
    if (answer.ok) return answer.value;
    this.#deps.metrics.commandRefused(this.roomName, answer.code);
    const { code, rule, detail } = answer;
    const refusal = { code, rule, detail, message: this.#kind.sentences.ofCode(code, guest.language) };
    if (context?.id === undefined)
      client.send('rejected', { ...refusal, type, decision: decisionIn(payload) });
    return context?.reject(refusal);
  }

  /** Never throws: a fault of ours is told as such and stays in this room. */
  async #answer(guest: Guest, type: string, payload: unknown): Promise<Answer> {
    try {
      if (!guest.commands.take(this.#deps.now())) return reject('rate-limited', null);
      if (Object.hasOwn(tableRequests, type))
        return await this.#request(guest, type as TableRequest, payload);
      const seat = this.session.seatOf(guest.identity.id) ?? null;
      const verdict = await this.session.command(seat, type, payload);
      return verdict.ok ? { ok: true, value: { version: verdict.version } } : verdict;
    } catch (fault) {
      const stack = fault instanceof Error ? fault.stack : String(fault);
      this.#deps.log.error({ matchId: this.roomId, type, stack }, 'message handler failed');
      return reject('internal-error', null);
    }
  }

  async #request(guest: Guest, type: TableRequest, payload: unknown): Promise<Answer> {
    const parsed = tableRequests[type].safeParse(payload ?? {});
    if (!parsed.success) return reject('bad-payload', null, whatIsWrong(parsed.error));
    const seat = this.session.seatOf(guest.identity.id);
    const fields = parsed.data as never;
    return await handlers[type](
      { room: this, guest, seat, isHost: this.session.table.host === guest.identity.id },
      fields,
    );
  }

  /** For the handlers below. */
  async sit(guest: Guest, seat: Seat | undefined): Promise<TableCode | undefined> {
    const refusal = await this.session.change((table) => takeSeat(table, guest.identity, seat));
    if (refusal === undefined) {
      this.#openView(guest.client, guest.identity);
      this.#list();
      this.session.setSpectators(this.#spectatorCount());
      this.#patch();
    }
    return refusal;
  }

  async rise(guest: Guest): Promise<TableCode | undefined> {
    const refusal = await this.session.resign(guest.identity);
    if (refusal === undefined) {
      this.#openView(guest.client, guest.identity);
      this.#list();
      this.session.setSpectators(this.#spectatorCount());
    }
    return refusal;
  }

  async arrangeSeat(seat: Seat, occupant: 'open' | 'bot'): Promise<TableCode | undefined> {
    const sitting = playerAt(this.session.table, seat)?.id;
    const refusal = await this.session.change((table) => setOccupant(table, seat, occupant));
    if (refusal !== undefined) return refusal;
    for (const guest of this.#guests.values()) {
      if (guest.identity.id === sitting) this.#openView(guest.client, guest.identity);
    }
    this.session.setSpectators(this.#spectatorCount());
    this.#list();
    return undefined;
  }

  async begin(): Promise<TableCode | undefined> {
    const refusal = await this.session.start();
    this.#list();
    return refusal;
  }

  say(guest: Guest, seat: Seat | undefined, text: string): TableCode | 'bad-payload' | undefined {
    const player = seat === undefined ? undefined : playerAt(this.session.table, seat);
    if (player?.muted === true) return 'muted';
    if (!guest.chat.take(this.#deps.now())) return 'rate-limited';
    const clean = cleanText(text, this.#deps.limits.chatLength);
    if (clean === '') return 'bad-payload';
    const line = { seat: seat ?? null, name: guest.identity.name, text: clean, at: this.#deps.now() };
    this.#chat.add(line);
    this.broadcast('chat', line);
    this.#cutSlowConsumers();
    return undefined;
  }

  // --- out ---

  /**
   * Who comes in gets the private part with the whole state, and Colyseus sends it once more with the
   * next patch, as additions: where a list has changed meanwhile, the SDK would insert them beside
   * what is there. So that patch must go out before anything changes.
   */
  #settle(): void {
    if (this.clients.some((client) => (client.view?.changes.size ?? 0) > 0)) this.broadcastPatch();
  }

  #patch(): void {
    this.clock.tick();
    this.#gather();
    this.broadcastPatch();
    this.#cutSlowConsumers();
  }

  /** What a client is sent in this turn (patch, news, acknowledgement) leaves in one write, not in three. */
  #gather(): void {
    const sockets = this.clients.map(({ ref }) => (ref as unknown as { _socket?: Socket })._socket);
    for (const socket of sockets) socket?.cork();
    process.nextTick(() => {
      for (const socket of sockets) socket?.uncork();
    });
  }

  #tell(bulletin: Bulletin): void {
    const entitled = entitledSeats(bulletin);
    const special: Client[] = [];
    for (const guest of this.#guests.values()) {
      const seat = this.session.seatOf(guest.identity.id);
      if (seat === undefined || !entitled.has(seat)) continue;
      special.push(guest.client);
      guest.client.send('news', messageFor(bulletin, seat));
    }
    this.broadcast('news', messageFor(bulletin, null), { except: special });
    this.#cutSlowConsumers();
  }

  /** A client that does not read must not fill our memory: it may come back and start afresh. */
  #cutSlowConsumers(): void {
    const { maxUnsentBytes, maxUnacknowledgedMessages } = this.#deps.limits;
    for (const { client } of this.#guests.values()) {
      const socket = client.ref as WebSocket;
      const held = (client as unknown as { _enqueuedMessages?: unknown[] })._enqueuedMessages?.length ?? 0;
      if (socket.bufferedAmount <= maxUnsentBytes && held <= maxUnacknowledgedMessages) continue;
      this.#deps.metrics.slowConsumerCut(this.roomName);
      this.#deps.log.warn(
        { matchId: this.roomId, bytes: socket.bufferedAmount, held },
        'slow consumer cut off',
      );
      socket.terminate();
    }
  }

  /** What the list of tables shows. */
  #list(): void {
    const { table, status } = this.session;
    const free = table.occupants.filter((place) => place.kind === 'open').length;
    const listing = {
      matchId: this.roomId,
      status,
      seats: table.seats,
      free,
      clock: table.clock,
      spectators: table.spectators,
    };
    this.setMatchmaking({ metadata: listing, private: table.visibility === 'private' }).catch(
      (fault: unknown) => {
        this.#deps.log.warn({ matchId: this.roomId, reason: String(fault) }, 'table not listed');
      },
    );
  }

  // --- the end ---

  /** Out of memory until somebody returns or a time-out is due. */
  async sleep(): Promise<void> {
    if (this.#closing || this.#guests.size > 0) return;
    await this.shut(CLOSE.sleeping);
  }

  async shut(code: number): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#sleepAlarm.stop();
    await this.#session?.close();
    await this.disconnect(code);
  }

  override onBeforeShutdown(): void {
    // The service shuts rooms itself, after what waits is stored.
  }

  override onDispose(): void {
    this.#sleepAlarm.stop();
    this.#kind.closed(this);
    this.#deps.metrics.roomClosed(this.roomName);
  }

  /** The monitor shows no state: it would show every hand. */
  override getInspectorView(): ReturnType<Room['getInspectorView']> {
    return { ...super.getInspectorView(), state: null };
  }

  override onUncaughtException(error: Error, method: string): void {
    // Refusals to join come this way too; they are the client's to know, not ours to report.
    const cause = error.cause;
    if (cause instanceof ServerError) return;
    this.#deps.log.error({ matchId: this.roomId, method, stack: error.stack }, 'room failed');
  }
}

interface Asker {
  readonly room: MatchRoom;
  readonly guest: Guest;
  readonly seat: Seat | undefined;
  readonly isHost: boolean;
}

type Fields<Type extends TableRequest> = (typeof tableRequests)[Type]['_output'];

const DONE = { ok: true, value: {} } as const;

function outcome(refusal: TableCode | 'bad-payload' | undefined): Answer {
  return refusal === undefined ? DONE : reject(refusal, null);
}

/** One handler per request of `shared/protocol/messages.ts`. */
const handlers: { [Type in TableRequest]: (asker: Asker, fields: Fields<Type>) => Answer | Promise<Answer> } =
  {
    'take-seat': async ({ room, guest }, { seat }) => {
      if (room.session.status !== 'lobby') return reject('already-started', null);
      const refusal = await room.sit(guest, seat);
      return refusal === undefined
        ? { ok: true, value: { seat: room.session.seatOf(guest.identity.id) ?? null } }
        : reject(refusal, null);
    },
    'leave-seat': async ({ room, guest }) => outcome(await room.rise(guest)),
    'set-seat': async ({ room, isHost }, { seat, occupant }) => {
      if (!isHost) return reject('not-host', null);
      if (room.session.status !== 'lobby') return reject('already-started', null);
      return outcome(await room.arrangeSeat(seat, occupant));
    },
    ready: async ({ room, seat }, { ready }) => {
      if (seat === undefined) return reject('not-seated', null);
      if (room.session.status !== 'lobby') return reject('already-started', null);
      const refusal = await room.session.change((table) => {
        const player = playerAt(table, seat);
        if (player !== undefined) player.ready = ready;
        return undefined;
      });
      if (refusal === undefined && everybodyReady(room.session.table)) return outcome(await room.begin());
      return outcome(refusal);
    },
    start: async ({ room, isHost }) => (isHost ? outcome(await room.begin()) : reject('not-host', null)),
    'hand-over': async ({ room, seat }, { playing }) => {
      if (seat === undefined) return reject('not-seated', null);
      return outcome(
        await room.session.change((table) => {
          const player = playerAt(table, seat);
          if (player !== undefined) player.delegated = !playing;
          return undefined;
        }),
      );
    },
    chat: ({ room, guest, seat }, { text }) => outcome(room.say(guest, seat, text)),
    mute: async ({ room, isHost }, { seat, muted }) => {
      if (!isHost) return reject('not-host', null);
      return outcome(
        await room.session.change((table) => {
          const player = playerAt(table, seat);
          if (player === undefined) return 'unknown-seat';
          player.muted = muted;
          return undefined;
        }),
      );
    },
    rematch: async ({ room, seat }) => {
      if (seat === undefined) return reject('not-seated', null);
      return outcome(await room.session.playAgain(seat));
    },
    legal: ({ room, seat }) => {
      if (seat === undefined) return reject('not-a-player', null);
      const legal = room.session.legal(seat);
      return 'ok' in legal ? legal : { ok: true, value: legal };
    },
    'news-since': ({ room, seat }, { version }) => ({
      ok: true,
      value: room.session.memory.since(version, seat ?? null),
    }),
    language: ({ guest }, { language }) => {
      guest.language = language;
      return DONE;
    },
  };

function decisionIn(payload: unknown): number | null {
  const decision = (payload as { decision?: unknown } | null | undefined)?.decision;
  return typeof decision === 'number' ? decision : null;
}

type Handler = (client: Client, type: string, payload: unknown, context?: MessageContext) => unknown;

/**
 * Colyseus closes the connection of whoever sends an unknown message type, and answers a request
 * of one in its own words. Its table of handlers is asked through a proxy instead, so that an
 * unknown type finds a handler like any other. To be called when all known types are registered.
 */
function answerUnknownTypes(room: Room, handler: Handler): void {
  const registry = (room as unknown as { onMessageEvents: { events: Record<string, unknown[]> } })
    .onMessageEvents;
  registry.events = new Proxy(registry.events, {
    get(known, type) {
      if (typeof type !== 'string') return undefined;
      return (
        known[type] ?? [
          (client: Client, payload: unknown, context?: MessageContext) =>
            handler(client, type.slice(0, 64), payload, context),
        ]
      );
    },
  });
}
