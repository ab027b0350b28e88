// Plays a journal again, from the beginning or from a later state.
import type { Game, Shape } from './game.ts';
import type { Beginning, Entry, Told } from './journal.ts';
import { type Judgement, Match } from './match.ts';
import { isUndo } from './undo.ts';

export class ReplayError extends Error {
  readonly version: number;
  constructor(version: number, reason: string) {
    super(`version ${version}: ${reason}`);
    this.version = version;
  }
}

type OnStep<G extends Shape, E> = (match: Match<G>, entry: E, news: readonly Told<G['Event']>[]) => void;

/** How an entry of a journal is judged. */
type Judge<G extends Shape> = (match: Match<G>, entry: Entry<G['Command']>) => Judgement<G>;

/** For journals of unknown origin: what is refused to a player is refused here too. */
export function strictly<G extends Shape>(
  match: Match<G>,
  { seat, decision, command, by }: Entry<G['Command']>,
) {
  return match.propose(seat, { decision, command }, by);
}

/** For our own journals: what was taken back stays taken back. */
function trustingly<G extends Shape>(match: Match<G>, entry: Entry<G['Command']>): Judgement<G> {
  const { seat, command, by } = entry;
  return isUndo(command) ? match.repeatUndo(seat, command, by) : strictly(match, entry);
}

/** Replays a journal from the beginning. Throws `ReplayError` at an entry that the rules reject. */
export function replay<G extends Shape>(
  game: Game<G>,
  beginning: Beginning<G['Options']>,
  entries: Iterable<Entry<G['Command']>>,
  onStep?: OnStep<G, Entry<G['Command']>>,
  judge?: Judge<G>,
): Match<G> {
  const match = new Match(game, beginning.options, beginning.seats, beginning.seed);
  replayOnto(match, entries, onStep, judge);
  return match;
}

/** The same for a match that is in the state before these entries. */
export function replayOnto<G extends Shape, E extends Entry<G['Command']>>(
  match: Match<G>,
  entries: Iterable<E>,
  onStep?: OnStep<G, E>,
  judge: Judge<G> = trustingly,
): void {
  for (const entry of entries) {
    const judgement = judge(match, entry);
    if (!judgement.ok)
      throw new ReplayError(entry.version, `${entry.command.type} is refused: ${judgement.code}`);
    if (judgement.entry.version !== entry.version) {
      throw new ReplayError(entry.version, `expected version ${judgement.entry.version}`);
    }
    match.settle();
    onStep?.(match, entry, judgement.news);
  }
}
