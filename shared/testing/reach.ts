// Every legal command can be reached by following `next`, however short the answers are; seats that save what they
// have get into the positions with the most of them.
import { canonicalJson } from '../kernel/canonical.ts';
import type { Game, Shape } from '../kernel/game.ts';
import type { Match } from '../kernel/match.ts';
import { createRng, pick, type Rng } from '../kernel/rng.ts';
import type { Seat } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { agrees, type Given, type OpenEntry, type Wish } from '../kernel/wish.ts';
import type { LegalAnswer } from '../protocol/legal.ts';
import { type LegalLimits, legalAsWished, legalCommands } from '../protocol/narrowing.ts';
import { greedyCommand, type Policy, randomCommand, type Step, seedOf } from './play.ts';

/** Commands examined for one answer. A type that can have more of them needs `choices`. */
const TRIED = 600;
/** One position in this many is tried. */
const SPARSE = 3;
/** Positions with more legal commands are searched up to here. */
const MOST = 6_000;
/** Commands of each type that are looked for in a position. */
const SOUGHT = 3;
/** Answers on the way to one command. */
const MOST_ANSWERS = 100;
/** Commands that a saver compares. */
const COMPARED = 8;

interface Reached {
  /** Positions with more commands than one answer lists; and those with more than it examines. */
  narrowed: number;
  huge: number;
}

export function* reachFindings<G extends Shape>(
  game: Game<G>,
  steps: Iterable<Pick<Step<G>, 'before' | 'seat'>>,
  n: number,
  reached: Reached,
): Generator<string> {
  const luck = createRng(seedOf(n + 6));
  for (const { before, seat } of steps) {
    if (before.version % SPARSE > 0) continue;
    const all = upTo(MOST, game.legal(before, seat));
    const limits = { legalCommandsSent: shortestAnswer(all), legalCommandsTried: TRIED };
    if (all.length <= limits.legalCommandsSent) continue;
    reached.narrowed++;
    if (all.length > TRIED) reached.huge++;
    for (const command of samples(all, luck)) {
      const obstacle = obstacleTo(game, before, seat, command, limits);
      if (obstacle !== undefined)
        yield `version ${before.version}, seat ${seat}, ${canonicalJson(command)}: ${obstacle}`;
    }
  }
}

/** Plays so that a seat has as much as possible afterwards. */
function savingCommand<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  luck: Rng,
): G['Command'] {
  const compared = Array.from({ length: COMPARED }, () => randomCommand(game, state, seat, luck));
  const held = (command: G['Command']) => {
    const outcome = game.apply(state, seat, command);
    return outcome.ok ? holdings(game, outcome.state, seat) : -1;
  };
  const values = compared.map((command) => ({ command, value: held(command) }));
  return values.reduce((best, one) => (one.value > best.value ? one : best)).command;
}

/** Every second seat saves; in the n-th game the others play at random, or well. */
export function savers<G extends Shape>(n: number): (seat: Seat) => Policy<G> {
  return (seat) => (seat % 2 === 0 ? savingCommand : n % 2 === 0 ? randomCommand : greedyCommand);
}

/** How much a seat has, in whichever form: what its own views list. */
function holdings<G extends Shape>(game: Game<G>, state: Frozen<G['State']>, seat: Seat): number {
  const players: unknown = Reflect.get(game.publicView(state), 'players');
  return leaves(game.seatView(state, seat)) + (Array.isArray(players) ? leaves(players[seat]) : 0);
}

function leaves(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + leaves(inner), 0);
}

function upTo<Item>(most: number, items: Iterable<Item>): Item[] {
  const found: Item[] = [];
  for (const item of items) if (found.push(item) >= most) break;
  return found;
}

/** The values of any field, and of any entry of one, must fit into one answer; whole lists and maps need not. */
function shortestAnswer(all: readonly { readonly type: string }[]): number {
  const values = new Map<string, Set<string>>();
  const note = (path: string, value: unknown) => {
    values.set(path, (values.get(path) ?? new Set()).add(JSON.stringify(value) ?? ''));
  };
  for (const { type, ...fields } of all)
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value !== 'object' || value === null) note(`${type} ${field}`, value);
      else for (const [key, part] of Object.entries(value)) note(`${type} ${field} ${key}`, part);
    }
  // An entry may be missing.
  return Math.max(...[...values.values()].map(({ size }) => size + 1), 1);
}

/** Some commands of each type. */
function samples<Command extends { readonly type: string }>(all: readonly Command[], luck: Rng): Command[] {
  return [...new Set(all.map(({ type }) => type))].flatMap((type) => {
    const listed = all.filter((command) => command.type === type);
    return [...Array.from({ length: SOUGHT }, () => pick(luck, listed)), ...listed.slice(-1)];
  });
}

/** As much of a match in this position as answers about its legal commands need. */
export function matchAt<G extends Shape>(game: Game<G>, state: Frozen<G['State']>): Match {
  return {
    game,
    decisionOf: (seat: Seat) => game.decisions(state).find((decision) => decision.seat === seat),
    legal: (seat: Seat, wish?: Wish) => game.legal(state, seat, wish),
    choices: (seat: Seat, wish: Wish, field: string) => game.choices(state, seat, wish, field),
    entry: (seat: Seat, wish: Wish, field: string) => game.entry(state, seat, wish, field),
  } as unknown as Match;
}

/** Why a command is not reached; `undefined` if it is. */
function obstacleTo<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  target: G['Command'],
  limits: LegalLimits,
): string | undefined {
  const match = matchAt(game, state);
  const lists = ({ commands, unasked }: LegalAnswer) => {
    const text = canonicalJson(target);
    return [...commands, ...unasked].some(({ decision: _decision, ...rest }) => canonicalJson(rest) === text);
  };
  const all = legalCommands(match, seat, limits);
  if (all.complete) return lists(all) ? undefined : 'not listed';
  if (all.types?.some(({ type }) => type === target.type) !== true) return 'its type is not named';
  let fields: Given = {};
  for (let asked = 0; asked < MOST_ANSWERS; asked++) {
    const answer = legalAsWished(match, seat, { type: target.type, fields }, limits);
    const at = canonicalJson(fields);
    if (answer.complete) return lists(answer) ? undefined : `not listed with ${at}`;
    const { next } = answer;
    if (next === undefined) return `no next with ${at}`;
    const { field, values, entry } = next;
    const part = entry
      ? partFor(target, field, fields[field], entry)
      : values.find((value) => agrees(target, { [field]: value }));
    if (part === undefined) return `next leaves out its ${field} with ${at}: ${canonicalJson(next)}`;
    fields = { ...fields, [field]: part };
  }
  return `not reached with ${MOST_ANSWERS} answers`;
}

/** What is known of the field, with the entry that the target has. */
function partFor(target: object, field: string, known: unknown, entry: OpenEntry): Given | undefined {
  const held = entry.values.find((value) => agrees(target, { [field]: { [entry.key]: value } }));
  return held === undefined ? undefined : { ...Object(known), [entry.key]: held };
}
