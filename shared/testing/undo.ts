// The contract of taking back, as functions that return their findings, so that tests can plant games that leak by it.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, Shape } from '../kernel/game.ts';
import { type Entry, newsFor } from '../kernel/journal.ts';
import { Match } from '../kernel/match.ts';
import { replay, strictly } from '../kernel/replay.ts';
import { reveal } from '../kernel/reveal.ts';
import { below, createRng, pick, type Rng } from '../kernel/rng.ts';
import { type Seat, seatsFrom } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { isUndo, UNDOS_PER_TURN } from '../kernel/undo.ts';
import { randomCommand, type Step, seedOf } from './play.ts';
import { imagined, viewsOf } from './worlds.ts';

/** Up to this point every step of a game is checked, then one in this many. */
const THOROUGH = 40;
const SPARSE = 12;

/** How many commands could be taken back, and how many could not: a suite that sees only one kind proves little. */
interface UndoTally {
  free: number;
  exposed: number;
}

/**
 * What may be taken back must have told nobody anything: in every world that some viewer could not distinguish from the
 * true one, the same command is accepted, can be taken back too, and looks the same to that viewer.
 */
export function* exposureFindings<G extends Shape>(
  game: Game<G>,
  steps: Iterable<Step<G>>,
  context: { readonly seats: number; readonly n: number; readonly tally: UndoTally },
): Generator<string> {
  const { seats, n, tally } = context;
  for (const step of steps) {
    const { before, seat, command } = step;
    if (game.decisions(step.after).length === 0) return;
    if (before.version > THOROUGH && (before.version + n) % SPARSE > 0) continue;
    const exposure = game.exposure(before, seats, seat, command);
    if (exposure === null) tally.free++;
    else tally.exposed++;
    // The actor hears whether it may; the others see it only if it does.
    const viewers = exposure === null ? [null, ...seatsFrom(0, seats)] : [seat];
    for (const viewer of viewers) {
      const at = `version ${before.version}, ${canonicalJson(command)} of seat ${seat}, seen by ${viewer ?? 'a spectator'}`;
      const twin = twinFor(game, before, { viewer, seats, seed: seedOf(n + before.version * 13) });
      const outcome = game.apply(twin, seat, command);
      if (!outcome.ok) {
        yield `${at}: it may be taken back, but shows that it was allowed (${outcome.code} in another world)`;
        continue;
      }
      if (game.exposure(twin, seats, seat, command) !== exposure)
        yield `${at}: whether it may be taken back depends on what is hidden`;
      if (exposure !== null) continue;
      const [here, there] = [{ state: step.after, news: step.news }, outcome].map((one) =>
        canonicalJson([newsFor(one.news, viewer), seenBy(game, one.state, viewer)]),
      );
      if (here !== there) yield `${at}: it may be taken back, but something came out`;
    }
  }
}

function seenBy<G extends Shape>(game: Game<G>, state: Frozen<G['State']>, viewer: Seat | null): unknown {
  return viewer === null ? game.publicView(state) : viewsOf(game, state, viewer);
}

/** A world that the viewer cannot distinguish from this one. A spectator does not even know what one seat knows. */
function twinFor<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  { viewer, seats, seed }: { readonly viewer: Seat | null; readonly seats: number; readonly seed: string },
): Frozen<G['State']> {
  if (viewer !== null) return imagined(game, state, viewer, seed);
  return imagined(game, imagined(game, state, 0, seed), seats - 1, seed);
}

interface Attempts {
  accepted: number;
  refused: number;
}

interface RandomMatch<G extends Shape> {
  readonly game: Game<G>;
  readonly options: G['Options'];
  readonly seats: number;
  readonly seed: string;
  /** Decides what is played and taken back. */
  readonly luck: string;
  /** The version after which it is left. */
  readonly limit: number;
}

/**
 * A random match in which players often take back what they did, and try it where they must not: the versions go on, the
 * state is the one from before, the same command leads to the same again, and so does the journal.
 */
export function* undoFindings<G extends Shape>(
  random: RandomMatch<G>,
  attempts: Attempts,
): Generator<string> {
  const { game, options, seats, seed, limit } = random;
  const luck = createRng(random.luck);
  const player = new Player(random);
  const { match } = player;
  while (!match.over && match.version < limit) {
    if (below(luck, 2) > 0) player.play(luck);
    else yield* player.tryUndo(luck, attempts);
  }
  const replayed = replay(game, { options, seats, seed }, player.journal, undefined, strictly);
  if (reveal(replayed.fingerprint()) !== reveal(match.fingerprint())) yield 'the journal leads elsewhere';
}

/** A move that counts. */
interface Move<G extends Shape> {
  readonly version: number;
  readonly before: Frozen<G['State']>;
  readonly seat: Seat;
  readonly submission: { readonly decision: number | null; readonly command: G['Command'] };
  readonly news: string;
  /** The state after it. */
  readonly after: string;
}

/** Plays, and knows without the kernel's help what counts and who may take it back. */
class Player<G extends Shape> {
  readonly match: Match<G>;
  readonly journal: Entry<G['Command']>[] = [];
  readonly #random: RandomMatch<G>;
  readonly #moves: Move<G>[] = [];
  #state: Frozen<G['State']>;

  constructor(random: RandomMatch<G>) {
    const { game, options, seats, seed } = random;
    this.#random = random;
    this.match = new Match(game, options, seats, seed);
    this.#state = game.setup(options, seats, seed).state;
  }

  play(luck: Rng): void {
    const { game } = this.#random;
    const { seat } = pick(luck, game.decisions(this.#state));
    this.#make(seat, randomCommand(game, this.#state, seat, luck));
  }

  /** The seat that moved last tries, sometimes another one. */
  *tryUndo(luck: Rng, attempts: Attempts): Generator<string> {
    const { seats } = this.#random;
    const last = this.journal.at(-1)?.seat ?? 0;
    const seat = below(luck, 4) > 0 ? last : below(luck, seats);
    const at = `version ${this.match.version}, seat ${seat}`;
    const expected = this.#expected(seat);
    const undo = this.match.undoOf(seat);
    const found = undo.ok ? null : undo.code;
    if (found !== expected) yield `${at}: taking back is ${found ?? 'allowed'}, not ${expected ?? 'allowed'}`;
    if (!undo.ok) {
      attempts.refused++;
      return;
    }
    attempts.accepted++;
    yield* this.#undo(seat, undo.value.undo.to, at);
    if (below(luck, 2) === 0) yield* this.#redo(at);
    else this.#moves.pop();
  }

  #expected(seat: Seat): string | null {
    const { game, seats } = this.#random;
    const move = this.#moves.at(-1);
    const others = this.journal.findLastIndex((entry) => entry.seat !== seat);
    const own = this.journal.slice(others + 1);
    if (own.length === 0) return this.journal.length === 0 ? 'nothing-to-undo' : 'decided-since';
    if (move === undefined || move.version <= others + 1) return 'nothing-to-undo';
    if (own.filter(({ command }) => isUndo(command)).length >= UNDOS_PER_TURN) return 'undo-limit';
    const exposure = game.exposure(move.before, seats, seat, move.submission.command);
    return exposure === null ? null : { hidden: 'touched-hidden', chance: 'touched-chance' }[exposure];
  }

  *#undo(seat: Seat, to: number, at: string): Generator<string> {
    const { match } = this;
    const { version } = match;
    this.#submit(seat, { decision: null, command: { type: 'undo', to } });
    const move = this.#moves.at(-1);
    if (match.version !== version + 1) yield `${at}: followed by version ${match.version}`;
    if (move === undefined || barely(reveal(match.fingerprint())) !== barely(canonicalJson(move.before)))
      yield `${at}: not the state from before`;
    else this.#state = move.before;
  }

  *#redo(at: string): Generator<string> {
    const move = this.#moves.pop();
    if (move === undefined) return;
    const { seat, submission } = move;
    if (submission.decision !== null && this.match.propose(seat, submission, 'player').ok)
      yield `${at}: an answer to the decision of before is accepted`;
    this.match.drop();
    const { news, after } = this.#make(seat, submission.command);
    if (news !== move.news) yield `${at}: other news the second time`;
    if (barely(after) !== barely(move.after)) yield `${at}: leads elsewhere the second time`;
  }

  #make(seat: Seat, command: G['Command']): Move<G> {
    const { game } = this.#random;
    const { match } = this;
    const before = this.#state;
    const decision = game.unasked.includes(command.type) ? null : (match.decisionOf(seat)?.id ?? null);
    const submission = { decision, command };
    const news = canonicalJson(this.#submit(seat, submission));
    const outcome = game.apply(before, seat, command);
    if (!outcome.ok) throw new Error(outcome.code);
    this.#state = outcome.state;
    const after = reveal(match.fingerprint());
    const move = { version: match.version, before, seat, submission, news, after };
    this.#moves.push(move);
    return move;
  }

  #submit(seat: Seat, submission: Parameters<Match<G>['propose']>[1]): unknown {
    const judgement = this.match.propose(seat, submission, 'player');
    if (!judgement.ok) throw new Error(`version ${this.match.version}: ${judgement.code}`);
    this.match.settle();
    this.journal.push(JSON.parse(JSON.stringify(judgement.entry)) as Entry<G['Command']>);
    return judgement.news;
  }
}

/** A state without its version and the ids of decisions, which alone differ after something was taken back. */
function barely(state: string): string {
  const {
    version: _version,
    open,
    ...rest
  } = JSON.parse(state) as { version: number; open: { id: number }[] };
  return canonicalJson({ ...rest, open: open.map(({ id: _id, ...decision }) => decision) });
}
