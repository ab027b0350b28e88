// The record of a match: its setup and every accepted command.
import type { News } from './game.ts';
import type { Seat } from './seat.ts';
import type { TakenBack, Undo } from './undo.ts';

/** The source of a command: the seat's player, its clock, or a bot playing for the seat. */
export type Actor = 'player' | 'clock' | 'bot';

export interface Entry<Command = { readonly type: string }> {
  readonly version: number;
  readonly seat: Seat;
  readonly by: Actor;
  readonly decision: number | null;
  readonly command: Command | Undo;
  /** The client's id for the command: a retry with the same id is not played again. */
  readonly commandId?: string;
}

/** Everything needed to replay a match exactly. */
export interface Beginning<Options = object> {
  readonly options: Options;
  readonly seats: number;
  readonly seed: string;
}

/** The news of one version: of a command of the game, or that one was taken back. */
export type Told<Event> = News<Event | TakenBack>;

/** The news of one version as a seat sees it; `null`: as a spectator sees it. */
export function newsFor<Event>(news: readonly News<Event>[], seat: Seat | null): Event[] {
  return news.map((item) => {
    const own = item.only?.find((addition) => addition.seat === seat);
    return own === undefined ? item.all : own.event;
  });
}
