// One simulated world, from its plan to its end.

import type { Chronicle } from '../loadtest/history/chronicle.ts';
import { NO_LIMITS } from '../loadtest/no-limits.ts';
import type { Peer } from '../rooms/berth/cluster.ts';
import { StoreError } from '../rooms/life/store-error.ts';
import type { GameShelf } from '../rooms/ports.ts';
import type { RoomLimits } from '../rooms/room-limits.ts';
import type { Called } from '../server/notices/caller.ts';
import { readConfig } from '../server/process/config.ts';
import { limitsOf } from '../server/process/limits.ts';
import { createShelf } from '../server/process/shelf.ts';
import { families } from '../shared/games/index.ts';
import type { Notice } from '../shared/protocol/notices.ts';
import { enter } from './clockwork.ts';
import { Database, type Reach } from './database.ts';
import { Member } from './member.ts';
import { Oracle } from './oracle.ts';
import { Party } from './people.ts';
import type { Fault, Plan } from './plan.ts';
import { Actor, Scheduler } from './scheduler.ts';
import { ask, type Line, Lost } from './wire.ts';

/** Between two processes; a longer silence is no answer. */
const PEER_MS = 5_000;
const CALM: Line = { delay: 20, lost: 0, doubled: 0 };
const LOSSY: Line = { delay: 400, lost: 10, doubled: 5 };
const DISK: Line = { delay: 3, lost: 0, doubled: 0 };
const LOST_ANSWER: Line = { delay: 6_000, lost: 0, doubled: 0 };
const SLOW_DISK: Line = { delay: 1_200, lost: 0, doubled: 0 };
/** A time-out may come this much early, since the time of a command is taken before it is stored; */
const EARLY_MS = 3_000;
/** or, where the store is slow. */
const SLOW_MS = 10_000;
const SOON_MS = 12;
/** As in server/notices/caller.ts. */
const CALL_MS = 10_000;
/** What a target does that is told something. */
const FATES = [...Array<'answers'>(20).fill('answers'), 'refuses', 'is silent'] as const;
/** Fewer tables than there are parties must sleep for each other. */
const MOST_TABLES = 6;

export interface Outcome {
  readonly findings: readonly string[];
  readonly story: readonly string[];
  readonly counts: Oracle['counts'];
  /** Of everything that happened. */
  readonly hash: string;
  readonly steps: number;
  readonly milliseconds: number;
}

/** What all worlds have in common. */
export interface Ground {
  readonly shelf: GameShelf;
  readonly limits: RoomLimits;
}

const quiet = () => undefined;

export function groundOf(): Ground {
  const config = readConfig({ ...NO_LIMITS, MAX_TABLES: String(MOST_TABLES), TABLE_SLEEP_SECONDS: '30' });
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const shelf = createShelf({ families, editionsDir: '/nowhere', maxBytes: 1, maxPerGame: 1, log });
  return { shelf, limits: limitsOf(config).rooms };
}

function earlyMsOf({ faults }: Plan): number {
  const slow: readonly Fault['kind'][] = ['slow-store', 'ambiguous-store', 'failing-store'];
  return faults.some(({ kind }) => slow.includes(kind)) ? SLOW_MS : EARLY_MS;
}

interface Machine {
  readonly index: number;
  member: Member | undefined;
  starts: number;
  /** Of its wall clock. */
  ahead: number;
  /** How far its time was behind, as the last process has kept it. */
  lag: string | undefined;
}

export class World {
  readonly #plan: Plan;
  readonly #ground: Ground;
  readonly #scheduler: Scheduler;
  readonly #oracle: Oracle;
  readonly #database: Database;
  readonly #disk = new Actor('store');
  readonly #fate = new Actor('fate');
  readonly #mailboxes = new Actor('mailboxes');
  readonly #machines: readonly Machine[];
  #numbers = 0;
  #lossyUntil = 0;
  #slowUntil = 0;
  #ambiguousUntil = 0;
  #unsureUntil = 0;

  constructor(
    plan: Plan,
    ground: Ground,
    { story = 400, chronicle }: { story?: number; chronicle?: Chronicle | undefined } = {},
  ) {
    this.#plan = plan;
    this.#ground = ground;
    this.#scheduler = new Scheduler(plan.seed);
    enter(this.#scheduler);
    this.#oracle = new Oracle(this.#scheduler, ground.shelf, {
      ...{ earlyMs: earlyMsOf(plan), story },
      ...(chronicle !== undefined && { chronicle }),
    });
    this.#database = new Database(() => this.#scheduler.trueTime, this.#oracle);
    this.#machines = Array.from({ length: plan.members }, (_, index) => ({
      index,
      member: undefined,
      starts: 0,
      ahead: 0,
      lag: undefined,
    }));
  }

  async run(): Promise<Outcome> {
    const { troubledMs, quietMs, parties, faults } = this.#plan;
    const scheduler = this.#scheduler;
    const oracle = this.#oracle;
    const until = troubledMs + quietMs;
    const failed = (fault: unknown) => {
      const reason = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
      oracle.find(`a promise was rejected and nobody cared: ${reason}`);
    };
    process.on('unhandledRejection', failed);
    try {
      for (const machine of this.#machines) this.#start(machine);
      const people = new Actor('people');
      const town = {
        ...{ scheduler, oracle, actor: people, until: until - 60_000 },
        line: () => this.#line,
        anyMember: () => this.#anyMember(),
      };
      parties.forEach((party, index) => {
        scheduler.as(people, () => void new Party(town, party, index).play().catch(failed));
      });
      for (const fault of faults) scheduler.after(this.#fate, fault.at, () => this.#strike(fault));
      await scheduler.run(until, () => oracle.findings.length > 0);
      if (oracle.findings.length === 0) oracle.look();
    } finally {
      process.off('unhandledRejection', failed);
      this.#database.tables.close();
    }
    const { findings, story, counts } = oracle;
    const { hash, steps, now } = scheduler;
    return { findings, story, counts, hash, steps, milliseconds: now };
  }

  get #line(): Line {
    return this.#scheduler.now < this.#lossyUntil ? LOSSY : CALM;
  }

  #anyMember(): Member | undefined {
    const living = this.#machines.flatMap(({ member }) => (member === undefined ? [] : [member]));
    const staying = living.filter(({ isLeaving, isListening }) => isListening && !isLeaving);
    return staying.length === 0 ? undefined : this.#scheduler.dice.pick(staying);
  }

  // --- processes ---

  #start(machine: Machine): void {
    const actor = new Actor(`server ${machine.index}.${machine.starts++}`);
    actor.ahead = machine.ahead;
    this.#oracle.tell(`${actor.name} starts`);
    this.#scheduler.as(actor, () => {
      const member = new Member(
        {
          scheduler: this.#scheduler,
          database: this.#database,
          shelf: this.#ground.shelf,
          limits: this.#ground.limits,
          isAlone: this.#plan.members === 1,
          log: (who, level, fields, message) =>
            this.#oracle.tell(`${who} ${level}: ${message} ${JSON.stringify(fields)}`),
          passOn: (peer, work) => this.#passOn(peer, work),
          shelter: {
            read: () => machine.lag,
            write: (text) => {
              machine.lag = text;
              return Promise.resolve();
            },
          },
          reachOf: (of) => this.#reachOf(of),
          notify: (player, notices) => this.#notify(player, notices),
          found: (matchId, player) => this.#oracle.notices.found(matchId, player),
          ended: (ended) => this.#kill(this.#machineOf(ended), 1_000),
        },
        actor,
        ++this.#numbers,
      );
      machine.member = member;
      void member.start();
    });
  }

  #machineOf(member: Member): Machine | undefined {
    return this.#machines.find((machine) => machine.member === member);
  }

  #kill(machine: Machine | undefined, downMs: number): void {
    if (machine?.member === undefined) return;
    const { actor } = machine.member;
    this.#oracle.tell(`${actor.name} is gone`);
    actor.isDead = true;
    machine.member = undefined;
    this.#scheduler.after(this.#fate, downMs, () => this.#start(machine));
  }

  #passOn<T>(peer: Peer, work: (member: Member) => Promise<T>): Promise<T> {
    const found = this.#machines.find(({ member }) => member?.number === peer.number)?.member;
    if (found?.isListening !== true) return Promise.reject(new Lost('refused'));
    return ask(this.#scheduler, found.actor, { ...this.#line, doubled: 0 }, () => work(found), PEER_MS);
  }

  /** Some targets fail, or are told something and say so too late. */
  async #notify(player: string, notices: readonly Notice[]): Promise<Called> {
    const scheduler = this.#scheduler;
    const isOver = scheduler.now >= this.#plan.troubledMs;
    const fate = isOver ? 'answers' : scheduler.dice.pick(FATES);
    const arrive = () => {
      this.#oracle.notices.told(player, notices);
      this.#oracle.counts.told += notices.length;
    };
    const line = fate === 'is silent' ? { ...LOSSY, lost: 60 } : this.#line;
    try {
      const answer = () => (fate === 'refuses' ? undefined : arrive());
      await ask(scheduler, this.#mailboxes, line, answer, CALL_MS);
      return { status: fate === 'refuses' ? 503 : 204 };
    } catch (fault) {
      if (fault instanceof Lost) return { failure: 'unreachable' };
      throw fault;
    }
  }

  #reachOf(actor: Actor): Reach {
    const scheduler = this.#scheduler;
    return (work, how) => {
      const line = scheduler.now < this.#slowUntil ? SLOW_DISK : DISK;
      if (how === 'sign' && scheduler.now < this.#unsureUntil) return this.#slowSign(actor, work);
      const isAmbiguous = how === 'write' && scheduler.now < this.#ambiguousUntil && scheduler.chance(1, 4);
      const asked = isAmbiguous ? this.#ambiguous(actor, work) : work;
      return scheduler.as(actor, () => ask(scheduler, this.#disk, line, asked));
    };
  }

  /** The database knows that the process lives; the process does not know that it knows. */
  async #slowSign<T>(actor: Actor, work: () => T | Promise<T>): Promise<T> {
    const scheduler = this.#scheduler;
    const done = await scheduler.as(actor, () => ask(scheduler, this.#disk, DISK, work));
    return await scheduler.as(actor, () => ask(scheduler, this.#disk, LOST_ANSWER, () => done));
  }

  /**
   * What the answer says is not what has happened. A file's sync fails, and nobody knows what is on the disk; PostgreSQL's
   * answer is lost, and its driver finds out later what has become of it.
   */
  #ambiguous<T>(actor: Actor, work: () => T | Promise<T>): () => Promise<T> {
    const scheduler = this.#scheduler;
    return async () => {
      if (this.#plan.members > 1) {
        const done = await work();
        return await ask(scheduler, this.#disk, LOST_ANSWER, () => done);
      }
      if (scheduler.chance(1, 2)) await work();
      const machine = this.#machines.find(({ member }) => member?.actor === actor);
      scheduler.after(this.#fate, 1_000 + scheduler.upTo(4_000), () => {
        if (machine?.member?.actor === actor) this.#kill(machine, 1_000);
      });
      throw new StoreError('unconfirmed', 'the disk did not confirm a write');
    };
  }

  // --- faults ---

  #strike({ kind, member: index, milliseconds }: Fault): void {
    const scheduler = this.#scheduler;
    const machine = this.#machines[index];
    const member = machine?.member;
    if (machine === undefined || member === undefined) return;
    this.#oracle.tell(`${kind}, ${member.actor.name}, ${milliseconds} ms`);
    const until = scheduler.now + milliseconds;
    const strikes = {
      crash: () => {
        // Many come just when something has been stored, and nobody has been answered.
        if (milliseconds % 3 === 0) this.#kill(machine, milliseconds);
        else
          this.#oracle.onceStored(
            () =>
              void scheduler.after(this.#fate, scheduler.upTo(SOON_MS), () =>
                this.#kill(machine, milliseconds),
              ),
          );
      },
      end: () => scheduler.as(member.actor, () => void member.end()),
      stop: () => {
        member.actor.stoppedUntil = until;
      },
      'failing-store': () => {
        this.#database.failsUntil = scheduler.trueTime + milliseconds;
      },
      'slow-store': () => {
        this.#slowUntil = until;
      },
      'ambiguous-store': () => {
        this.#ambiguousUntil = until;
      },
      'late-signs': () => {
        this.#unsureUntil = until;
      },
      'lossy-wire': () => {
        this.#lossyUntil = until;
      },
      clock: () => {
        machine.ahead += (milliseconds % 2 === 0 ? 1 : -1) * milliseconds;
        member.actor.ahead = machine.ahead;
      },
    };
    strikes[kind]();
  }
}
