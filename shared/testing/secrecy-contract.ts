// The secrecy part of the contract, as functions that return their findings, so that tests can plant leaks.
//
// For each seat, the true state is compared with others that this seat cannot distinguish from it. Everything the
// seat sees and may do must be the same in all of them, apart from the facts that a command reveals.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, Shape } from '../kernel/game.ts';
import { newsFor } from '../kernel/journal.ts';
import { createRng, pick } from '../kernel/rng.ts';
import { type Seat, seatsFrom } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { type Step, seedOf } from './play.ts';
import {
  type Account,
  accountOf,
  type Comparison,
  compare,
  imagined,
  piecesOf,
  type Turning,
  textsIn,
  viewsOf,
} from './worlds.ts';

/** What a game declares about its secrets. */
export interface Secrets<G extends Shape> {
  /** For each event that reveals hidden facts, which; nothing else that a seat gets may depend on hidden facts. */
  readonly turning: Readonly<Partial<Record<G['Event']['type'], Turning>>>;
  /** Command fields that name what only the sender knows; their values are not revealed by default. */
  readonly secretFields: Readonly<Partial<Record<G['Command']['type'], readonly string[]>>>;
}

/** Legal sets can be huge; this many commands of each are compared. */
const TRIED = 60;
/** The maximum number of other worlds tried per step until one can be compared. */
const WORLDS = 4;
/** Legal commands searched for ones that differ in secret fields only, and how many of these are played. */
const SEARCHED = 400;
const ALTERNATIVES = 4;

/** Up to this point every step of a game is checked. */
const THOROUGH = 80;

/** How many steps could be compared: a suite that compares nothing proves nothing. */
interface Tally {
  compared: number;
  incomparable: number;
  /** Comparisons in which the actor sent a different command, because its hidden facts differed. */
  alternatives: number;
}

export function newTally(): Tally {
  return { compared: 0, incomparable: 0, alternatives: 0 };
}

/** A finding as text; in the functions below, `at` names the version and the seat. */
type Finding = string;

/** A seat's views contain all that it may know: another state with the same views looks the same. */
function* indistinguishable<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seats: number,
  n: number,
): Generator<Finding> {
  for (const seat of seatsFrom(0, seats)) {
    const at = `version ${state.version}, seat ${seat}`;
    const twin = imagined(game, state, seat, seedOf(n + state.version));
    for (const broken of game.violations(twin)) yield `${at}: imagined ${broken}`;
    const [here, there] = [state, twin].map((world) => canonicalJson(viewsOf(game, world, seat)));
    if (here !== there) yield `${at}: the imagined state looks different`;
    const [legalHere, legalThere] = [state, twin].map((world) => firstLegal(game, world, seat));
    if (canonicalJson(legalHere) !== canonicalJson(legalThere))
      yield `${at}: legal commands depend on what the seat does not know`;
    const [asked, askedThere] = [state, twin].map((world) => canonicalJson(game.decisions(world)));
    if (asked !== askedThere) yield `${at}: open decisions depend on what the seat does not know`;
  }
}

function firstLegal<G extends Shape>(game: Game<G>, state: Frozen<G['State']>, seat: Seat): unknown[] {
  const found: unknown[] = [];
  for (const command of game.legal(state, seat)) {
    found.push(command);
    if (found.length >= TRIED) break;
  }
  return found;
}

/** The news of a command depend on no hidden fact except those the command reveals. */
function* toldAlike<G extends Shape>(
  subject: Secrets<G>,
  game: Game<G>,
  step: Step<G>,
  context: { readonly seats: number; readonly n: number; readonly tally?: Tally },
): Generator<Finding> {
  const { before, seat: actor, command } = step;
  const { seats, n, tally = newTally() } = context;
  const secret = subject.secretFields[command.type as G['Command']['type']] ?? [];
  for (const viewer of seatsFrom(0, seats)) {
    const at = `version ${before.version}, ${command.type} of seat ${actor}, told to seat ${viewer}`;
    const named = viewer === actor ? [] : namedIn(command, secret);
    const here = accountOf(game, viewer, { state: step.after, news: step.news }, named);
    const verdicts: Comparison[] = [];
    for (let world = 0; world < WORLDS && !verdicts.includes('same'); world++) {
      const twin = imagined(game, before, viewer, seedOf(n + before.version + world * 7919));
      const outcome = game.apply(twin, actor, command);
      if (outcome.ok) {
        const verdict = compare(here, accountOf(game, viewer, outcome, named), subject.turning);
        verdicts.push(verdict);
      } else if (actor === viewer) {
        // A refusal may depend only on facts that the sender knows.
        yield `${at}: accepted in one world, ${outcome.code} in the other`;
      }
      if (viewer === actor || secret.length === 0) continue;
      for (const account of alternatives(game, { twin, actor, command, viewer, secret })) {
        verdicts.push(compare(here, account, subject.turning));
        tally.alternatives++;
      }
    }
    for (const verdict of verdicts) if (typeof verdict === 'object') yield `${at}: ${verdict.finding}`;
    if (verdicts.includes('same')) tally.compared++;
    else tally.incomparable++;
  }
}

function secretPart(command: { readonly type: string }, secret: readonly string[]): unknown[] {
  return secret.map((field) => (command as Record<string, unknown>)[field]);
}

function namedIn(command: { readonly type: string }, secret: readonly string[]): string[] {
  return piecesOf(secretPart(command, secret));
}

interface Question<G extends Shape> {
  readonly twin: Frozen<G['State']>;
  readonly actor: Seat;
  readonly command: G['Command'];
  readonly viewer: Seat;
  readonly secret: readonly string[];
}

/** The actor's hidden facts differ, so it sends a different command that others cannot distinguish from this one. */
function* alternatives<G extends Shape>(game: Game<G>, question: Question<G>): Generator<Account> {
  const { twin, actor, command, viewer, secret } = question;
  const open = (candidate: G['Command']) =>
    canonicalJson(
      Object.entries(candidate)
        .filter(([field]) => !secret.includes(field))
        .sort(),
    );
  const wanted = open(command);
  const same = canonicalJson(command);
  const shape = shapeOf(secretPart(command, secret));
  let searched = 0;
  let found = 0;
  for (const candidate of game.legal(twin, actor)) {
    if (++searched > SEARCHED || found >= ALTERNATIVES) return;
    if (candidate.type !== command.type || open(candidate) !== wanted) continue;
    if (canonicalJson(candidate) === same || shapeOf(secretPart(candidate, secret)) !== shape) continue;
    const outcome = game.apply(twin, actor, candidate);
    if (!outcome.ok) continue;
    found++;
    yield accountOf(game, viewer, outcome, namedIn(candidate, secret));
  }
}

/** The most that may be public about a secret part: how many pieces of how many kinds. */
function shapeOf(value: unknown): string {
  if (typeof value === 'string') return '*';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return Array.isArray(value)
    ? `[${value.map(shapeOf).join()}]`
    : `{${Object.values(value).map(shapeOf).sort().join()}}`;
}

/** News name no piece that only other seats see, neither at the start nor later. */
function* namesOnlyWhatIsSeen<G extends Shape>(
  game: Game<G>,
  step: Pick<Step<G>, 'after' | 'news'> & Partial<Pick<Step<G>, 'before'>>,
  seats: number,
): Generator<Finding> {
  const states = [step.before, step.after].filter((state) => state !== undefined);
  const privately = (seat: Seat) => valuesIn(states.map((state) => game.seatView(state, seat)));
  for (const viewer of seatsFrom(0, seats)) {
    const known = textsIn(states.map((state) => viewsOf(game, state, viewer)));
    const others = seatsFrom(0, seats).filter((seat) => seat !== viewer);
    const secret = new Set(others.flatMap((seat) => [...privately(seat)]).filter((text) => !known.has(text)));
    for (const event of newsFor(step.news, viewer)) {
      for (const text of textsIn(event)) {
        if (secret.has(text))
          yield `version ${step.after.version}: seat ${viewer} is told of ${text} (${event.type})`;
      }
    }
  }
}

/** Every string in a value, except field names. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(valuesIn);
}

/** The same command gets the same refusal, or is accepted, in both worlds. */
function* refusedAlike<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  commands: readonly G['Command'][],
  context: { readonly seats: number; readonly n: number },
): Generator<Finding> {
  for (const seat of seatsFrom(0, context.seats)) {
    const twin = imagined(game, state, seat, seedOf(context.n + state.version));
    for (const command of commands) {
      const [here, there] = [state, twin].map((world) => verdictOf(game, world, seat, command));
      if (here !== there)
        yield `version ${state.version}, ${canonicalJson(command)} of seat ${seat}: ${here} in one world, ${there} in the other`;
    }
  }
}

function verdictOf<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  command: G['Command'],
): string {
  const outcome = game.apply(state, seat, command);
  return outcome.ok ? 'accepted' : [outcome.code, outcome.rule, outcome.detail].join(' ');
}

/** All the checks, for one game from start to end. */
export function* secrecyFindings<G extends Shape>(
  subject: Secrets<G>,
  game: Game<G>,
  begun: ReturnType<Game<G>['setup']>,
  steps: Iterable<Step<G>>,
  context: { readonly seats: number; readonly n: number; readonly tally?: Tally },
): Generator<Finding> {
  const { seats, n } = context;
  const past: G['Command'][] = [];
  const luck = createRng(seedOf(n + 3));
  yield* namesOnlyWhatIsSeen(game, { after: begun.state, news: begun.news }, seats);
  for (const step of steps) {
    // Long games reach similar positions again and again: after a while, checking a quarter of the steps is enough.
    if (step.before.version > THOROUGH && (step.before.version + n) % 4 > 0) continue;
    yield* indistinguishable(game, step.before, seats, n);
    yield* namesOnlyWhatIsSeen(game, step, seats);
    yield* toldAlike(subject, game, step, context);
    past.push(step.command);
    yield* refusedAlike(game, step.before, [step.command, pick(luck, past)], context);
  }
}
