// One clock model for all games: time per decision by weight, then a bank per seat. It has no
// timer: the time is passed in, so that a journal's times reproduce the same clock.
import type { Decision } from '../../shared/kernel/decisions.ts';
import type { Game, Weight } from '../../shared/kernel/game.ts';
import { SEAT_LIMIT, type Seat } from '../../shared/kernel/seat.ts';
import type { ClockPreset } from '../../shared/protocol/messages.ts';
import { Recent } from '../show/recent.ts';

interface Preset {
  readonly seconds: Readonly<Record<Weight, number>>;
  readonly bankSeconds: number;
}

const DAY = 24 * 60 * 60;

export const PRESETS: Readonly<Record<Exclude<ClockPreset, 'none'>, Preset>> = {
  fast: { seconds: { main: 45, reply: 20, quick: 10 }, bankSeconds: 120 },
  normal: { seconds: { main: 90, reply: 40, quick: 20 }, bankSeconds: 360 },
  slow: { seconds: { main: 300, reply: 120, quick: 60 }, bankSeconds: 1200 },
  days: { seconds: { main: 3 * DAY, reply: 3 * DAY, quick: 3 * DAY }, bankSeconds: 0 },
};

/** An answer this long after its deadline indicates an outage, not a slow player. */
export const OUTAGE_MS = 60_000;

/** Paused allotments that may continue later; more than any game has at once. */
const KEPT_ALLOTMENTS = 32;

/** Answered decisions per seat that may be open again; more than can be taken back. */
const KEPT_ANSWERS = 64;

/** What an answered decision used of its own time. */
interface Answered {
  readonly id: number;
  readonly used: number;
  readonly left: number;
}

/** Time that one decision, or all decisions of one allotment, use together. */
interface Allotment {
  readonly key: string;
  /** Of a single decision that shares its time with no other. */
  readonly decision: number | undefined;
  readonly seats: readonly Seat[];
  /** Whether later decisions may continue with the rest of it. */
  readonly continues: boolean;
  /** A phase for all players: no bank extends it, however few decisions are still open. */
  readonly isPhase: boolean;
  /** Remaining own time; the bank is used after it. */
  readonly left: number;
  readonly since: number;
  /** After an outage, beyond its end. Not in the journal: it only lets people return, and changes nothing that is counted. */
  readonly grace: number;
}

/** What a clock needs to know about a game. */
type TimedKinds = Pick<Game, 'kinds' | 'sharedKinds'>;

export class TableClock {
  readonly #made: ConstructorParameters<typeof TableClock>;
  readonly #preset: Preset | undefined;
  readonly #weights: Readonly<Record<string, Weight>>;
  readonly #sharedKinds: readonly string[];
  readonly #banks: number[];
  #running = new Map<string, Allotment>();
  /** Time left in paused allotments. */
  readonly #stopped = new Recent<string, number>(KEPT_ALLOTMENTS);
  readonly #answered: Answered[][];

  constructor(preset: ClockPreset, { kinds, sharedKinds }: TimedKinds, seats: number) {
    this.#made = [preset, { kinds, sharedKinds }, seats];
    this.#preset = preset === 'none' ? undefined : PRESETS[preset];
    this.#weights = kinds;
    this.#sharedKinds = sharedKinds;
    this.#answered = Array.from({ length: seats }, () => []);
    this.#banks = Array.from({ length: seats }, () => (this.#preset?.bankSeconds ?? 0) * 1000);
  }

  /** Call it whenever the open decisions may have changed. `restored`: the version that a command went back to. */
  sync(decisions: readonly Decision[], now: number, restored?: number): void {
    if (this.#preset === undefined) return;
    const groups = groupByKey(decisions);
    for (const [key, allotment] of this.#running) {
      if (!groups.has(key)) this.#stop(allotment, now);
    }
    const running = new Map<string, Allotment>();
    for (const [key, members] of groups) running.set(key, this.#start(key, members, now, restored));
    this.#running = running;
  }

  /** The clock as it would be with these decisions; this one stays as it is. */
  foreseen(decisions: readonly Decision[], now: number): Pick<TableClock, 'deadline'> {
    const clock = new TableClock(...this.#made);
    clock.#banks.splice(0, clock.#banks.length, ...this.#banks);
    clock.#running = new Map(this.#running);
    for (const key of this.#stopped.keys()) clock.#stopped.set(key, this.#stopped.get(key) ?? 0);
    clock.sync(decisions, now);
    return clock;
  }

  /** When this decision times out; `undefined` without a clock. */
  deadline(decision: Decision): number | undefined {
    const allotment = this.#running.get(keyOf(decision));
    return allotment === undefined ? undefined : this.#end(allotment);
  }

  /** When the next decision times out. */
  next(): number | undefined {
    let next: number | undefined;
    for (const allotment of this.#running.values()) {
      const end = this.#end(allotment);
      if (next === undefined || end < next) next = end;
    }
    return next;
  }

  /** The seats whose time is up, lowest first. */
  expired(now: number): Seat[] {
    const seats: Seat[] = [];
    for (const allotment of this.#running.values()) {
      if (this.#end(allotment) <= now) seats.push(...allotment.seats);
    }
    return seats.sort((a, b) => a - b);
  }

  /** Gives all running decisions more time: the server was late or away, not the players. */
  credit(milliseconds: number): void {
    for (const [key, allotment] of this.#running) {
      this.#running.set(key, { ...allotment, since: allotment.since + milliseconds });
    }
  }

  /**
   * The next time-out comes late by this much. Its own seat is charged as the journal will say; the others' time went on
   * while the server was held up.
   */
  late(milliseconds: number, now: number): void {
    for (const [key, allotment] of this.#running) {
      const isDue = this.#end(allotment) <= now - milliseconds;
      const { since, grace } = allotment;
      const later = isDue ? { grace: grace + milliseconds } : { since: since + milliseconds };
      this.#running.set(key, { ...allotment, ...later });
    }
  }

  /** After an outage all players get time to return: at least this long, if the decision allows. */
  atLeast(milliseconds: number, now: number): void {
    for (const [key, allotment] of this.#running) {
      const missing = now + milliseconds - this.#end(allotment);
      if (missing > 0) this.#running.set(key, { ...allotment, grace: allotment.grace + missing });
    }
  }

  bank(seat: Seat): number {
    return this.#banks[seat] ?? 0;
  }

  #start(key: string, members: readonly Decision[], now: number, restored?: number): Allotment {
    const seats = members.map((decision) => decision.seat);
    const going = this.#running.get(key);
    if (going !== undefined) return { ...going, seats };
    const stopped = this.#stopped.get(key);
    this.#stopped.delete(key);
    const continues = members.some((decision) => decision.allotment !== undefined);
    const isPhase = members.some((decision) => this.#sharedKinds.includes(decision.kind));
    const [first] = members;
    const decision = continues ? undefined : first?.id;
    const before = continues || restored === undefined ? undefined : this.#leftOf(first, restored);
    const left = stopped ?? before ?? this.#own(members);
    return { key, decision, seats, continues, isPhase, left, since: now, grace: 0 };
  }

  /** What a decision that is open again had left, without what its seat has used since. */
  #leftOf(decision: Decision | undefined, restored: number): number | undefined {
    const answered = this.#answered[decision?.seat ?? -1] ?? [];
    const index = answered.findLastIndex(({ id }) => id < (restored + 1) * SEAT_LIMIT);
    const [first, ...later] = index < 0 ? [] : answered.slice(index);
    return (
      first &&
      Math.max(
        0,
        later.reduce((left, { used }) => left - used, first.left),
      )
    );
  }

  #own(members: readonly Decision[]): number {
    const seconds = this.#preset?.seconds;
    if (seconds === undefined) return 0;
    return Math.max(...members.map((decision) => seconds[this.#weights[decision.kind] ?? 'main'])) * 1000;
  }

  #stop(allotment: Allotment, now: number): void {
    const used = Math.max(0, now - allotment.since);
    const beyond = Math.max(0, used - allotment.left);
    const seat = this.#bankedSeat(allotment);
    if (seat !== undefined && beyond <= this.bank(seat) + OUTAGE_MS) {
      this.#banks[seat] = Math.max(0, this.bank(seat) - beyond);
    }
    this.#keepAnswer(allotment, used);
    if (!allotment.continues) return;
    this.#stopped.set(allotment.key, Math.max(0, allotment.left - used));
  }

  #keepAnswer({ decision, seats: [seat], left }: Allotment, used: number): void {
    const answered = this.#answered[seat ?? -1];
    if (decision === undefined || answered === undefined) return;
    answered.push({ id: decision, used: Math.min(used, left), left: Math.max(0, left - used) });
    if (answered.length > KEPT_ANSWERS) answered.shift();
  }

  #end(allotment: Allotment): number {
    const seat = this.#bankedSeat(allotment);
    const { since, left, grace } = allotment;
    return since + left + grace + (seat === undefined ? 0 : this.bank(seat));
  }

  /** A bank belongs to one seat; in a phase for all players it would also move the others' deadlines. */
  #bankedSeat({ isPhase, seats }: Allotment): Seat | undefined {
    return !isPhase && seats.length === 1 ? seats[0] : undefined;
  }
}

function keyOf(decision: Decision): string {
  return decision.allotment ?? `decision ${decision.id}`;
}

function groupByKey(decisions: readonly Decision[]): Map<string, Decision[]> {
  const groups = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const members = groups.get(keyOf(decision));
    if (members === undefined) groups.set(keyOf(decision), [decision]);
    else members.push(decision);
  }
  return groups;
}
