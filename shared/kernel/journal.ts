// The record of a match: its setup and every accepted command.
import type { Game, News, Shape } from './game.ts';
import { Match } from './match.ts';
import type { Seat } from './seat.ts';

/** The source of a command: the seat's player, its clock, or a bot playing for the seat. */
export type Actor = 'player' | 'clock' | 'bot';

export interface Entry<Command = { readonly type: string }> {
  readonly version: number;
  readonly seat: Seat;
  readonly by: Actor;
  readonly decision: number | null;
  readonly command: Command;
  /** The client's id for the command: a retry with the same id is not played again. */
  readonly commandId?: string;
}

/** Everything needed to replay a match exactly. */
export interface Beginning<Options = object> {
  readonly options: Options;
  readonly seats: number;
  readonly seed: string;
}

export class ReplayError extends Error {
  readonly version: number;
  constructor(version: number, reason: string) {
    super(`version ${version}: ${reason}`);
    this.version = version;
  }
}

type OnStep<G extends Shape, E> = (match: Match<G>, entry: E, news: readonly News<G['Event']>[]) => void;

/** Replays a journal from the beginning. Throws `ReplayError` at an entry that the rules reject. */
export function replay<G extends Shape>(
  game: Game<G>,
  beginning: Beginning<G['Options']>,
  entries: Iterable<Entry<G['Command']>>,
  onStep?: OnStep<G, Entry<G['Command']>>,
): Match<G> {
  const match = new Match(game, beginning.options, beginning.seats, beginning.seed);
  replayOnto(match, entries, onStep);
  return match;
}

/** The same for a match that is in the state before these entries. */
export function replayOnto<G extends Shape, E extends Entry<G['Command']>>(
  match: Match<G>,
  entries: Iterable<E>,
  onStep?: OnStep<G, E>,
): void {
  for (const entry of entries) {
    const judgement = match.propose(entry.seat, entry, entry.by);
    if (!judgement.ok)
      throw new ReplayError(entry.version, `${entry.command.type} is refused: ${judgement.code}`);
    if (judgement.entry.version !== entry.version) {
      throw new ReplayError(entry.version, `expected version ${judgement.entry.version}`);
    }
    match.settle();
    onStep?.(match, entry, judgement.news);
  }
}

/** The news of one version as a seat sees it; `null`: as a spectator sees it. */
export function newsFor<Event>(news: readonly News<Event>[], seat: Seat | null): Event[] {
  return news.map((item) => {
    const own = item.only?.find((addition) => addition.seat === seat);
    return own === undefined ? item.all : own.event;
  });
}
