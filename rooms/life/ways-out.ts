// The ways out of a match: abandoning it together, closing a table before it begins, and giving up a seat.
import { accept, type KernelCode, type Parsed, reject } from '../../shared/kernel/codes.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { AbandonedFacts } from '../../shared/protocol/table.ts';
import type { People } from '../people/people.ts';
import type { Referee } from '../play/referee.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import type { MatchStatus } from './match-store.ts';
import { newInvitation } from './new-table.ts';
import type { StoredTable } from './stored-table.ts';
import { answerNewcomer, askPlayers, giveUpSeat, isAccepted, opensSeat, succeed } from './succession.ts';
import { cloneTable, type Player, playerAt, players, seatOf, type Table } from './table.ts';

/** `undefined` if it was done, otherwise why not. */
export type WayRefusal = TableCode | KernelCode | undefined;

interface Context {
  readonly deps: RoomDeps;
  readonly stored: StoredTable;
  readonly people: People;
  /** `undefined` before the start. */
  readonly referee: () => Referee | undefined;
  /** The match is over, without a result. */
  readonly ended: () => void;
  /** The table has changed; with the id of a person who took or lost a seat. */
  readonly changed: (reseated?: string) => void;
}

export class WaysOut {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Whether the player still agrees to give the match up: a later command withdraws it. */
  wants(player: Player, seat: Seat): boolean {
    const { abandon } = player;
    return abandon !== null && (this.#context.referee()?.lastPlayed(seat) ?? 0) <= abandon;
  }

  /** A player agrees to give the match up, or withdraws. It ends once all present players agree. */
  async abandon(id: string, agree: boolean): Promise<Parsed<{ readonly abandoned: boolean }>> {
    const refusal = await this.#whilePlaying(async (table, referee) => {
      const player = players(table).find((one) => one.id === id);
      if (player === undefined) return 'not-seated';
      player.abandon = agree ? referee.match.version : null;
      return agree && this.#allAgree(table) ? await this.#end(table, referee) : await this.#save(table);
    });
    if (refusal !== undefined) return reject(refusal, null);
    return accept({ abandoned: this.#status === 'abandoned' });
  }

  /** Permanently: `vacancy` decides who takes the seat. If this was the last player, the match ends. */
  giveUpSeat(id: string): Promise<WayRefusal> {
    return this.#whilePlaying(async (table, referee) => {
      const seat = seatOf(table, id);
      const player = players(table).find((one) => one.id === id);
      if (seat === undefined || player === undefined) return 'not-seated';
      if (players(table).length === 1) {
        player.abandon = referee.match.version;
        return await this.#end(table, referee);
      }
      const { deps, stored } = this.#context;
      giveUpSeat(table, id, this.#moment(referee), newInvitation(deps, stored.row.matchId));
      const refusal = await this.#save(table, id);
      if (refusal !== undefined) return refusal;
      referee.forgetIds(seat);
      // The others may have been waiting only for this player's consent; if the end cannot be stored, they ask again.
      if (this.#allAgree(table)) await this.#end(table, referee);
      return undefined;
    });
  }

  /** An invited person takes a seat that was given up, or first asks the players for it. */
  takeOver(who: Identity, wish: Seat | undefined, invitation: string | undefined): Promise<WayRefusal> {
    return this.#whilePlaying(async (table, referee) => {
      const isNew = seatOf(table, who.id) === undefined;
      if (isNew && !opensSeat(table, invitation)) return 'invitation-required';
      const seated = cloneTable(table);
      const refusal = succeed(seated, who, wish, this.#moment(referee));
      if (refusal !== undefined) return refusal;
      const { people } = this.#context;
      if (!isNew || isAccepted(table, who.id, (player) => people.countsAsPresent(player, table.clock)))
        return await this.#save(seated, who.id);
      const unsaved = askPlayers(table, who) ? await this.#save(table) : undefined;
      return unsaved ?? 'consent-needed';
    });
  }

  /** A player agrees that a newcomer takes a seat, or withdraws. The newcomer takes it by asking again. */
  answerNewcomer(
    id: string,
    answer: { readonly name: string; readonly agree: boolean },
  ): Promise<WayRefusal> {
    return this.#whilePlaying(async (table) => {
      const seat = seatOf(table, id);
      if (seat === undefined) return 'not-seated';
      return answerNewcomer(table, seat, answer) ?? (await this.#save(table));
    });
  }

  /** The host closes the table before the start. */
  close(): Promise<WayRefusal> {
    const { stored } = this.#context;
    return stored.inTurn(async (): Promise<WayRefusal> => {
      if (this.#status !== 'lobby')
        return this.#status === 'abandoned' ? 'match-abandoned' : 'already-started';
      const host = seatOf(stored.table, stored.table.host);
      return await this.#storeEnd(stored.table, 'closed', host === undefined ? [] : [host]);
    });
  }

  /** Abandons a match to which no player came back, unless one is here after all. Returns whether it is abandoned. */
  async lapse(): Promise<boolean> {
    const { people } = this.#context;
    await this.#whilePlaying(async (table, referee) => {
      if (players(table).some(({ id }) => people.isHere(id))) return undefined;
      const refusal = await this.#storeEnd(table, 'time', []);
      if (refusal === undefined) referee.halt();
      return refusal;
    });
    return this.#status === 'abandoned';
  }

  get #status(): MatchStatus {
    return this.#context.stored.row.status;
  }

  #moment(referee: Referee) {
    return { version: referee.match.version, at: this.#context.deps.now() };
  }

  /** Runs between two commands, so that none is played for a seat that its sender no longer holds. */
  #whilePlaying(work: (table: Table, referee: Referee) => Promise<WayRefusal>): Promise<WayRefusal> {
    const { stored, referee } = this.#context;
    return stored.inTurn(async (): Promise<WayRefusal> => {
      const playing = referee();
      if (playing === undefined) return whyNot(this.#status) ?? 'not-started';
      return await playing.between(
        async () => whyNot(this.#status) ?? (await work(cloneTable(stored.table), playing)),
      );
    });
  }

  /** Players who left or have been away for a long time are not asked. */
  #allAgree(table: Table): boolean {
    const { people } = this.#context;
    const present = agreeing(table).filter(({ player }) => people.countsAsPresent(player, table.clock));
    return present.length > 0 && present.every(({ player, seat }) => this.wants(player, seat));
  }

  async #end(table: Table, referee: Referee): Promise<WayRefusal> {
    const seats = agreeing(table).filter(({ player, seat }) => this.wants(player, seat));
    const refusal = await this.#storeEnd(
      table,
      'agreement',
      seats.map(({ seat }) => seat),
    );
    if (refusal === undefined) referee.halt();
    return refusal;
  }

  async #storeEnd(table: Table, why: AbandonedFacts['why'], seats: Seat[]): Promise<WayRefusal> {
    const { deps, stored, ended } = this.#context;
    const abandoned = { why, seats, at: deps.now() };
    const change = { status: 'abandoned', wakeAt: null, table: { ...table, abandoned } } as const;
    const refusal = await stored.save({ ...change, players: players(table).map(({ id }) => id) });
    if (refusal !== undefined) return refusal;
    const { matchId, game } = stored.row;
    deps.metrics.matchEnded(game, 'abandoned');
    deps.log.info({ matchId, game, why }, 'match abandoned');
    ended();
    return undefined;
  }

  async #save(table: Table, reseated?: string): Promise<WayRefusal> {
    const { stored, changed } = this.#context;
    const refusal = await stored.save({ table, players: players(table).map(({ id }) => id) });
    if (refusal === undefined) changed(reseated);
    return refusal;
  }
}

function agreeing(table: Table): { readonly player: Player; readonly seat: Seat }[] {
  return table.occupants.flatMap((_, seat) => {
    const player = playerAt(table, seat);
    return player === undefined ? [] : [{ player, seat }];
  });
}

/** Why there is no running match to leave. */
function whyNot(status: MatchStatus): WayRefusal {
  switch (status) {
    case 'playing':
      return undefined;
    case 'lobby':
      return 'not-started';
    case 'finished':
      return 'game-over';
    case 'frozen':
      return 'frozen';
    case 'abandoned':
      return 'match-abandoned';
  }
}
