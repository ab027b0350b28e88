// Brings a session's standing into its showcase: all of it, or only what a command can change.
import type { Decision } from '../shared/kernel/decisions.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import type { Showcase, TableTerms } from './match-state.ts';
import type { Occupant, Table } from './table.ts';
import type { Standing } from './truth.ts';

export class Display {
  readonly #showcase: Showcase;
  readonly #standing: Standing;
  #table: Table | undefined;
  #options = '';

  constructor(showcase: Showcase, standing: Standing) {
    this.#showcase = showcase;
    this.#standing = standing;
  }

  showAll(): void {
    this.showTerms();
    this.showSeats();
    this.showMove();
  }

  /** What a command changes while the game goes on. */
  showMove(): void {
    const { play, table, row } = this.#standing;
    // Of a broken match, what was shown last stays.
    if (row.status === 'frozen') return;
    if (play !== undefined) this.#showcase.showGame(play.match.publicView());
    const decisions = play?.match.decisions() ?? [];
    this.#showcase.showProgress({
      version: play?.match.version ?? 0,
      decisions: decisions.map((decision) => ({
        id: decision.id,
        seat: decision.seat,
        kind: decision.kind,
        deadline: this.#deadline(decision),
      })),
    });
    for (let seat = 0; seat < table.seats; seat++) {
      this.#showcase.showBank(seat, play?.clock.bank(seat) ?? 0);
      this.#showPrivate(seat, table);
    }
  }

  showTerms(): void {
    const { row, table, spectators } = this.#standing;
    if (this.#table?.options !== table.options) this.#options = JSON.stringify(table.options);
    this.#table = table;
    const terms: TableTerms = {
      game: row.game,
      edition: row.edition,
      matchId: row.matchId,
      status: row.status,
      hostSeat: table.occupants.findIndex((place) => place.kind === 'player' && place.id === table.host),
      options: this.#options,
      clock: table.clock,
      visibility: table.visibility,
      spectatorsAllowed: table.spectators,
      spectators,
      spectatorsMuted: table.spectatorsMuted,
      absence: table.absence,
      commitment: table.commitment,
      seed: row.status === 'finished' ? row.seed : '',
      result: row.result === null ? '' : JSON.stringify(row.result),
      rematch: table.rematch ?? '',
    };
    this.#showcase.showTable(terms);
  }

  showSeats(): void {
    const { occupants } = this.#standing.table;
    for (let seat = 0; seat < occupants.length; seat++) this.#showSeat(seat, occupants[seat] as Occupant);
  }

  #showSeat(seat: Seat, place: Occupant): void {
    const standing = this.#standing;
    const player = place.kind === 'player' ? place : undefined;
    this.#showcase.showSeat({
      seat,
      occupant: place.kind,
      name: player?.name ?? '',
      connected: player !== undefined && standing.connected(player.id),
      ready: player?.ready ?? false,
      botPlays: standing.row.status === 'playing' && standing.botPlays(seat),
      muted: player?.muted ?? false,
      rematch: player?.rematch ?? false,
      bank: standing.play?.clock.bank(seat) ?? 0,
    });
  }

  #showPrivate(seat: Seat, table: Table): void {
    const match = this.#standing.play?.match;
    const decision = match?.decisionOf(seat);
    const base = {
      decision: decision?.id ?? -1,
      kind: decision?.kind ?? '',
      deadline: decision === undefined ? 0 : this.#deadline(decision),
      invitation: table.invitation,
    };
    this.#showcase.showPrivate(seat, base, match?.seatView(seat) ?? {});
  }

  /** 0 without a clock. */
  #deadline(decision: Decision): number {
    return Math.round(this.#standing.play?.clock.deadline(decision) ?? 0);
  }
}
