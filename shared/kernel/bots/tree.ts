// The tree of a search over information sets: a node stands for the commands that led to it, in any world.
import { canonicalJson } from '../canonical.ts';
import type { Game, Shape } from '../game.ts';
import { pick, type Rng } from '../rng.ts';
import type { Seat } from '../seat.ts';
import type { Frozen } from '../secrecy.ts';
import { type Choice, mateChoice } from './mate.ts';
import { some } from './some.ts';

/** Visits before a node gets children. */
const KNOWN = 6;
/** Weight of exploration. */
const CURIOSITY = 0.4;
/** Legal commands among which a new one is drawn. */
const LISTED = 40;

interface Child<G extends Shape> {
  readonly seat: Seat;
  readonly command: G['Command'];
  readonly node: Node<G>;
  /** How often it was legal when its parent was visited: not every command is legal in every world. */
  available: number;
}

interface Step<G extends Shape> {
  readonly node: Node<G>;
  readonly state: Frozen<G['State']>;
}

export class Node<G extends Shape> {
  #visits = 0;
  /** By seat, the sum of its chances. */
  #sums: number[] = [];
  readonly #children = new Map<string, Child<G>>();

  get isKnown(): boolean {
    return this.#visits >= KNOWN;
  }

  learn(chances: readonly number[]): void {
    this.#visits += 1;
    this.#sums = chances.map((chance, seat) => chance + (this.#sums[seat] ?? 0));
  }

  /**
   * Chooses a command for the seat that is asked, by that seat's chances. The mate's choice comes first; others
   * are added as visits grow.
   */
  descend(game: Game<G>, state: Frozen<G['State']>, luck: Rng): Step<G> | undefined {
    const usual = mateChoice(game, state, luck);
    if (usual === undefined) return undefined;
    const { seat } = usual;
    const steps = this.#known(game, state, seat);
    const room = 1 + Math.floor(Math.sqrt(this.#visits / KNOWN));
    if (steps.length < room) {
      const command = steps.length === 0 ? usual.command : pick(luck, legalIn(game, state, usual));
      const added = this.#add(game, state, { seat, command });
      if (added !== undefined) return added;
    }
    let best: Step<G> | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const { child, step } of steps) {
      child.available += 1;
      const promise = child.node.#promise(seat, child.available);
      if (promise <= most) continue;
      most = promise;
      best = step;
    }
    return best;
  }

  #promise(seat: Seat, available: number): number {
    if (this.#visits === 0) return Number.POSITIVE_INFINITY;
    const chance = (this.#sums[seat] ?? 0) / this.#visits;
    return chance + CURIOSITY * Math.sqrt(Math.log(available) / this.#visits);
  }

  /** The children whose commands are legal in this world. */
  #known(game: Game<G>, state: Frozen<G['State']>, seat: Seat): { child: Child<G>; step: Step<G> }[] {
    const steps: { child: Child<G>; step: Step<G> }[] = [];
    for (const child of this.#children.values()) {
      if (child.seat !== seat) continue;
      const outcome = game.apply(state, seat, child.command);
      if (!outcome.ok) continue;
      steps.push({ child, step: { node: child.node, state: outcome.state } });
    }
    return steps;
  }

  #add(game: Game<G>, state: Frozen<G['State']>, { seat, command }: Choice<G>): Step<G> | undefined {
    const key = canonicalJson([seat, command]);
    if (this.#children.has(key)) return undefined;
    const outcome = game.apply(state, seat, command);
    if (!outcome.ok) return undefined;
    const node = new Node<G>();
    this.#children.set(key, { seat, command, node, available: 1 });
    return { node, state: outcome.state };
  }
}

/** Some of the commands that the seat may choose; the mate's choice is always among them. */
function legalIn<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  { seat, command }: Choice<G>,
): G['Command'][] {
  const listed = some(game.legal(state, seat), LISTED).filter(({ type }) => !game.unasked.includes(type));
  return [command, ...listed];
}
