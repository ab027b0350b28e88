// Tracks who is connected to a match, and since when the others have been away.
import { Alarm } from '../play/alarm.ts';

interface Context {
  readonly now: () => number;
  /** How long an absence may last before it has consequences. */
  readonly patienceMs: () => number;
  /** A person connected or left, or was away for too long. */
  readonly changed: () => void;
}

export class Attendance {
  readonly #context: Context;
  /** The number of connections. */
  readonly #here = new Map<string, number>();
  readonly #awaySince = new Map<string, number>();
  readonly #alarm = new Alarm();

  constructor(context: Context) {
    this.#context = context;
  }

  get isEmpty(): boolean {
    return this.#here.size === 0;
  }

  isHere(id: string): boolean {
    return this.#here.has(id);
  }

  /** Has been away for too long. */
  isMissing(id: string): boolean {
    return !this.isHere(id) && this.#context.now() >= this.#patienceEnds(id);
  }

  /** Has been away for at least this long. */
  isGone(id: string, milliseconds: number): boolean {
    return !this.isHere(id) && this.#context.now() >= (this.#awaySince.get(id) ?? 0) + milliseconds;
  }

  /** Expected, but not connected yet. */
  expect(id: string): void {
    if (!this.isHere(id)) this.#awaySince.set(id, this.#context.now());
  }

  arrive(id: string): void {
    this.#here.set(id, (this.#here.get(id) ?? 0) + 1);
    this.#awaySince.delete(id);
  }

  depart(id: string): void {
    const left = (this.#here.get(id) ?? 1) - 1;
    if (left > 0) this.#here.set(id, left);
    else {
      this.#here.delete(id);
      this.#awaySince.set(id, this.#context.now());
    }
  }

  /** Checks again when the next absence grows too long; returns those that have. */
  watch(): string[] {
    const now = this.#context.now();
    const away = [...this.#awaySince.keys()];
    const later = away.map((id) => this.#patienceEnds(id)).filter((time) => time > now);
    if (later.length === 0) this.#alarm.stop();
    else this.#alarm.set(Math.min(...later) - now, this.#context.changed);
    return away.filter((id) => this.#patienceEnds(id) <= now);
  }

  /** An absence without further consequences. */
  forget(id: string): void {
    this.#awaySince.delete(id);
  }

  stop(): void {
    this.#alarm.stop();
  }

  #patienceEnds(id: string): number {
    return (this.#awaySince.get(id) ?? 0) + this.#context.patienceMs();
  }
}
