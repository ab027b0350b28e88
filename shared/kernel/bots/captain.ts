// The strongest opponent: tries its commands in worlds that it cannot tell from the real one, and keeps those that
// turn out best (docs/adr/0038).
import { canonicalJson } from '../canonical.ts';
import type { Game, Shape } from '../game.ts';
import { createRng, spawnSeed } from '../rng.ts';
import type { Frozen } from '../secrecy.ts';
import type { Budget } from './budget.ts';
import { expectations } from './expectations.ts';
import { playOut } from './play-out.ts';
import type { Seen } from './seen.ts';
import { some } from './some.ts';
import { Node } from './tree.ts';

/** Commands of one type that are looked at. */
const LISTED = 40;
/** Commands that are tried out; a power of two, since half of them are dropped again and again. */
const TRIED = 8;
/** How much better than the mate's choice another must be, in standard errors. */
const PROOF = 0.5;

interface Candidate<G extends Shape> {
  readonly command: G['Command'];
  readonly node: Node<G>;
  /** This seat's chances after it, by world. */
  readonly chances: number[];
}

export function captain<G extends Shape>(game: Game<G>, seen: Seen<G>, budget: Budget): G['Command'] {
  const { all, own, seat, luck } = seen;
  const usual = game.greedy(all, own, seat, createRng(spawnSeed(luck)));
  const kind = all.decisions.find((decision) => decision.seat === seat)?.kind;
  // Where all act at once, there are too many orders to try; the mate's choice stands.
  if (kind === undefined || game.sharedKinds.some((shared) => shared === kind)) return usual;
  let field = candidatesOf(game, seen, usual);
  if (field.length < 2) return usual;
  const cuts = Math.log2(TRIED);
  let playOuts = 0;
  for (let cut = 0; field.length > 1; ) {
    const used = budget(playOuts);
    if (used >= 1) break;
    if (used * cuts >= cut + 1) {
      cut += 1;
      field = betterHalf(field);
      continue;
    }
    // The same world and the same luck for all: what differs is due to the command.
    const seed = spawnSeed(luck);
    const world = game.imagine(all, own, seat, seed) as Frozen<G['State']>;
    for (const { command, node, chances } of field) {
      const outcome = game.apply(world, seat, command);
      // Legal in one of these worlds is legal in all of them.
      if (!outcome.ok) throw new Error(`${command.type}: ${outcome.code}`);
      chances.push(playOut(game, node, outcome.state as Frozen<G['State']>, createRng(seed))[seat] ?? 0);
      playOuts += 1;
    }
  }
  return bestOf(field).command;
}

/** The mate's choice first, then those after which the seat seems to stand best. */
function candidatesOf<G extends Shape>(game: Game<G>, seen: Seen<G>, usual: G['Command']): Candidate<G>[] {
  const { all, own, seat, luck } = seen;
  const world = game.imagine(all, own, seat, spawnSeed(luck)) as Frozen<G['State']>;
  const known = new Set([canonicalJson(usual)]);
  const valued: { readonly command: G['Command']; readonly worth: number }[] = [];
  for (const type of game.commands) {
    if (game.unasked.includes(type)) continue;
    for (const command of some(game.legal(world, seat, { type, fields: {} }), LISTED)) {
      const text = canonicalJson(command);
      if (known.has(text)) continue;
      known.add(text);
      const outcome = game.apply(world, seat, command);
      if (!outcome.ok) continue;
      const worth = expectations(game, outcome.state as Frozen<G['State']>)[seat] ?? 0;
      valued.push({ command, worth });
    }
  }
  valued.sort((one, other) => other.worth - one.worth);
  const others = valued.slice(0, TRIED - 1).map(({ command }) => command);
  return [usual, ...others].map((command) => ({ command, node: new Node(), chances: [] }));
}

/** The mate's choice stays to the end: it is what the others are compared with. */
function betterHalf<G extends Shape>([usual, ...others]: Candidate<G>[]): Candidate<G>[] {
  if (usual === undefined) return [];
  const kept = Math.ceil((others.length - 1) / 2);
  return [usual, ...others.sort((one, other) => mean(other.chances) - mean(one.chances)).slice(0, kept)];
}

function bestOf<G extends Shape>([usual, ...others]: Candidate<G>[]): Candidate<G> {
  if (usual === undefined) throw new Error('nothing to choose from');
  let best = usual;
  let most = 0;
  for (const other of others) {
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
