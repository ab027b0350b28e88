// What may be asked of a match without changing it: its legal commands, previews, and its past.
import { accept, type Parsed, type Rejection, reject } from '../../shared/kernel/codes.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { Wish } from '../../shared/kernel/wish.ts';
import { openEnvelope } from '../../shared/protocol/envelope.ts';
import type { LegalAnswer, PreviewAnswer } from '../../shared/protocol/legal.ts';
import {
  type LegalLimits,
  legalAsWished,
  legalCommands,
  legalPartings,
  wishRefusal,
} from '../../shared/protocol/narrowing.ts';
import type { MatchStatus } from '../life/match-store.ts';
import type { StoredTable } from '../life/stored-table.ts';
import type { Past } from '../show/history.ts';
import type { Perplexed } from './hints.ts';
import type { Referee } from './referee.ts';

interface Context {
  readonly game: Game;
  readonly limits: LegalLimits;
  readonly stored: StoredTable;
  /** `undefined` before the start. */
  readonly referee: () => Referee | undefined;
}

export class Questions {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The commands that are legal now, each ready to be sent: all, or those that fit a wish. */
  legal(seat: Seat, wish?: Wish): Parsed<LegalAnswer> {
    const { game, limits } = this.#context;
    const match = this.#play?.match;
    const refusal = wish && wishRefusal(game, wish);
    if (refusal !== undefined) return refusal;
    if (match === undefined) return unplayable(this.#status);
    if (this.#status === 'abandoned')
      return accept({ decision: null, commands: [], unasked: [], complete: true });
    if (this.#play?.isExhausted(seat) === true) return accept(legalPartings(match, seat, wish, limits));
    return accept(
      wish === undefined ? legalCommands(match, seat, limits) : legalAsWished(match, seat, wish, limits),
    );
  }

  /** What a command would lead to. Refused like the command itself; nothing is played or stored. */
  preview(seat: Seat | null, type: string, payload: unknown): Parsed<PreviewAnswer> {
    const opened = openEnvelope(this.#context.game, type, payload);
    if (!opened.ok) return opened;
    if (seat === null) return reject('not-a-player', null);
    const referee = this.#context.referee();
    return referee === undefined ? unplayable(this.#status) : referee.preview(seat, opened.value);
  }

  /** What a captain needs for a hint to this seat. */
  perplexed(seat: Seat): Parsed<Perplexed> {
    const { game, stored } = this.#context;
    const match = this.#play?.match;
    if (!stored.table.hints) return reject('no-hints', null);
    if (match === undefined || this.#status === 'abandoned') return unplayable(this.#status);
    return accept({ game, editionHash: stored.row.editionHash, match, seat });
  }

  /** What its history is made from. */
  past(): Parsed<Past> {
    const { game, stored } = this.#context;
    const { row, table } = stored;
    if (row.status === 'lobby') return reject('not-started', null);
    const isGivenUp = row.status === 'abandoned' && table.startedAt !== null;
    if (row.status === 'finished' || isGivenUp) return accept({ row, game, newest: undefined });
    const play = this.#play;
    return play === undefined ? unplayable(row.status) : accept({ row, game, newest: play.match.version });
  }

  get #status(): MatchStatus {
    return this.#context.stored.row.status;
  }

  /** A broken match cannot be shown. */
  get #play(): Referee | undefined {
    return this.#status === 'frozen' ? undefined : this.#context.referee();
  }
}

/** Why there is nothing to play. */
export function unplayable(status: MatchStatus): Rejection {
  if (status === 'abandoned') return reject('match-abandoned', null);
  return reject(status === 'frozen' ? 'frozen' : 'not-started', null);
}
