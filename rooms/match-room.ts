// The Colyseus door to a session: connections and their limits, requests in, patches and news out.

import { StateView } from '@colyseus/schema';
import { type Client, CloseCode, type MessageContext, Room, ServerError } from 'colyseus';
import type { WebSocket } from 'ws';
import { type Parsed, type Rejection, reject } from '../shared/kernel/codes.ts';
import { whatIsWrong } from '../shared/kernel/parse.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import type { TableCode } from '../shared/protocol/codes.ts';
import type { Truth } from '../shared/protocol/lines.ts';
import { CLOSE, type JoinOptions, type TableRequest, tableRequests } from '../shared/protocol/messages.ts';
import { PROTOCOL_VERSION } from '../shared/protocol/version.ts';
import { Alarm } from './alarm.ts';
import { Allowance, Budgets } from './allowance.ts';
import { Callers } from './callers.ts';
import { answerAllTypes, countHeldMessages, dismiss } from './colyseus-gaps.ts';
import { Delivery, type Guest } from './delivery.ts';
import { refuseUndecodable } from './error-frames.ts';
import { languageOf } from './language.ts';
import { MatchSerializer, type SharedEncoding } from './match-serializer.ts';
import type { StateClasses } from './match-state.ts';
import type { Bulletin } from './news-memory.ts';
import type { Identity, MatchRow, RoomDeps } from './ports.ts';
import { allowReturn } from './reconnection.ts';
import { isExpecting, Reservations } from './reservations.ts';
import type { Sentences } from './sentences.ts';
import { Session } from './session.ts';
import { codeOfUnavailable } from './store-error.ts';
import { playerAt, setOccupant, type Table, takeSeat } from './table.ts';
import { type Answer, type Asker, handlers } from './table-requests.ts';
import { Talk } from './talk.ts';
import { type Visitor, Visits } from './visits.ts';

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
  /** Whom limits by address count it for. */
  readonly address: string;
}

/** What all rooms of one game share. */
export interface RoomKind {
  readonly deps: RoomDeps;
  readonly sentences: Sentences;
  readonly classesFor: (row: MatchRow) => StateClasses;
  readonly encoding: SharedEncoding;
  readonly processStartedAt: number;
  readonly openRematch: (row: MatchRow, table: Table, player: string) => Promise<Parsed<string>>;
  readonly opened: (room: MatchRoom) => void;
  readonly closed: (room: MatchRoom) => void;
}

/** Somebody who asks without being connected. */
export interface Caller extends Asker {
  /** What opens a private table to those who do not sit there. */
  readonly invitation: string | undefined;
  /** Whom limits by address count it for. */
  readonly address: string;
}

/** People whose pace is remembered per table beyond those who sit there. */
const KEPT_BUDGETS = 100;

export class MatchRoom extends Room {
  override autoDispose = false;
  override patchRate = null;
  readonly #kind: RoomKind;
  readonly #deps: RoomDeps;
  readonly talk: Talk;
  readonly #guests = new Map<string, Guest>();
  /** Players whose connection broke and who may come straight back, by session. */
  readonly #dropped = new Map<string, { readonly guest: Guest; readonly giveUp: () => void }>();
  readonly #sleepAlarm = new Alarm();
  readonly #delivery: Delivery;
  readonly #budgets: Budgets;
  readonly #callers: Callers;
  readonly #reservations: Reservations;
  #session: Session | undefined;
  #visits: Visits | undefined;
  #closing: Promise<void> | undefined;
  #listed = '';
  #idleSince: number | undefined;

  constructor(kind: RoomKind) {
    super();
    this.#kind = kind;
    this.#deps = kind.deps;
    const { limits, now } = kind.deps;
    this.#delivery = new Delivery({
      room: this,
      guests: this.#guests,
      visits: () => this.#visits,
      seatOf: (id) => this.session.seatOf(id),
    });
    this.#reservations = new Reservations({
      room: this,
      connected: () => this.#guests.values(),
      seatOf: (id) => this.session.seatOf(id),
      limits,
    });
    this.#budgets = new Budgets(
      () => ({
        commands: new Allowance(limits.commandsPerSecond, limits.commandBurst, now()),
        chat: new Allowance(limits.chatPerMinute / 60, limits.chatPerMinute, now()),
      }),
      limits.maxSpectators + KEPT_BUDGETS,
    );
    this.talk = new Talk({
      session: () => this.session,
      limits,
      now,
      allowanceOf: (id) => this.#budgets.of(id).chat,
      onlookers: limits.maxSpectators + KEPT_BUDGETS,
      said: (line) => {
        this.broadcast('chat', line);
        this.#visits?.said(line);
      },
    });
    this.#callers = new Callers(
      limits.callSeconds,
      (who) => this.#present(() => this.session.arrive(who)),
      (who) => this.#present(() => this.session.depart(who)),
    );
  }

  /** Resolves when the room is gone; `undefined` while it stays. */
  get closing(): Promise<void> | undefined {
    return this.#closing;
  }

  /** Since when nobody is here or on the way; `undefined` while somebody is. */
  get idleSince(): number | undefined {
    // A change that waits for room elsewhere must not wait for this room to close.
    const held = this.#closing !== undefined || this.session.busy || isExpecting(this);
    return held ? undefined : this.#idleSince;
  }

  /** Where somebody is who waits here, on a seat or as the host; `undefined` if nobody does. */
  get attendedFrom(): string | undefined {
    if (this.#closing !== undefined) return undefined;
    const { host } = this.session.table;
    const waits = ({ id }: Identity) => id === host || this.session.seatOf(id) !== undefined;
    return [...this.#guests.values(), ...this.#callers.present].find(({ identity }) => waits(identity))
      ?.address;
  }

  get visitorCount(): number {
    return this.#visits?.count ?? 0;
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
    this.state = this.session.showcase.root;
    this.#listen();
    this.#list();
    this.#kind.opened(this);
    this.#deps.metrics.roomOpened(row.game);
    if (order.startNow) await this.session.start();
    this.#becomeIdle();
  }

  override setSerializer(): void {
    super.setSerializer(new MatchSerializer(this.#kind.encoding));
  }

  async #openSession(row: MatchRow): Promise<void> {
    const game = this.#deps.shelf.findByHash(row.game, row.editionHash);
    if (game === undefined) throw new Error('unknown edition');
    const context = {
      deps: this.#deps,
      game,
      classes: this.#kind.classesFor(row),
      audience: {
        settle: () => this.#delivery.settle(),
        patch: () => this.#patch(),
        tell: (bulletin: Bulletin) => this.#delivery.tell(bulletin),
        rematch: (matchId: string) => this.broadcast('rematch-ready', { matchId }),
      },
      openRematch: (table: Table, player: string) => this.#kind.openRematch(row, table, player),
    };
    this.#session = new Session(context, row);
    if (row.status !== 'lobby' && row.status !== 'abandoned') {
      await this.#recall(row.matchId);
    }
    this.#visits = new Visits(this.session, this.talk.chat);
  }

  async #recall(matchId: string): Promise<void> {
    const rows = await this.#deps.store.journal(matchId).catch((fault: unknown) => {
      if (codeOfUnavailable(fault) !== 'match-damaged') throw fault;
      this.session.spoil(fault);
    });
    if (rows !== undefined) await this.session.resume(rows, this.#kind.processStartedAt);
  }

  // --- coming and going ---

  /** Lets somebody in and gives out the seat, before there is a connection; refused with a code. */
  async admit(identity: Identity, join: JoinOptions): Promise<TableCode | undefined> {
    const refusal = this.#lookRefusal({ identity, invitation: join.invitation }, join.spectate);
    if (refusal !== undefined || join.spectate || this.session.status !== 'lobby') return refusal;
    const full = await this.session.change((table) => takeSeat(table, identity, join.seat));
    if (full === undefined) {
      this.session.expect(identity);
      this.#seatChanged(identity.id);
    }
    return full;
  }

  /** Makes way for a reservation that follows at once, or says why there can be none. */
  expect(identity: Identity, { address }: Visit): TableCode | undefined {
    return this.#reservations.prepare(identity, address);
  }

  /** Whether somebody may come in now, with a place to be in. */
  #refusal(identity: Identity, join: JoinOptions, address: string): TableCode | undefined {
    const refusal = this.#lookRefusal({ identity, invitation: join.invitation }, join.spectate);
    if (refusal !== undefined || this.session.seatOf(identity.id) !== undefined) return refusal;
    return this.#reservations.lack(address);
  }

  /** Who may look: a lobby may be seen by whoever may sit down in it. */
  #lookRefusal(who: Pick<Caller, 'identity' | 'invitation'>, spectating: boolean): TableCode | undefined {
    const { table } = this.session;
    const { id } = who.identity;
    if (this.session.seatOf(id) !== undefined) return undefined;
    const invited = table.visibility === 'public' || table.host === id;
    if (!invited && who.invitation !== table.invitation) return 'invitation-required';
    if (!spectating && this.session.status === 'lobby') return undefined;
    return table.spectators ? undefined : 'spectators-not-allowed';
  }

  // --- without a socket ---

  /** Lets a visitor in, who is then told everything that it may know. */
  visit(visitor: Visitor, invitation: string | undefined, since: number | undefined): TableCode | undefined {
    const { identity, language, address } = visitor;
    if (this.#closing !== undefined) return 'shutting-down';
    const join = { spectate: true, ...(invitation && { invitation }) };
    const refusal = this.#refusal(identity, join, address);
    if (refusal !== undefined) return refusal;
    const others = [...this.#guests.values()].flatMap((guest) =>
      guest.identity.id === identity.id && guest.visitor !== undefined ? [guest.visitor] : [],
    );
    const [oldest] = others;
    if (others.length >= this.#deps.limits.streamsPerPlayer && oldest !== undefined) {
      this.#visits?.close(oldest, 'superseded');
      this.leave(oldest);
    }
    this.#guests.set(visitor.id, { identity, language, address, visitor });
    this.#deps.metrics.connected(this.roomName);
    this.#afterPresence();
    this.session.arrive(identity);
    this.#visits?.add(visitor, since);
    return undefined;
  }

  /** Ends a stream that is to be asked for again at once: a player counts as present meanwhile. */
  expire(visitor: Visitor): void {
    if (!this.#guests.has(visitor.id)) return;
    const { identity, address } = visitor;
    const isSeated = this.session.seatOf(identity.id) !== undefined;
    if (isSeated && this.#closing === undefined) this.#callers.note(identity, address);
    this.#visits?.close(visitor, 'expired');
    this.leave(visitor);
  }

  leave(visitor: Visitor): void {
    this.#visits?.remove(visitor);
    this.#forget(visitor.id);
  }

  /** What somebody may know who only asks. */
  look(caller: Caller): Answer<Truth> {
    const refusal = this.#call(caller);
    if (refusal !== undefined) return refusal;
    return { ok: true, value: this.session.truth(this.session.seatOf(caller.identity.id) ?? null) };
  }

  /** A request of somebody who only asks: of the table, or a command. */
  async ask(caller: Caller, type: string, payload: unknown): Promise<Answer> {
    const refusal = this.#call(caller);
    if (refusal !== undefined) return refusal;
    const answer = await this.#answer(caller, type, payload, false);
    if (!answer.ok) this.#deps.metrics.commandRefused(this.roomName, answer.code);
    return answer;
  }

  /** A seat for somebody who only asks; the first free one without a wish. */
  async seat(caller: Caller, wish: Seat | undefined): Promise<Answer<{ seat: Seat }>> {
    if (this.#closing !== undefined) return reject('shutting-down', null);
    const { identity, invitation, address } = caller;
    if (this.#lookRefusal(caller, false) === 'invitation-required')
      return reject('invitation-required', null);
    if (this.session.status !== 'lobby') return reject('already-started', null);
    const options = { spectate: false, ...(wish !== undefined && { seat: wish }) };
    const refusal = await this.admit(identity, { ...options, ...(invitation && { invitation }) });
    if (refusal !== undefined) return reject(refusal, null);
    this.#callers.note(identity, address);
    return { ok: true, value: { seat: this.session.seatOf(identity.id) ?? -1 } };
  }

  #call(caller: Caller): Rejection | undefined {
    if (this.#closing !== undefined) return reject('shutting-down', null);
    const refusal = this.#lookRefusal(caller, false);
    if (refusal !== undefined) return reject(refusal, null);
    if (!this.#budgets.of(caller.identity.id).commands.take(this.#deps.now()))
      return reject('rate-limited', null);
    if (this.session.seatOf(caller.identity.id) !== undefined)
      this.#callers.note(caller.identity, caller.address);
    return undefined;
  }

  override onJoin(client: Client, visit: Visit, identity: Identity): void {
    const { join, address } = visit;
    const refusal = this.#refusal(identity, join, address);
    if (refusal !== undefined) throw new ServerError(403, refusal);
    const language = join.language ?? languageOf(visit.acceptLanguage);
    this.#enter(client, { client, identity, language, address });
  }

  #enter(client: Client, guest: Guest): void {
    const { identity } = guest;
    countHeldMessages(client, this.#deps.unsent);
    refuseUndecodable(client, () => this.#refuse(guest, reject('bad-payload', null)));
    this.#guests.set(client.sessionId, guest);
    this.#deps.metrics.connected(this.roomName);
    this.#supersede(identity);
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
      chat: this.talk.chat.lines,
    };
  }

  /**
   * One player, one socket, and of an onlooker a few: the newest win. Streams may be several: programs
   * are started anew.
   */
  #supersede(identity: Identity): void {
    const own = [...this.#guests.values()].flatMap((guest) =>
      guest.identity.id === identity.id && guest.client !== undefined ? [guest.client] : [],
    );
    const seated = this.session.seatOf(identity.id) !== undefined;
    const most = seated ? 1 : this.#deps.limits.placesPerSpectator;
    for (const client of own.slice(0, Math.max(0, own.length - most)))
      dismiss(this, client, CLOSE.superseded);
    this.#forgetReturns(identity.id);
  }

  /** The quick way back ends: somebody is here by another, has got up, or has lost the seat. */
  #forgetReturns(id: string | undefined): void {
    for (const { guest, giveUp } of this.#dropped.values()) if (guest.identity.id === id) giveUp();
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

  override onDrop(client: Client, code?: number): void {
    const guest = this.#guests.get(client.sessionId);
    this.#forget(client.sessionId);
    if (this.#closing || code === CLOSE.superseded) return;
    if (guest === undefined || this.session.seatOf(guest.identity.id) === undefined) return;
    // The seat is the player's anyway; this only keeps the quick way back open.
    const returning = allowReturn(this, client, this.#deps.limits.reconnectSeconds);
    this.#dropped.set(client.sessionId, { guest, giveUp: () => returning.reject(false) });
    returning.catch(() => {
      this.#dropped.delete(client.sessionId);
    });
  }

  override onReconnect(client: Client): void {
    const dropped = this.#dropped.get(client.sessionId);
    this.#dropped.delete(client.sessionId);
    // Only a seat is waited for; whoever has lost it meanwhile comes by the front door.
    const seat = this.session.seatOf(dropped?.guest.identity.id ?? '');
    if (dropped === undefined || seat === undefined) throw new ServerError(403, 'unauthenticated');
    this.#enter(client, { ...dropped.guest, client });
    // Its first message acknowledges the return; Colyseus answers with the whole state.
    (client.ref as WebSocket).once('message', () => setImmediate(() => this.#restateAbsence()));
  }

  #restateAbsence(): void {
    if (this.#closing) return;
    this.#delivery.settle();
    this.session.showcase.restateAbsence();
    this.#patch();
  }

  override async onLeave(client: Client, code?: number): Promise<void> {
    const guest = this.#guests.get(client.sessionId);
    this.#forget(client.sessionId);
    if (guest === undefined || this.#closing || code !== CloseCode.CONSENTED) return;
    this.#forgetReturns(guest.identity.id);
    // Whoever still listens by another door has closed a window and not got up.
    if ([...this.#guests.values()].some(({ identity }) => identity.id === guest.identity.id)) return;
    await this.session.resign(guest.identity);
  }

  #forget(id: string): void {
    const guest = this.#guests.get(id);
    if (guest === undefined) return;
    this.#guests.delete(id);
    guest.client?.view?.dispose();
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

  /** A caller comes or goes. */
  #present(change: () => void): void {
    if (this.#closing !== undefined) return;
    change();
    this.#afterPresence();
  }

  #afterPresence(): void {
    if (this.#closing !== undefined) return;
    this.session.setSpectators(this.#spectatorCount());
    if (this.#guests.size + this.#callers.count === 0) this.#becomeIdle();
    else {
      this.#idleSince = undefined;
      this.#sleepAlarm.stop();
    }
  }

  #becomeIdle(): void {
    const { limits, now } = this.#deps;
    this.#idleSince = now();
    this.#sleepAlarm.set(limits.sleepAfterSeconds * 1000, () => void this.sleep());
  }

  // --- messages ---

  /** Every known type is a request; unknown ones get an answer too, where Colyseus would disconnect. */
  #listen(): void {
    const { commands } = this.session.game;
    answerAllTypes(this, [...Object.keys(tableRequests), ...commands], (client, type, payload, context) =>
      this.#receive(client, type, payload, context).catch((fault: unknown) => {
        this.#report(type, fault);
        return context?.reject({ code: 'internal-error', rule: null, message: '' });
      }),
    );
  }

  async #receive(client: Client, type: string, payload: unknown, context?: MessageContext): Promise<unknown> {
    this.clock.tick();
    const guest = this.#guests.get(client.sessionId);
    if (guest === undefined) return context?.reject({ code: 'unauthenticated', rule: null, message: '' });
    const answer = await this.#answer(guest, type, payload);
    if (answer.ok) return answer.value;
    const refusal = this.#refuse(guest, answer);
    if (context?.id === undefined)
      client.send('rejected', { ...refusal, type, decision: decisionIn(payload) });
    return context?.reject(refusal);
  }

  /** As it is told to this guest. */
  #refuse(guest: Asker, { code, rule, detail }: Rejection): object {
    this.#deps.metrics.commandRefused(this.roomName, code);
    return { code, rule, detail, message: this.#kind.sentences.ofCode(code, guest.language) };
  }

  /** Never throws: a fault of ours is told as such and stays in this room. */
  async #answer(guest: Asker, type: string, payload: unknown, counted = true): Promise<Answer> {
    try {
      const { commands } = this.#budgets.of(guest.identity.id);
      if (counted && !commands.take(this.#deps.now())) return reject('rate-limited', null);
      if (Object.hasOwn(tableRequests, type))
        return await this.#request(guest, type as TableRequest, payload);
      const seat = this.session.seatOf(guest.identity.id) ?? null;
      const verdict = await this.session.command(seat, type, payload);
      return verdict.ok ? { ok: true, value: { version: verdict.version } } : verdict;
    } catch (fault) {
      this.#report(type, fault);
      return reject('internal-error', null);
    }
  }

  #report(type: string, fault: unknown): void {
    const stack = fault instanceof Error ? fault.stack : String(fault);
    this.#deps.log.error({ matchId: this.roomId, type, stack }, 'message handler failed');
  }

  async #request(guest: Asker, type: TableRequest, payload: unknown): Promise<Answer> {
    const parsed = tableRequests[type].safeParse(payload ?? {});
    if (!parsed.success) return reject('bad-payload', null, whatIsWrong(parsed.error));
    const seat = this.session.seatOf(guest.identity.id);
    const fields = parsed.data as never;
    return await handlers[type](
      { room: this, asker: guest, seat, isHost: this.session.table.host === guest.identity.id },
      fields,
    );
  }

  /** For the handlers below. */
  async sit({ identity }: Asker, seat: Seat | undefined): Promise<TableCode | undefined> {
    const refusal = await this.session.change((table) => takeSeat(table, identity, seat));
    if (refusal === undefined) this.#seatChanged(identity.id);
    return refusal;
  }

  async rise({ identity }: Asker): Promise<TableCode | undefined> {
    const refusal = await this.session.resign(identity);
    if (refusal !== undefined) return refusal;
    this.#callers.forget(identity);
    this.#forgetReturns(identity.id);
    this.#seatChanged(identity.id);
    return undefined;
  }

  /** Shows everybody of this name what they may see from now on, and the list what is free. */
  #seatChanged(id: string | undefined): void {
    for (const { client, identity } of this.#guests.values()) {
      if (client !== undefined && identity.id === id) this.#openView(client, identity);
    }
    this.#visits?.seatChanged(id);
    this.session.setSpectators(this.#spectatorCount());
    this.#patch();
  }

  async arrangeSeat(seat: Seat, occupant: 'open' | 'bot'): Promise<TableCode | undefined> {
    const sitting = playerAt(this.session.table, seat)?.id;
    const refusal = await this.session.change((table) => setOccupant(table, seat, occupant));
    if (refusal !== undefined) return refusal;
    this.#forgetReturns(sitting);
    this.#seatChanged(sitting);
    return undefined;
  }

  async begin(): Promise<TableCode | undefined> {
    return await this.session.start();
  }

  // --- out ---

  #patch(): void {
    this.#delivery.patch();
    this.#list();
  }

  /** What the list of tables shows; told only when it has changed. */
  #list(): void {
    const { table, status } = this.session;
    const free = table.occupants.filter((place) => place.kind === 'open').length;
    if (this.#listed === `${status} ${free}`) return;
    this.#listed = `${status} ${free}`;
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
  /** While the storage takes no write it stays awake: nobody would wake it for its time-outs. */
  async sleep(): Promise<void> {
    const isWanted = () => this.#guests.size + this.#callers.count > 0;
    if (isWanted()) return;
    const isStored = await this.session.storeWakeTime();
    if (isWanted() || this.#closing !== undefined) return;
    if (isStored) await this.shut(CLOSE.sleeping);
    else this.#becomeIdle();
  }

  shut(code: number): Promise<void> {
    this.#closing ??= this.#shut(code);
    return this.#closing;
  }

  async #shut(code: number): Promise<void> {
    this.#sleepAlarm.stop();
    this.#callers.close();
    this.#reservations.close();
    // Their timers would keep the process alive.
    for (const { giveUp } of this.#dropped.values()) giveUp();
    await this.#session?.close();
    this.#visits?.closeAll(code === CLOSE.sleeping ? 'sleeping' : 'shutting-down');
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

function decisionIn(payload: unknown): number | null {
  const decision = (payload as { decision?: unknown } | null | undefined)?.decision;
  return typeof decision === 'number' ? decision : null;
}
