// Who is connected to a match, and since when those who are not have been away.
import { Alarm } from './alarm.ts';

interface Context {
  readonly now: () => number;
  /** How long an absence may last before something follows from it. */
  readonly patienceMs: () => number;
  /** Somebody came or went, or an absence has grown too long. */
  readonly changed: () => void;
}

export class Attendance {
  readonly #context: Context;
  /** With how many connections. */
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

  /** Is to come, but has no connection yet. */
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

  /** Looks again when the next absence grows too long; returns those that have. */
  watch(): string[] {
    const now = this.#context.now();
    const away = [...this.#awaySince.keys()];
    const later = away.map((id) => this.#patienceEnds(id)).filter((time) => time > now);
    if (later.length === 0) this.#alarm.stop();
    else this.#alarm.set(Math.min(...later) - now, this.#context.changed);
    return away.filter((id) => this.#patienceEnds(id) <= now);
  }

  /** An absence that nothing follows from any more. */
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
