// One order for everything that happens in a simulated world, chosen by a seed: the same seed, the same order.
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { createRng, type Rng } from '../shared/kernel/rng.ts';
import { Dice } from './dice.ts';

/** What runs by itself: a process, the database, the people. */
export class Actor {
  readonly name: string;
  /** A process that was killed does nothing more. */
  isDead = false;
  /** A process that was stopped goes on then. */
  stoppedUntil = 0;
  /** How far its wall clock is ahead of the true time. */
  ahead = 0;
  /** Its turns of the event loop come one after the other. */
  lastTurn = 0;

  constructor(name: string) {
    this.name = name;
  }
}

export interface Task {
  readonly actor: Actor;
  at: number;
  readonly place: number;
  readonly work: () => void;
  isCancelled: boolean;
}

/** A turn of the event loop takes up to this many milliseconds. */
const TURN_MS = 0.2;
/** A timer rings this much late, at most. */
const LATE_MS = 2;
const FINE = 1_000;
/** Characters of the trace that are hashed at once. */
const NOTED = 1 << 16;
/** The true time at the beginning, since 1970. */
const EPOCH = Date.UTC(2030, 0, 1);

export class Scheduler {
  /** For what takes the generator of the rules; everything else is diced for. */
  readonly luck: Rng;
  readonly dice: Dice;
  readonly #queue = new Queue();
  readonly #trace = createHash('sha256');
  #noted = '';
  #actor = new Actor('nobody');
  #now = 0;
  #places = 0;
  #steps = 0;

  constructor(seed: string) {
    this.luck = createRng(seed);
    this.dice = new Dice(seed);
  }

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  get trueTime(): number {
    return EPOCH + this.#now;
  }

  /** Whose task is under way. */
  get actor(): Actor {
    return this.#actor;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Of everything that has happened so far. */
  get hash(): string {
    this.#hashNoted();
    return this.#trace.copy().digest('hex');
  }

  /** Belongs to what has happened. */
  note(what: string): void {
    this.#noted += `${this.#now} ${what}\n`;
    if (this.#noted.length > NOTED) this.#hashNoted();
  }

  #hashNoted(): void {
    this.#trace.update(this.#noted);
    this.#noted = '';
  }

  /** From 0 to `most`, in fine steps. */
  upTo(most: number): number {
    return (most * this.dice.below(FINE + 1)) / FINE;
  }

  chance(of: number, outOf: number): boolean {
    return this.dice.below(outOf) < of;
  }

  /** In the next turn of the actor's event loop. */
  soon(actor: Actor, work: () => void): Task {
    actor.lastTurn = Math.max(actor.lastTurn, this.#now) + this.upTo(TURN_MS);
    return this.#add(actor, actor.lastTurn, work);
  }

  after(actor: Actor, milliseconds: number, work: () => void): Task {
    return this.#add(actor, this.#now + Math.max(1, milliseconds) + this.upTo(LATE_MS), work);
  }

  /** As this actor; what it starts belongs to it. */
  as<T>(actor: Actor, work: () => T): T {
    const before = this.#actor;
    this.#actor = actor;
    try {
      return work();
    } finally {
      this.#actor = before;
    }
  }

  /** Everything that happens until then, or until `isOver`. */
  async run(until: number, isOver: () => boolean): Promise<void> {
    await turn();
    while (!isOver()) {
      const task = this.#queue.first();
      if (task === undefined || task.at > until) break;
      this.#queue.shift();
      if (this.#do(task)) await turn();
    }
    this.#now = Math.max(this.#now, until);
  }

  /** `false`: there was nothing to do. */
  #do(task: Task): boolean {
    const { actor } = task;
    if (task.isCancelled || actor.isDead) return false;
    if (actor.stoppedUntil > task.at) {
      this.#queue.add({ ...task, at: actor.stoppedUntil });
      return false;
    }
    this.#now = Math.max(this.#now, task.at);
    this.#steps += 1;
    this.note(actor.name);
    this.#actor = actor;
    task.work();
    return true;
  }

  #add(actor: Actor, at: number, work: () => void): Task {
    const task = { actor, at, place: this.#places++, work, isCancelled: false };
    this.#queue.add(task);
    return task;
  }
}

/** The earliest task first; of those at the same time, the one that was added first. */
class Queue {
  readonly #heap: Task[] = [];

  first(): Task | undefined {
    return this.#heap[0];
  }

  add(task: Task): void {
    const heap = this.#heap;
    let index = heap.push(task) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!this.#isBefore(index, above)) break;
      this.#swap(index, above);
      index = above;
    }
  }

  shift(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let least = index;
      if (left < heap.length && this.#isBefore(left, least)) least = left;
      if (right < heap.length && this.#isBefore(right, least)) least = right;
      if (least === index) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.at < b.at || (a.at === b.at && a.place < b.place);
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return;
    this.#heap[one] = b;
    this.#heap[other] = a;
  }
}
