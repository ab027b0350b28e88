// Players who ask without staying connected: each request counts as being here for a while.
import { Alarm } from './alarm.ts';
import type { Identity } from './ports.ts';

export class Callers {
  readonly #alarms = new Map<string, Alarm>();
  readonly #milliseconds: number;
  readonly #arrive: (who: Identity) => void;
  readonly #depart: (who: Identity) => void;

  constructor(seconds: number, arrive: (who: Identity) => void, depart: (who: Identity) => void) {
    this.#milliseconds = seconds * 1000;
    this.#arrive = arrive;
    this.#depart = depart;
  }

  get count(): number {
    return this.#alarms.size;
  }

  note(who: Identity): void {
    const known = this.#alarms.get(who.id);
    const alarm = known ?? new Alarm();
    alarm.set(this.#milliseconds, () => this.forget(who));
    if (known !== undefined) return;
    this.#alarms.set(who.id, alarm);
    this.#arrive(who);
  }

  forget(who: Identity): void {
    const alarm = this.#alarms.get(who.id);
    if (alarm === undefined) return;
    alarm.stop();
    this.#alarms.delete(who.id);
    this.#depart(who);
  }

  close(): void {
    for (const alarm of this.#alarms.values()) alarm.stop();
    this.#alarms.clear();
  }
}
