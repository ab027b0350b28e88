// Plays a journal again, from the beginning or from a later state.
import type { Game, News, Shape } from './game.ts';
import type { Beginning, Entry } from './journal.ts';
import { Match } from './match.ts';

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
