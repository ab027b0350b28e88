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
import { isOver, refusalOf } from '../life/states.ts';
import type { StoredTable } from '../life/stored-table.ts';
import type { Past } from '../show/history.ts';
import type { Perplexed } from './hints.ts';
import type { Referee } from './referee.ts';

export class Questions {
  readonly #game: Game;
  readonly #limits: LegalLimits;
  readonly #stored: StoredTable;

  constructor(game: Game, limits: LegalLimits, stored: StoredTable) {
    this.#game = game;
    this.#limits = limits;
    this.#stored = stored;
  }

  /** The commands that are legal now, each ready to be sent: all, or those that fit a wish. */
  legal(seat: Seat, wish?: Wish): Parsed<LegalAnswer> {
    const refusal = wish && wishRefusal(this.#game, wish);
    if (refusal !== undefined) return refusal;
    const play = this.#play;
    if (!play.ok && play.code === 'match-abandoned' && this.#stored.play !== undefined)
      return accept({ decision: null, commands: [], unasked: [], complete: true });
    if (!play.ok) return play;
    const { match } = play.value;
    if (play.value.isExhausted(seat)) return accept(legalPartings(match, seat, wish, this.#limits));
    return accept(
      wish === undefined
        ? legalCommands(match, seat, this.#limits)
        : legalAsWished(match, seat, wish, this.#limits),
    );
  }

  /** What a command would lead to. Refused like the command itself; nothing is played or stored. */
  preview(seat: Seat | null, type: string, payload: unknown): Parsed<PreviewAnswer> {
    const opened = openEnvelope(this.#game, type, payload);
    if (!opened.ok) return opened;
    if (seat === null) return reject('not-a-player', null);
    const { play } = this.#stored;
    return play === undefined ? unplayable(this.#stored) : play.preview(seat, opened.value);
  }

  /** What a captain needs for a hint to this seat. */
  perplexed(seat: Seat): Parsed<Perplexed> {
    const { table, row } = this.#stored;
    if (!table.hints) return reject('no-hints', null);
    const play = this.#play;
    if (!play.ok) return play;
    const { match } = play.value;
    return accept({ game: this.#game, editionHash: row.editionHash, match, seat });
  }

  /** What its history is made from. */
  past(): Parsed<Past> {
    const { row } = this.#stored;
    if (isOver(row)) return accept({ row, game: this.#game, newest: undefined });
    const play = this.#play;
    return play.ok ? accept({ row, game: this.#game, newest: play.value.match.version }) : play;
  }

  /** A match that is frozen or over is not played, although it may still be shown. */
  get #play(): Parsed<Referee> {
    const { play } = this.#stored;
    return play === undefined || play.obstacle !== undefined ? unplayable(this.#stored) : accept(play);
  }
}

/** Why there is nothing to play; a match that is over may have a board that cannot be restored. */
export function unplayable({ row }: StoredTable): Rejection {
  return reject(refusalOf('command', row) ?? 'frozen', null);
}
