// The contract of taking back by consent, over two worlds that a viewer cannot tell apart.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, Shape } from '../kernel/game.ts';
import { newsFor } from '../kernel/journal.ts';
import { Match } from '../kernel/match.ts';
import { type Seat, seatsFrom } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { UNDO_REACH } from '../kernel/undo.ts';
import { isChecked, optionsOf, type Step, seedOf } from './play.ts';
import { twinFor, type UndoTally } from './undo.ts';

/**
 * What a seat did, and others after it, goes at once if all agree. Then nobody may see a difference to any world that
 * was possible before, neither while it was played nor afterwards; if it is refused, the asker must not learn by that.
 */
export function* agreedFindings<G extends Shape>(
  game: Game<G>,
  steps: Iterable<Step<G>>,
  { seats, n, tally }: { readonly seats: number; readonly n: number; readonly tally: UndoTally },
): Generator<string> {
  let recent: readonly Step<G>[] = [];
  for (const step of steps) {
    const { version } = step.before;
    recent = [...recent, step].slice(-UNDO_REACH);
    if (game.decisions(step.after).length === 0) return;
    if (!isChecked(version, n)) continue;
    // How far it reaches differs from step to step.
    const asker = recent.at(-1 - ((version + n) % recent.length))?.seat ?? 0;
    const taken = recent.slice(recent.findLastIndex(({ seat }) => seat === asker));
    const [first] = taken;
    if (first === undefined) continue;
    const playedFrom = (state: Frozen<G['State']>, viewer: Seat | null) =>
      takenBackIn({ game, state, seats, asker, taken, viewer });
    const { refused } = playedFrom(first.before, null);
    if (refused === null) tally.free++;
    else tally.exposed++;
    const viewers = refused === null ? [null, ...seatsFrom(0, seats)] : [asker];
    for (const viewer of viewers) {
      const at = `version ${version}, ${taken.length} of seat ${asker} and others, seen by ${viewer ?? 'a spectator'}`;
      const seed = seedOf(n + version * 17);
      const there = playedFrom(twinFor(game, first.before, { viewer, seats, seed }), viewer);
      const here = playedFrom(first.before, viewer);
      const isSame = canonicalJson(here.seen) === canonicalJson(there.seen);
      if (refused === null && !isSame) yield `${at}: it may be taken back, but something came out`;
      // What was seen may have told the worlds apart before anybody asked.
      else if (isSame && here.refused !== there.refused)
        yield `${at}: whether it may be taken back depends on what is hidden`;
    }
  }
}

interface World<G extends Shape> {
  readonly game: Game<G>;
  /** Before the first command. */
  readonly state: Frozen<G['State']>;
  readonly seats: number;
  readonly asker: Seat;
  readonly taken: readonly Step<G>[];
  readonly viewer: Seat | null;
}

/** What the viewer is told and shown by each command and then by the undo, and why that is refused. */
function takenBackIn<G extends Shape>({ game, state, seats, asker, taken, viewer }: World<G>) {
  const begun: Game<G> = { ...game, setup: () => ({ state, news: [] }) };
  const match = new Match(begun, optionsOf(game, seats), seats, seedOf(0));
  const seen: unknown[] = [];
  const submit = (seat: Seat, submission: Parameters<Match<G>['propose']>[1]): boolean => {
    const judged = match.propose(seat, submission, 'player');
    if (!judged.ok) {
      seen.push(judged.code);
      return false;
    }
    match.settle();
    const views = [match.publicView(), viewer === null ? null : match.seatView(viewer)];
    seen.push(newsFor(judged.news, viewer), views, match.decisions());
    return true;
  };
  for (const { seat, command } of taken) {
    const decision = game.unasked.includes(command.type) ? null : (match.decisionOf(seat)?.id ?? null);
    if (!submit(seat, { decision, command })) return { seen, refused: null };
  }
  const offer = match.undoOf(asker, seatsFrom(0, seats));
  if (!offer.ok) return { seen, refused: offer.code };
  submit(asker, { decision: null, command: offer.value.undo });
  return { seen, refused: null };
}
