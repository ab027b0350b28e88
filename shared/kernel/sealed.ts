// Sealed facts: in a preview, the rules get hidden facts in a form that stops them at the first fact that the
// asking seat does not know, and at the first random number.
import type { Rng } from './rng.ts';
import { conceal, type Hidden } from './secrecy.ts';

/** Why a preview stops: at a fact that is hidden from the seat, or at a random number. */
export const STOPS = ['hidden', 'chance'] as const;
export type StopReason = (typeof STOPS)[number];

/** Thrown to stop the rules in a preview; never leaves the kernel. */
class Stop extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Why the work was stopped; `null` if it was completed. */
export function stopOf(work: () => void): StopReason | null {
  try {
    work();
    return null;
  } catch (fault) {
    if (fault instanceof Stop) return fault.reason;
    throw fault;
  }
}

const OPEN: unique symbol = Symbol('open');
const BARE: unique symbol = Symbol('bare');

/** Facts are sealed in previews only; everywhere else they are bare. */
interface Sealed {
  /** What `reveal` returns; stops at anything unknown. */
  [OPEN]: () => unknown;
  [BARE]: () => Bare;
}

interface Bare {
  readonly value: unknown;
  readonly known: boolean;
}

function isSealed(fact: unknown): fact is Sealed {
  return typeof fact === 'object' && fact !== null && (fact as Partial<Sealed>)[OPEN] !== undefined;
}

/** The fact itself: for `reveal` only. */
export function opened(fact: unknown): unknown {
  return isSealed(fact) ? fact[OPEN]() : fact;
}

/**
 * Replaces a hidden fact with one computed from it, without revealing it: a seat that did not know the old one
 * does not know the new one either. `change` must have no other effect. Trades of Rotterdam need it: a preview of one
 * would otherwise stop at the hand of the other seat.
 */
export function alter<T>(fact: Hidden<T>, change: (value: T) => T): Hidden<T> {
  if (!isSealed(fact)) return conceal(change(fact as unknown as T));
  const { value, known } = (fact as Sealed)[BARE]();
  return new Watch(known).seal({ fact: conceal(change(value as T)) }).fact;
}

/** A key that represents the object as a whole. */
const WHOLE = '';

/**
 * Watches the hidden half of a state: reading an unknown fact stops the work. The lengths of lists and the keys of
 * objects are public; facts that have been written since are known.
 */
export class Watch {
  #learns = false;
  readonly #lists = new WeakMap<object, boolean[]>();
  readonly #objects = new WeakMap<object, Set<PropertyKey>>();
  /** Whether facts that were never read or written are known. */
  readonly #known: boolean;

  constructor(known = false) {
    this.#known = known;
  }

  /** From now on, every fact that this work reads counts as known. */
  learn(work: () => void): void {
    this.#learns = true;
    work();
    this.#learns = false;
  }

  /** A container of facts, or a fact that has not been revealed. */
  seal<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_, key) => {
        if (key === OPEN) return () => this.#open(target);
        if (key === BARE) return () => ({ value: target, known: this.#isKnownWhole(target) });
        const inner: unknown = Reflect.get(target, key);
        if (!Object.hasOwn(target, key) || (Array.isArray(target) && key === 'length')) return inner;
        if (typeof inner === 'object' && inner !== null) return isSealed(inner) ? inner : this.seal(inner);
        return this.#leaf(target, key, inner);
      },
      set: (_, key, value) => this.#write(target, key, value),
    });
  }

  /** Its place may get another fact before this one is opened. */
  #leaf(target: object, key: PropertyKey, value: unknown): Sealed {
    const known = this.#isKnown(target, key);
    return {
      [OPEN]: () => {
        if (!known) this.#learnOrStop(target, key);
        return value;
      },
      [BARE]: () => ({ value, known }),
    };
  }

  #open(target: object): unknown {
    if (Array.isArray(target)) return this.#openList(target);
    this.#read(target, WHOLE);
    return target;
  }

  /** Each element is known or unknown by itself. Moving it does not reveal it. */
  #openList(list: unknown[]): unknown[] {
    const known = this.#marksOf(list);
    const splice = (start: number, count = list.length, ...items: unknown[]): unknown[] => {
      const from = start < 0 ? Math.max(0, list.length + start) : Math.min(start, list.length);
      const most = Math.min(count, list.length - from);
      for (let index = from; index < from + most; index++) this.#read(list, String(index));
      known.splice(from, most, ...items.map(() => true));
      return list.splice(from, most, ...items);
    };
    const unshift = (...items: unknown[]): number => {
      known.unshift(...items.map(() => true));
      return list.unshift(...items);
    };
    const moves: Readonly<Record<PropertyKey, unknown>> = { splice, unshift, shift: () => splice(0, 1)[0] };
    return new Proxy(list, {
      get: (_, key) => {
        if (Object.hasOwn(moves, key)) return moves[key];
        if (key !== 'length' && Object.hasOwn(list, key)) this.#read(list, key);
        return Reflect.get(list, key);
      },
      set: (_, key, value) => this.#write(list, key, value),
    });
  }

  #read(target: object, key: PropertyKey): void {
    if (!this.#isKnown(target, key)) this.#learnOrStop(target, key);
  }

  #learnOrStop(target: object, key: PropertyKey): void {
    if (!this.#learns) throw new Stop('hidden');
    this.#mark(target, key);
  }

  #write(target: object, key: PropertyKey, value: unknown): boolean {
    if (key === 'length' && Array.isArray(target)) this.#marksOf(target).length = Number(value);
    else {
      this.#mark(target, key);
      this.#learnAll(value);
    }
    return Reflect.set(target, key, value);
  }

  /** Marks everything in a value that the rules created. A sealed fact that was moved stays as known as it was. */
  #learnAll(value: unknown): void {
    if (!isPlain(value)) return;
    if (!Array.isArray(value)) this.#mark(value, WHOLE);
    for (const [key, inner] of Object.entries(value)) {
      this.#mark(value, key);
      this.#learnAll(inner);
    }
  }

  #isKnown(target: object, key: PropertyKey): boolean {
    if (Array.isArray(target)) return this.#marksOf(target)[Number(key)] === true;
    return this.#known || this.#objects.get(target)?.has(key) === true;
  }

  #isKnownWhole(target: object): boolean {
    return Array.isArray(target) ? this.#marksOf(target).every(Boolean) : this.#isKnown(target, WHOLE);
  }

  #mark(target: object, key: PropertyKey): void {
    if (Array.isArray(target)) this.#marksOf(target)[Number(key)] = true;
    else this.#marksIn(target).add(key);
  }

  #marksIn(object: object): Set<PropertyKey> {
    const marks = this.#objects.get(object) ?? new Set();
    this.#objects.set(object, marks);
    return marks;
  }

  #marksOf(list: unknown[]): boolean[] {
    const marks = this.#lists.get(list) ?? list.map(() => this.#known);
    this.#lists.set(list, marks);
    return marks;
  }
}

/** A generator that stops the work at the first number drawn. */
export function sealedGenerator(): Hidden<Rng> {
  return conceal({
    seed: '',
    get drawn(): number {
      throw new Stop('chance');
    },
  });
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
