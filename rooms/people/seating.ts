// Who may join a room, watch, and take which seat.
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { JoinOptions } from '../../shared/protocol/messages.ts';
import { setImmediate } from '../clockwork.ts';
import type { Places } from '../colyseus/places.ts';
import { isLobby, isPlaying, type Refusal } from '../life/states.ts';
import { opensSeat } from '../life/succession.ts';
import { isFilled, playerAt, setOccupant, takeSeat, type Unmanned } from '../life/table.ts';
import type { Session } from '../play/session.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import type { Delivery } from '../show/delivery.ts';
import type { Attendance } from './attendance.ts';
import type { Blocks } from './blocks.ts';
import type { LobbySeats } from './lobby-seats.ts';
import type { Asker } from './viewer.ts';

/** A person who wants to see a table. */
export interface Looker {
  readonly identity: Identity;
  /** Opens a private table to people without a seat. */
  readonly invitation?: string | undefined;
}

/** A person who wants a seat. */
type Comer = Omit<Asker, 'language'>;

interface Context {
  readonly deps: Pick<RoomDeps, 'isSignedOut' | 'demandsSignIn' | 'limits'>;
  readonly session: Session;
  readonly lobbySeats: LobbySeats;
  readonly attendance: Attendance;
  readonly places: Places;
  readonly blocks: Blocks;
  readonly delivery: Delivery;
}

export class Seating {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Admits a person and assigns the seat, before there is a connection; or refuses with a code. */
  async admit(comer: Comer, join: JoinOptions): Promise<Refusal | undefined> {
    const { session } = this.#context;
    const { identity } = comer;
    if (!join.spectate && session.seatOf(identity.id) === undefined && this.invitesToSeat(join.invitation))
      return await this.takeOver(identity, join.seat, join.invitation);
    const refusal = this.lookRefusal({ identity, invitation: join.invitation }, join.spectate);
    if (refusal !== undefined || join.spectate || !isLobby(session)) return refusal;
    const full = await this.#take(comer, join.seat);
    if (full === undefined) session.people.expect(identity);
    return full;
  }

  /** Makes room for a reservation that follows immediately, or returns why there can be none. */
  expect(identity: Identity, address: string): TableCode | undefined {
    const { places, delivery, deps } = this.#context;
    const lack = places.prepare(identity, address);
    if (lack === undefined) delivery.expectArrival(deps.limits.arrivalSeconds * 1000);
    return lack;
  }

  /** Whether a person may join now and there is a place, or still is the one that was reserved. */
  entryRefusal({ identity, address }: Comer, join: JoinOptions, how?: 'reserved'): TableCode | undefined {
    if (this.#context.deps.isSignedOut(identity)) return 'unauthenticated';
    const refusal = this.lookRefusal({ identity, invitation: join.invitation }, join.spectate);
    if (refusal !== undefined || this.#context.session.seatOf(identity.id) !== undefined) return refusal;
    return this.#context.places.lack(address, how);
  }

  /** Who may watch: a lobby is visible to all who may take a seat in it. */
  lookRefusal({ identity, invitation }: Looker, spectating: boolean): TableCode | undefined {
    const { session } = this.#context;
    const { table } = session;
    if (session.seatOf(identity.id) !== undefined) return undefined;
    const invited = table.visibility === 'public' || table.host === identity.id;
    if (!invited && invitation !== table.invitation && !opensSeat(table, invitation))
      return 'invitation-required';
    if (!spectating && isLobby(session)) return undefined;
    return table.spectators ? undefined : 'spectators-not-allowed';
  }

  /** Takes a seat, or changes seats. */
  async sit(asker: Asker, wish: Seat | undefined): Promise<Refusal | undefined> {
    return await this.#take(asker, wish);
  }

  async rise(asker: Asker): Promise<Refusal | undefined> {
    const { session, delivery } = this.#context;
    const { id } = asker.identity;
    const refusal = await session.people.getUp(id);
    if (refusal !== undefined) return refusal;
    this.#release(id);
    delivery.seatChanged(id);
    return undefined;
  }

  /** Permanently: this player may no longer see what the seat knows. */
  async giveUp(asker: Asker): Promise<Refusal | undefined> {
    const { session, attendance } = this.#context;
    const { id } = asker.identity;
    const refusal = await session.apply({ kind: 'give-up', player: id });
    // If it was the last player, the match ended, and the seat keeps its name.
    if (typeof refusal === 'string') return refusal;
    if (session.seatOf(id) !== undefined) return undefined;
    this.#release(id);
    // After the answer is sent.
    if (!session.table.spectators) setImmediate(() => attendance.turnAway(id));
    return undefined;
  }

  /** A player whose data was deleted no longer has a seat, and is disconnected too. */
  expel(id: string): void {
    const { attendance } = this.#context;
    this.#release(id);
    // After the answer is sent.
    setImmediate(() => attendance.turnAway(id));
  }

  /** Whether this invitation leads to a seat of the running match. */
  invitesToSeat(invitation: string | undefined): boolean {
    const { session } = this.#context;
    return isPlaying(session) && opensSeat(session.table, invitation);
  }

  /** An invited person takes a seat that was given up. */
  async takeOver(
    identity: Identity,
    wish: Seat | undefined,
    invitation: string | undefined,
  ): Promise<Refusal | undefined> {
    const { session } = this.#context;
    if (this.#isStranger(identity)) return 'sign-in-required';
    if (await this.#isBlocked(identity)) return 'removed-by-host';
    const outcome = await session.apply({ kind: 'take-over', who: identity, wish, invitation });
    if (typeof outcome === 'string') return outcome;
    session.people.expect(identity);
    return undefined;
  }

  /** The host's choice for a seat. */
  async arrange(seat: Seat, wanted: Unmanned): Promise<Refusal | undefined> {
    const { session, places, delivery } = this.#context;
    const sitting = playerAt(session.table, seat)?.id;
    const refusal = await session.change((table) => setOccupant(table, seat, wanted));
    if (refusal !== undefined) return refusal;
    places.forget(sitting);
    delivery.seatChanged(sitting);
    await this.#startIfFull();
    return undefined;
  }

  /** A player who left the seat is neither polling for it nor about to return to it. */
  #release(id: string): void {
    this.#context.attendance.hangUp(id);
    this.#context.places.forget(id);
  }

  async #take({ identity, address }: Comer, wish: Seat | undefined): Promise<Refusal | undefined> {
    const { session, lobbySeats, delivery } = this.#context;
    const { matchId, table } = session;
    const { id } = identity;
    const isGuest = table.host !== id && session.seatOf(id) === undefined;
    if (this.#isStranger(identity)) return 'sign-in-required';
    if (isGuest && (await this.#isBlocked(identity))) return 'removed-by-host';
    if (isGuest && !lobbySeats.take(matchId, { id, address })) return 'too-many-lobbies';
    const refusal = await session.change((changing) => takeSeat(changing, identity, wish));
    if (isGuest) lobbySeats.taken(matchId, id, refusal === undefined);
    if (refusal !== undefined) return refusal;
    delivery.seatChanged(id);
    await this.#startIfFull();
    return undefined;
  }

  /** Someone who has a seat already keeps it. */
  #isStranger({ id, isSignedIn }: Identity): boolean {
    const { deps, session } = this.#context;
    return deps.demandsSignIn && isSignedIn !== true && session.seatOf(id) === undefined;
  }

  /** The host does not want this person at any table. Someone who has a seat already keeps it. */
  async #isBlocked({ id }: Identity): Promise<boolean> {
    const { session, blocks } = this.#context;
    if (session.seatOf(id) !== undefined) return false;
    return (await blocks.of(session.table.host)).get(id) === 'block';
  }

  /** Two who sit down at once start it once. */
  async #startIfFull(): Promise<void> {
    const { session } = this.#context;
    const { table } = session;
    if (table.startWhenFull === true && isFilled(table)) await session.apply({ kind: 'start' });
  }
}
