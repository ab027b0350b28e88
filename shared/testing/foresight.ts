// The contract of previews, as functions that return their findings, so that tests can plant mistakes.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, Outcome, Preview, Shape } from '../kernel/game.ts';
import { newsFor } from '../kernel/journal.ts';
import { type Seat, seatsFrom } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { isChecked, type Step, seedOf } from './play.ts';

/** Legal sets can be huge; of each seat, previews of this many commands of a type are compared. */
const TRIED_PER_TYPE = 2;

/** How many previews were complete, and how many stopped: a suite that sees only one kind proves little. */
interface ForesightTally {
  complete: number;
  stopped: number;
}

/** Every preview holds what really happens, as far as it goes, and depends on nothing that its seat does not know. */
export function* foresightFindings<G extends Shape>(
  game: Game<G>,
  steps: Iterable<Step<G>>,
  context: { readonly seats: number; readonly n: number; readonly tally: ForesightTally },
): Generator<string> {
  for (const { before, seat, command } of steps) {
    if (!isChecked(before.version, context.n)) continue;
    for (const asker of seatsFrom(0, context.seats)) {
      yield* foreseen(game, before, asker, command, context);
      for (const listed of someOfEachType(game, before, asker))
        yield* foreseen(game, before, asker, listed, context);
    }
    // What another seat is asked is refused in the same way as the command itself.
    yield* foreseen(game, before, seat, game.fallback(before, seat), context);
  }
}

function* someOfEachType<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
): Generator<G['Command']> {
  for (const type of game.commands) {
    let tried = 0;
    for (const command of game.legal(state, seat, { type, fields: {} })) {
      yield command;
      if (++tried >= TRIED_PER_TYPE) break;
    }
  }
}

function* foreseen<G extends Shape>(
  game: Game<G>,
  before: Frozen<G['State']>,
  seat: Seat,
  command: G['Command'],
  { n, tally }: { readonly n: number; readonly tally: ForesightTally },
): Generator<string> {
  const at = `version ${before.version}, ${canonicalJson(command)} of seat ${seat}`;
  const views = [game.publicView(before), game.seatView(before, seat)] as const;
  const text = canonicalJson(views);
  const [preview, other] = [n, n + 7919].map((seed) =>
    game.preview(...views, seat, command, seedOf(seed + before.version)),
  );
  if (preview === undefined || other === undefined) return;
  if (canonicalJson(views) !== text) yield `${at}: the preview changes the views`;
  if (canonicalJson(preview) !== canonicalJson(other))
    yield `${at}: depends on what is imagined; do derive and seatView read only what they show?`;
  const outcome = game.apply(before, seat, command);
  if (!preview.ok || !outcome.ok) {
    if (canonicalJson(preview.ok ? 'allowed' : preview) !== canonicalJson(outcome.ok ? 'allowed' : outcome))
      yield `${at}: the preview is refused in another way than the command`;
    return;
  }
  if (preview.stop === null) tally.complete++;
  else tally.stopped++;
  yield* unlike(game, seat, preview, outcome, at);
}

function* unlike<G extends Shape>(
  game: Game<G>,
  seat: Seat,
  preview: Preview<G>,
  outcome: Extract<Outcome<G>, { ok: true }>,
  at: string,
): Generator<string> {
  const after = outcome.state;
  const told = newsFor(outcome.news, seat).map(canonicalJson);
  const foretold = preview.events.map(canonicalJson);
  const isBeginning = foretold.every((event, index) => event === told[index]);
  if (!isBeginning) yield `${at}: foretold ${foretold.join()}, told ${told.join()}`;
  const fits =
    game.schemas.publicView.safeParse(preview.all).success &&
    game.schemas.seatView.safeParse(preview.own).success;
  if (!fits) yield `${at}: a foreseen view does not fit its schema`;
  if (preview.all.version !== after.version) yield `${at}: foreseen version ${preview.all.version}`;
  if (preview.stop !== null) return;
  if (foretold.length !== told.length) yield `${at}: complete, but not all that is told`;
  const real = [game.publicView(after), game.seatView(after, seat)].map(canonicalJson);
  const seen = [preview.all, preview.own].map(canonicalJson);
  for (const [index, view] of seen.entries())
    if (view !== real[index]) yield `${at}: foreseen ${view}, but then ${real[index] ?? ''}`;
}
