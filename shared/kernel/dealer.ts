// What deals: the generator in a match's state. Every shuffle of every pile draws from a stream of its own, so nothing
// else that was drawn before changes what comes to lie there (docs/adr/0054).
import { below, createRng, type Rng, shuffle, shuffled } from './rng.ts';
import { sha256 } from './sha256.ts';

/** `draws`: by name, how often a pile has been shuffled or a lot has been drawn. Replaced as a whole, so copies share it. */
interface NamedStreams {
  readonly seed: string;
  draws: Readonly<Record<string, number>>;
}

/** Earlier rules draw the next words of one stream, and so do the worlds that bots imagine. */
export type Dealer = NamedStreams | Rng;

export type Streams = 'by-name' | 'one';

export function createDealer(seed: string, streams: Streams = 'by-name'): Dealer {
  const rng = createRng(seed);
  return streams === 'one' ? rng : { seed, draws: {} };
}

/**
 * A new pile of these pieces. `all`: everything that may lie in the pile in any match with these components, always in
 * the same order.
 */
export function layPile<T>(dealer: Dealer, name: string, pieces: Iterable<T>, all?: Iterable<T>): T[] {
  const pile = [...pieces];
  shufflePile(dealer, name, pile, all ?? pile.slice());
  return pile;
}

/** In place. All pieces are brought in order, and those that lie elsewhere left out: so they change nothing. */
export function shufflePile<T>(dealer: Dealer, name: string, pile: T[], all: Iterable<T>): void {
  if (!hasNames(dealer)) {
    shuffle(dealer, pile);
    return;
  }
  const pieces = [...all];
  const order = shuffled(nextStream(dealer, name), pieces.keys());
  const isHere = marksOf(pile, pieces);
  const laid = order.filter((index) => isHere[index]).map((index) => pieces[index] as T);
  if (laid.length !== pile.length) throw new Error(`the pile ${name} holds what does not belong there`);
  pile.splice(0, pile.length, ...laid);
}

/** A uniformly random integer from 0 to `bound` − 1. */
export function drawLot(dealer: Dealer, name: string, bound: number): number {
  return below(hasNames(dealer) ? nextStream(dealer, name) : dealer, bound);
}

function hasNames(dealer: Dealer): dealer is NamedStreams {
  return 'draws' in dealer;
}

function nextStream(dealer: NamedStreams, name: string): Rng {
  const count = (dealer.draws[name] ?? 0) + 1;
  dealer.draws = { ...dealer.draws, [name]: count };
  return createRng(sha256(['quayside-stream-1', dealer.seed, name, count].join('\n')).slice(0, 32));
}

/** Of pieces that are alike, the first ones are here: which of them must not depend on how they were shuffled. */
function marksOf<T>(pile: readonly T[], pieces: readonly T[]): boolean[] {
  const left = new Map<T, number>();
  for (const piece of pile) left.set(piece, (left.get(piece) ?? 0) + 1);
  return pieces.map((piece) => {
    const count = left.get(piece) ?? 0;
    left.set(piece, count - 1);
    return count > 0;
  });
}
