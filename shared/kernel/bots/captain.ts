// The strongest opponent: tries its commands in worlds that it cannot tell from the real one, and keeps those that
// turn out best (docs/adr/0038).
import { canonicalJson } from '../canonical.ts';
import type { Game, Shape } from '../game.ts';
import { createRng, spawnSeed } from '../rng.ts';
import type { Budget } from './budget.ts';
import { expectations } from './expectations.ts';
import { playOut } from './play-out.ts';
import type { Seen } from './seen.ts';
import { some } from './some.ts';
import { Node } from './tree.ts';

/** Commands of one type that are considered. */
const LISTED = 40;
/** Commands that are tried; a power of two, since half of them are dropped repeatedly. */
const TRIED = 8;
/**
 * How much better than the mate's choice another must be, in standard errors: the best of seven often seems
 * better by luck.
 */
const PROOF = 2;

/** A command that is tried. */
interface Candidate<G extends Shape> {
  readonly command: G['Command'];
  readonly node: Node<G>;
  /** This seat's chances after it, by world. */
  readonly chances: number[];
}

/** The commands tried to the end. */
interface Field<G extends Shape> {
  /** The commands that are never dropped: the mate's choice first, which the others are compared with. */
  readonly kept: readonly Candidate<G>[];
  readonly others: readonly Candidate<G>[];
}

/** A command that was played, compared with a captain's choice. */
interface MoveJudgement<G extends Shape> {
  readonly choice: G['Command'];
  /** How likely the seat seems to win after its own command, and after the captain's; the captain's is no lower. */
  readonly played: number;
  readonly best: number;
}

export function captain<G extends Shape>(game: Game<G>, seen: Seen<G>, budget: Budget): G['Command'] {
  const usual = usualOf(game, seen);
  if (!isSearched(game, seen)) return usual;
  return bestOf(search(game, seen, { usual, played: undefined, budget })).command;
}

/**
 * Compares a command with a captain's choice; `undefined` if captains do not search here, or there was no
 * choice.
 */
export function judge<G extends Shape>(
  game: Game<G>,
  seen: Seen<G>,
  played: G['Command'],
  budget: Budget,
): MoveJudgement<G> | undefined {
  if (!isSearched(game, seen) || game.unasked.some((type) => type === played.type)) return undefined;
  // However short the time, one world is tried: without it there is nothing to compare.
  const atLeastOne: Budget = (playOuts) => (playOuts === 0 ? 0 : budget(playOuts));
  const field = search(game, seen, { usual: usualOf(game, seen), played, budget: atLeastOne });
  if (field.kept.length + field.others.length < 2) return undefined;
  const text = canonicalJson(played);
  const choice = bestOf(field);
  const tried = field.kept.find(({ command }) => canonicalJson(command) === text);
  if (tried === undefined || choice.chances.length === 0) return undefined;
  const [own, best] = [mean(tried.chances), mean(choice.chances)];
  // The captain leaves the mate's choice only for a proven gain: the played command may seem better by luck.
  return { choice: own >= best ? played : choice.command, played: own, best: Math.max(own, best) };
}

function usualOf<G extends Shape>(game: Game<G>, { all, own, seat, luck }: Seen<G>): G['Command'] {
  return game.greedy(all, own, seat, createRng(spawnSeed(luck)));
}

/** Where all act at once, there are too many orders to try; the mate's choice stands. */
function isSearched<G extends Shape>(game: Game<G>, { all, seat }: Seen<G>): boolean {
  const kind = all.decisions.find((decision) => decision.seat === seat)?.kind;
  return kind !== undefined && !game.sharedKinds.some((shared) => shared === kind);
}

interface Trial<G extends Shape> {
  readonly usual: G['Command'];
  readonly played: G['Command'] | undefined;
  readonly budget: Budget;
}

/** Nothing is tried if there is no choice. */
function search<G extends Shape>(
  game: Game<G>,
  seen: Seen<G>,
  { usual, played, budget }: Trial<G>,
): Field<G> {
  const { all, own, seat, luck } = seen;
  let { kept, others } = candidatesOf(game, seen, usual, played);
  const cuts = Math.log2(TRIED);
  let playOuts = 0;
  for (let cut = 0; kept.length + others.length > 1; ) {
    const used = budget(playOuts);
    if (used >= 1) break;
    if (used * cuts >= cut + 1) {
      cut += 1;
      others = betterHalf(others);
      continue;
    }
    // The same world and random numbers for all, so that differences are due to the command.
    const seed = spawnSeed(luck);
    const world = game.imagine(all, own, seat, seed);
    for (const { command, node, chances } of [...kept, ...others]) {
      const outcome = game.apply(world, seat, command);
      // A command that is legal in one of these worlds is legal in all of them.
      if (!outcome.ok) throw new Error(`${command.type}: ${outcome.code}`);
      chances.push(playOut(game, node, outcome.state, createRng(seed))[seat] ?? 0);
      playOuts += 1;
    }
  }
  return { kept, others };
}

/** The mate's choice first, then those after which the seat's prospects look best. */
function candidatesOf<G extends Shape>(
  game: Game<G>,
  seen: Seen<G>,
  usual: G['Command'],
  played: G['Command'] | undefined,
): Field<G> {
  const { all, own, seat, luck } = seen;
  const world = game.imagine(all, own, seat, spawnSeed(luck));
  const kept = new Map([usual, played ?? usual].map((command) => [canonicalJson(command), command]));
  const known = new Set(kept.keys());
  const valued: { readonly command: G['Command']; readonly worth: number }[] = [];
  for (const type of game.commands) {
    if (game.unasked.includes(type)) continue;
    for (const command of some(game.legal(world, seat, { type, fields: {} }), LISTED)) {
      const text = canonicalJson(command);
      if (known.has(text)) continue;
      known.add(text);
      const outcome = game.apply(world, seat, command);
      if (!outcome.ok) continue;
      const worth = expectations(game, outcome.state)[seat] ?? 0;
      valued.push({ command, worth });
    }
  }
  valued.sort((a, b) => b.worth - a.worth);
  const untried = (command: G['Command']): Candidate<G> => ({ command, node: new Node(), chances: [] });
  return {
    kept: [...kept.values()].map(untried),
    others: valued.slice(0, TRIED - 1).map(({ command }) => untried(command)),
  };
}

/** One stays to the end: with few candidates the whole time is needed too. */
function betterHalf<G extends Shape>(others: readonly Candidate<G>[]): Candidate<G>[] {
  const left = Math.max(1, Math.ceil((others.length - 1) / 2));
  return others.toSorted((a, b) => mean(b.chances) - mean(a.chances)).slice(0, left);
}

function bestOf<G extends Shape>({ kept: [usual, ...played], others }: Field<G>): Candidate<G> {
  if (usual === undefined) throw new Error('nothing to choose from');
  let best = usual;
  let most = 0;
  for (const other of [...played, ...others]) {
    const gains = other.chances.map((chance, world) => chance - (usual.chances[world] ?? 0));
    const gain = mean(gains) - PROOF * errorOf(gains);
    if (gain > most) {
      most = gain;
      best = other;
    }
  }
  return best;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

/** The standard error of the mean; infinite with fewer than two numbers. */
function errorOf(numbers: readonly number[]): number {
  if (numbers.length < 2) return Number.POSITIVE_INFINITY;
  const middle = mean(numbers);
  const squares = numbers.reduce((sum, number) => sum + (number - middle) ** 2, 0);
  return Math.sqrt(squares / (numbers.length - 1) / numbers.length);
}
