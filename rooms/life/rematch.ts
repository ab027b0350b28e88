// The next match of a table, opened once the players who are still there agree to it.
import type { Parsed } from '../../shared/kernel/codes.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { People } from '../people/people.ts';
import { type Refusal, refusalOf } from './states.ts';
import type { StoredTable } from './stored-table.ts';
import { playerAt, players, type Table } from './table.ts';

interface Context {
  readonly stored: StoredTable;
  readonly people: People;
  /** For this player; resolves with the id of the match. */
  readonly open: (table: Table, player: string) => Promise<Parsed<string>>;
  readonly opened: (matchId: string) => void;
}

export class Rematch {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Opens it once all connected players agree. */
  async agree(seat: Seat): Promise<Refusal | undefined> {
    const { stored, open } = this.#context;
    let opened: string | undefined;
    const refusal =
      refusalOf('rematch', stored.row) ??
      (await stored.alter(async (table) => {
        const player = playerAt(table, seat);
        if (player === undefined) return 'not-seated';
        player.rematch = true;
        if (table.rematch !== null || !this.#allAgree(table)) return undefined;
        const next = await open(table, player.id);
        if (!next.ok) return next.code as Refusal;
        opened = next.value;
        table.rematch = opened;
        return undefined;
      }));
    if (opened !== undefined && refusal === undefined) this.#context.opened(opened);
    return refusal;
  }

  /** Absent players do not prevent it. */
  #allAgree(table: Table): boolean {
    const here = players(table).filter((player) => this.#context.people.isHere(player.id));
    return here.length > 0 && here.every((player) => player.rematch);
  }
}
