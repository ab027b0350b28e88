// The contract of taking back, as functions that return their findings, so that tests can plant games that leak by it.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, Shape } from '../kernel/game.ts';
import { type Actor, type Entry, newsFor } from '../kernel/journal.ts';
import { Match } from '../kernel/match.ts';
import { replay, strictly } from '../kernel/replay.ts';
import { reveal } from '../kernel/reveal.ts';
import { below, createRng, pick, type Rng } from '../kernel/rng.ts';
import { type Seat, seatsFrom } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { isUndo, UNDO_REACH, UNDOS_PER_TURN, type Undo } from '../kernel/undo.ts';
import { isChecked, randomCommand, type Step, seedOf } from './play.ts';
import { imagined, viewsOf } from './worlds.ts';

/** How many commands could be taken back, and how many could not: a suite that sees only one kind proves little. */
export interface UndoTally {
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
    if (!isChecked(before.version, n)) continue;
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
export function twinFor<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  { viewer, seats, seed }: { readonly viewer: Seat | null; readonly seats: number; readonly seed: string },
): Frozen<G['State']> {
  if (viewer !== null) return imagined(game, state, viewer, seed);
  return imagined(game, imagined(game, state, 0, seed), seats - 1, seed);
}

/** How often it was tried, by whom it was allowed, and how often several commands went at once. */
export class Attempts {
  alone = 0;
  agreed = 0;
  several = 0;
  refused = 0;
}

/** So many versions at least are remembered; what is older may be forgotten, or not yet. */
const REMEMBERED = 32;
/** One command in so many is a bot's, which never agrees. */
const BOTS = 12;

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
 * state is the one from before, the same commands lead to the same again, and so does the journal.
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
  readonly by: Actor;
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
  #moves: Move<G>[] = [];
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
    const command = randomCommand(game, this.#state, seat, luck);
    this.#make(seat, command, below(luck, BOTS) > 0 ? 'player' : 'bot');
  }

  /** The seat that moved last tries, sometimes another one; by itself, or with the leave of others. */
  *tryUndo(luck: Rng, attempts: Attempts): Generator<string> {
    const { seats } = this.#random;
    const last = this.journal.at(-1)?.seat ?? 0;
    const seat = below(luck, 4) > 0 ? last : below(luck, seats);
    yield* this.#try(seat, undefined, luck, attempts);
    if (this.match.over || below(luck, 2) === 0) return;
    const asker = below(luck, seats);
    const isHere = below(luck, 4) > 0 ? () => true : () => below(luck, 2) > 0;
    const agreed = seatsFrom(0, seats).filter((other) => other === asker || isHere());
    yield* this.#try(asker, agreed, luck, attempts);
  }

  *#try(seat: Seat, agreed: readonly Seat[] | undefined, luck: Rng, attempts: Attempts): Generator<string> {
    const at = `version ${this.match.version}, seat ${seat}${agreed === undefined ? '' : ` with ${agreed}`}`;
    const taken = this.#takenBy(seat, agreed);
    if (agreed !== undefined && (taken[0]?.version ?? this.match.version) <= this.match.version - REMEMBERED)
      return;
    const expected = this.#hindrance(seat, agreed) ?? this.#exposed(taken);
    const offer = this.match.undoOf(seat, agreed);
    const found = offer.ok ? null : offer.code;
    if (found !== expected) yield `${at}: taking back is ${found ?? 'allowed'}, not ${expected ?? 'allowed'}`;
    if (!offer.ok) {
      attempts.refused++;
      return;
    }
    attempts[agreed === undefined ? 'alone' : 'agreed']++;
    if (taken.length > 1) attempts.several++;
    yield* this.#undo(seat, offer.value.undo, taken, at);
    if (below(luck, 2) === 0) for (const move of taken) yield* this.#redo(move, at);
  }

  /** The moves that count and would go: the latest, or the seat's latest and all after it. */
  #takenBy(seat: Seat, agreed: readonly Seat[] | undefined): readonly Move<G>[] {
    if (agreed === undefined) return this.#moves.slice(-1);
    const own = this.#moves.findLastIndex((move) => move.seat === seat);
    return own === -1 ? [] : this.#moves.slice(own);
  }

  #hindrance(seat: Seat, agreed: readonly Seat[] | undefined): string | null {
    const others = this.journal.findLastIndex((entry) => entry.seat !== seat || entry.by !== 'player');
    const own = this.journal.slice(others + 1);
    const [move, ...later] = this.#takenBy(seat, agreed);
    if (agreed === undefined) {
      if (own.length === 0) return this.journal.length === 0 ? 'nothing-to-undo' : 'decided-since';
      if (move === undefined || move.version <= others + 1) return 'nothing-to-undo';
    } else {
      if (move?.by !== 'player' || later.length >= UNDO_REACH) return 'nothing-to-undo';
      if (later.some((one) => one.by !== 'player' || !agreed.includes(one.seat))) return 'decided-since';
    }
    const undone = own.filter(({ command }) => isUndo(command)).length;
    return undone >= UNDOS_PER_TURN ? 'undo-limit' : null;
  }

  #exposed(taken: readonly Move<G>[]): string | null {
    const { game, seats } = this.#random;
    for (const { before, seat, submission } of taken) {
      const exposure = game.exposure(before, seats, seat, submission.command);
      if (exposure !== null) return `touched-${exposure}`;
    }
    return null;
  }

  *#undo(seat: Seat, undo: Undo, taken: readonly Move<G>[], at: string): Generator<string> {
    const { match } = this;
    const { version } = match;
    const [first] = taken;
    this.#submit(seat, { decision: null, command: undo }, 'player');
    if (match.version !== version + 1) yield `${at}: followed by version ${match.version}`;
    if (first === undefined || barely(reveal(match.fingerprint())) !== barely(canonicalJson(first.before)))
      yield `${at}: not the state from before`;
    else this.#state = first.before;
    this.#moves = this.#moves.slice(0, this.#moves.length - taken.length);
  }

  *#redo(move: Move<G>, at: string): Generator<string> {
    const { seat, by, submission } = move;
    if (submission.decision !== null && this.match.propose(seat, submission, by).ok)
      yield `${at}: an answer to the decision of before is accepted`;
    this.match.drop();
    const { news, after } = this.#make(seat, submission.command, by);
    if (news !== move.news) yield `${at}: other news the second time`;
    if (barely(after) !== barely(move.after)) yield `${at}: leads elsewhere the second time`;
  }

  #make(seat: Seat, command: G['Command'], by: Actor): Move<G> {
    const { game } = this.#random;
    const { match } = this;
    const before = this.#state;
    const decision = game.unasked.includes(command.type) ? null : (match.decisionOf(seat)?.id ?? null);
    const submission = { decision, command };
    const news = canonicalJson(this.#submit(seat, submission, by));
    const outcome = game.apply(before, seat, command);
    if (!outcome.ok) throw new Error(outcome.code);
    this.#state = outcome.state;
    const after = reveal(match.fingerprint());
    const move = { version: match.version, before, seat, by, submission, news, after };
    this.#moves.push(move);
    return move;
  }

  #submit(seat: Seat, submission: Parameters<Match<G>['propose']>[1], by: Actor): unknown {
    const judgement = this.match.propose(seat, submission, by);
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
