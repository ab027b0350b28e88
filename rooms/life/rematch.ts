// The next match of a table, opened once the players who are still there agree to it.
import type { Parsed } from '../../shared/kernel/codes.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { type Refusal, refusalOf } from './states.ts';
import type { StoredTable } from './stored-table.ts';
import { commitTo, playerAt, players, type Table } from './table.ts';

interface Opening {
  readonly isHere: (id: string) => boolean;
  /** For this player; resolves with the id of the match. */
  readonly open: (table: Table, player: string) => Promise<Parsed<string, Refusal>>;
  readonly opened: (matchId: string) => void;
}

/** A player agrees; it is opened once all connected players do. */
export async function agreeToRematch(
  stored: StoredTable,
  { seat, commitment }: { readonly seat: Seat; readonly commitment: string | undefined },
  { isHere, open, opened }: Opening,
): Promise<Refusal | undefined> {
  let next: string | undefined;
  const refusal =
    refusalOf('rematch', stored.row) ??
    (await stored.alter(async (table) => {
      const player = playerAt(table, seat);
      if (player === undefined) return 'not-seated';
      player.rematch = true;
      commitTo(player, commitment);
      // Absent players do not prevent it.
      const here = players(table).filter(({ id }) => isHere(id));
      const isAgreed = here.length > 0 && here.every((one) => one.rematch);
      if (table.rematch !== null || !isAgreed) return undefined;
      const answer = await open(table, player.id);
      if (!answer.ok) return answer.code;
      next = answer.value;
      table.rematch = next;
      return undefined;
    }));
  if (next !== undefined && refusal === undefined) opened(next);
  return refusal;
}
