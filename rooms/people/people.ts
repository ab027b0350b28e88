// What follows from who is at a table: which seats are freed, which ones a bot plays, and whose consent counts.
import type { Seat } from '../../shared/kernel/seat.ts';
import type { ClockPreset } from '../../shared/protocol/messages.ts';
import { startsAt } from '../life/start-time.ts';
import { isLobby, type Refusal } from '../life/states.ts';
import type { StoredTable } from '../life/stored-table.ts';
import { freeSeat, type Player, playerAt, players, seatOf } from '../life/table.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import { Attendance } from './attendance.ts';

interface Context {
  readonly deps: RoomDeps;
  readonly stored: StoredTable;
  /** A person connected or left, or was away for too long. */
  readonly changed: () => void;
}

export class People {
  readonly #context: Context;
  readonly attendance: Attendance;
  #isStopped = false;

  constructor(context: Context) {
    this.#context = context;
    this.attendance = new Attendance({
      deps: context.deps,
      game: context.stored.row.game,
      patienceMs: () => this.#patienceSeconds * 1000,
      arrived: (id) => this.#arrived(id),
      changed: () => this.#changed(),
    });
    for (const player of players(context.stored.table)) this.attendance.expect(player.id);
  }

  isHere(id: string): boolean {
    return this.attendance.isHere(id);
  }

  /** Connections of people without a seat. */
  get spectators(): number {
    const { table } = this.#context.stored;
    return [...this.attendance.viewers].filter(({ identity }) => seatOf(table, identity.id) === undefined)
      .length;
  }

  /** A person has a seat but no connection yet. */
  expect({ id }: Identity): void {
    this.attendance.expect(id);
    this.#changed();
  }

  /** In the lobby, frees the seat; in a running match, leaves it to bot or clock. */
  getUp(id: string): Promise<Refusal | undefined> {
    return this.#context.stored.alter((table) => {
      const seat = seatOf(table, id);
      if (seat === undefined) return 'not-seated';
      const player = playerAt(table, seat);
      if (this.#isLobby) freeSeat(table, id);
      else if (player !== undefined) player.away = true;
      return undefined;
    });
  }

  /** Bots play their own seats, and those of players who are away, while a person is connected. */
  botPlays(seat: Seat): boolean {
    const { table } = this.#context.stored;
    if (this.attendance.isEmpty) return false;
    const place = table.occupants[seat];
    // A seat that waits for a person is played like that of an absent player.
    if (place?.kind === 'open') return table.vacancy === 'person' && table.absence === 'bot';
    if (place?.kind !== 'player') return place?.kind === 'bot';
    if (place.delegated) return true;
    if (table.absence !== 'bot') return false;
    // A player who left the seat may still be watching.
    return place.away || this.attendance.isMissing(place.id);
  }

  /**
   * Whether giving up the match, or admitting a newcomer, needs this player's consent. It does not once the player has
   * left or, unless the table plays over days, has been away for some minutes. A lost connection must not decide a match.
   */
  countsAsPresent(player: Player, clock: ClockPreset): boolean {
    if (player.away) return false;
    const { consentSeconds } = this.#context.deps.limits;
    return clock === 'days' || !this.attendance.isGone(player.id, consentSeconds * 1000);
  }

  stop(): void {
    this.#isStopped = true;
    this.attendance.close();
  }

  #arrived(id: string): void {
    const { table } = this.#context.stored;
    const seat = seatOf(table, id);
    if (seat !== undefined && playerAt(table, seat)?.away === true) {
      void this.#context.stored.alter((changing) => {
        const back = playerAt(changing, seat);
        if (back !== undefined) back.away = false;
        return undefined;
      });
    }
    this.#changed();
  }

  #changed(): void {
    if (this.#isStopped) return;
    this.#context.changed();
    const missing = this.attendance.watch();
    if (!this.#isLobby || startsAt(this.#context.stored.row) !== null) return;
    for (const id of missing) {
      this.attendance.forget(id);
      if (seatOf(this.#context.stored.table, id) !== undefined) void this.getUp(id);
    }
  }

  get #isLobby(): boolean {
    return isLobby(this.#context.stored.row);
  }

  /** How long a seat waits for its player: to be free again in the lobby, to be played by a bot later. */
  get #patienceSeconds(): number {
    const { lobbySeatSeconds, awayBotSeconds } = this.#context.deps.limits;
    return this.#isLobby ? lobbySeatSeconds : awayBotSeconds;
  }
}
