// Players who poll without a connection: each request counts as presence for a while.
import { Alarm } from '../play/alarm.ts';
import type { Identity } from '../ports.ts';

interface Call {
  readonly alarm: Alarm;
  readonly identity: Identity;
  address: string;
}

export class Callers {
  readonly #calls = new Map<string, Call>();
  readonly #milliseconds: number;
  readonly #arrive: (who: Identity) => void;
  readonly #depart: (who: Identity) => void;

  constructor(seconds: number, arrive: (who: Identity) => void, depart: (who: Identity) => void) {
    this.#milliseconds = seconds * 1000;
    this.#arrive = arrive;
    this.#depart = depart;
  }

  get count(): number {
    return this.#calls.size;
  }

  get present(): Iterable<{ readonly identity: Identity; readonly address: string }> {
    return this.#calls.values();
  }

  note(who: Identity, address: string): void {
    const known = this.#calls.get(who.id);
    const call = known ?? { alarm: new Alarm(), identity: who, address };
    call.address = address;
    call.alarm.set(this.#milliseconds, () => this.forget(who.id));
    if (known !== undefined) return;
    this.#calls.set(who.id, call);
    this.#arrive(who);
  }

  forget(id: string): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.alarm.stop();
    this.#calls.delete(id);
    this.#depart(call.identity);
  }

  close(): void {
    for (const { alarm } of this.#calls.values()) alarm.stop();
    this.#calls.clear();
  }
}
