// The people of a simulated world: parties that open tables, play, think, go away, watch, and ask again after silence.

import { randomOf } from '../loadtest/chooser.ts';
import { familyOf, gameOf } from '../loadtest/games.ts';
import type { Identity } from '../rooms/ports.ts';
import { below } from '../shared/kernel/rng.ts';
import { addressOf, type Member, type Reply } from './member.ts';
import type { Oracle, Sent, Shown } from './oracle.ts';
import type { Clock } from './plan.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import { ask, type Line, Lost } from './wire.ts';

const PATIENCE_MS = 12_000;
/** A request that has had no answer for this long, however often it was repeated, has been forgotten. */
const FORGOTTEN_MS = 10 * 60_000;
/** The last moment before a time-out. */
const LAST_MS = 60;
/** What says nothing about the command itself: it may be sent again. */
const AGAIN = new Set([
  'shutting-down',
  'storage-unavailable',
  'outcome-unknown',
  'rate-limited',
  'server-full',
  'unreachable',
  'no answer',
]);
const CERTAIN_OF_TIME: ReadonlySet<string> = new Set([
  'stale-decision',
  'not-your-turn',
  'wrong-phase',
  'game-over',
]);

interface Town {
  readonly scheduler: Scheduler;
  readonly oracle: Oracle;
  readonly actor: Actor;
  readonly line: () => Line;
  /** Of the living processes, any. */
  readonly anyMember: () => Member | undefined;
  /** Until then nobody goes home. */
  readonly until: number;
}

export interface PartyPlan {
  readonly game: string;
  readonly clock: Clock;
  readonly seats: number;
  /** Most of the time nobody answers. */
  readonly isLazy: boolean;
  readonly streams: number;
  /** When they come. */
  readonly at: number;
}

/** Of what a player is shown. */
interface Seen extends Shown {
  readonly now: number;
  readonly decisions: readonly { readonly seat: number; readonly deadline: number | null }[];
  readonly table: { readonly status: string };
}

export class Party {
  readonly #town: Town;
  readonly #plan: PartyPlan;
  readonly #name: string;
  #matchId = '';
  #isOver = false;
  #commands = 0;

  constructor(town: Town, plan: PartyPlan, index: number) {
    this.#town = town;
    this.#plan = plan;
    this.#name = `p${index}`;
  }

  async play(): Promise<void> {
    const { at, game, seats, clock, streams } = this.#plan;
    await this.#sleep(at);
    const people = Array.from({ length: seats }, (_, index): Identity => {
      const id = `${this.#name}-${index}`;
      return { id, name: id };
    });
    const [host, ...guests] = people;
    if (host === undefined) return;
    this.#matchId = await this.#create(game, { seats, clock, options: familyOf(game).short ?? {} }, host);
    for (const guest of guests) await this.#insist(guest, 'seat', {});
    await this.#insist(host, 'start', {});
    for (const person of people.slice(0, streams)) void this.#watch(person, people.indexOf(person));
    await Promise.all(people.map((person, seat) => this.#sit(person, seat)));
  }

  async #create(game: string, wish: object, host: Identity): Promise<string> {
    const options = {
      ...{ visibility: 'public', spectators: true, bots: 0, strengths: [], vacancy: 'bot', hints: false },
      ...{ undo: 'free', absence: 'clock', spectate: false, ...wish },
    };
    for (;;) {
      const matchId = await this.#ask((member) => member.create(game, options, host)).catch(() => undefined);
      if (matchId !== undefined) return matchId;
      await this.#sleep(2_000);
    }
  }

  // --- a player ---

  async #sit(who: Identity, seat: number): Promise<void> {
    const { scheduler } = this.#town;
    const luck = scheduler.luck;
    while (!this.#isOver && scheduler.now < this.#town.until) {
      const isAway = this.#plan.isLazy ? below(luck, 3) > 0 : below(luck, 60) === 0;
      await this.#sleep(isAway ? 60_000 + scheduler.upTo(300_000) : 50 + scheduler.upTo(4_000));
      const seen = await this.#request(who, 'look', {});
      if (!seen.ok) continue;
      const truth = seen.value as Seen;
      this.#isOver ||= !['playing', 'lobby'].includes(truth.table.status);
      const asked = truth.decisions.find((decision) => decision.seat === seat);
      if (asked === undefined) continue;
      // Some answer in the last moment, or just after it.
      if (asked.deadline !== null && scheduler.chance(1, 10))
        await this.#sleep(asked.deadline - truth.now - LAST_MS + scheduler.upTo(LAST_MS));
      await this.#move(who, seat);
    }
  }

  async #move(who: Identity, seat: number): Promise<void> {
    const legal = await this.#request(who, 'legal', {});
    if (!legal.ok) return;
    const { commands } = legal.value as { readonly commands: readonly { type: string; decision?: number }[] };
    const chosen = randomOf(gameOf(this.#plan.game), commands, this.#town.scheduler.luck);
    if (chosen === undefined) return;
    const { decision, ...command } = chosen as { type: string; decision?: number };
    const commandId = `${who.id}-${this.#commands++}`;
    const sent: Sent = { matchId: this.#matchId, seat, commandId, command };
    const { type, ...fields } = command;
    const payload = { ...(decision !== undefined && { decision }), ...fields, commandId };
    const reply = await this.#insist(who, type, payload);
    const { oracle, scheduler } = this.#town;
    if (reply === undefined) return;
    if (!reply.ok) {
      if (CERTAIN_OF_TIME.has(reply.code)) oracle.refused(sent, reply.code);
      return;
    }
    const { version } = reply.value as { version: number };
    oracle.acknowledged(sent, version);
    if (!scheduler.chance(1, 6)) return;
    const again = await this.#insist(who, type, payload);
    if (again?.ok === true && (again.value as { version: number }).version !== version)
      oracle.find(`${commandId} was acknowledged with ${version}, then with another version`);
  }

  // --- watching ---

  async #watch(who: Identity, seat: number): Promise<void> {
    const { scheduler, until } = this.#town;
    for (let n = 0; !this.#isOver && scheduler.now < until; n++) {
      const visitor = new Watcher(this.#town, { who, seat, matchId: this.#matchId, name: `${who.id}/${n}` });
      await visitor.watch();
      await this.#sleep(500 + scheduler.upTo(3_000));
    }
  }

  // --- requests ---

  /** Repeats it until the answer says something about it; `undefined`: they went home. */
  async #insist(who: Identity, type: string, payload: object): Promise<Reply | undefined> {
    const { scheduler, oracle, until } = this.#town;
    const begun = scheduler.now;
    for (;;) {
      const reply = await this.#request(who, type, payload);
      if (reply.ok || !AGAIN.has(reply.code)) return reply;
      if (scheduler.now > until) return undefined;
      if (scheduler.now - begun > FORGOTTEN_MS && this.#matchId !== '') {
        oracle.find(`${who.id} has asked for ${type} for ten minutes: ${reply.code}`);
        return undefined;
      }
      await this.#sleep(300 + scheduler.upTo(1_500));
    }
  }

  async #request(who: Identity, type: string, payload: object): Promise<Reply> {
    const matchId = this.#matchId;
    const { oracle } = this.#town;
    try {
      const reply = await this.#ask(async (member) => {
        const answer = await member.answer({ matchId, who, type, payload });
        if (answer.ok && type === 'look') {
          const shown = answer.value as Shown & { seat: number | null };
          oracle.shown(matchId, shown.seat, shown);
        }
        return answer;
      });
      if (!reply.ok && (reply.code.startsWith('exception') || reply.code === 'internal-error'))
        oracle.find(`${type}: ${reply.code}`);
      return reply;
    } catch (fault) {
      if (fault instanceof Lost) return { ok: false, code: 'no answer' };
      throw fault;
    }
  }

  #ask<T>(work: (member: Member) => Promise<T>): Promise<T> {
    const { scheduler, anyMember, line } = this.#town;
    const member = anyMember();
    if (member === undefined) return this.#sleep(100).then(() => Promise.reject(new Lost('nobody is there')));
    return ask(scheduler, member.actor, line(), () => work(member), PATIENCE_MS);
  }

  #sleep(milliseconds: number): Promise<void> {
    const { scheduler, actor } = this.#town;
    return new Promise((resolve) => void scheduler.after(actor, milliseconds, resolve));
  }
}

interface Watching {
  readonly who: Identity;
  readonly seat: number;
  readonly matchId: string;
  readonly name: string;
}

/** One stream: everything it is sent is compared at once. */
class Watcher {
  readonly id: string;
  readonly identity: Identity;
  readonly language = 'en';
  readonly address: string;
  readonly #town: Town;
  readonly #matchId: string;
  readonly #seat: number;
  #version = -1;
  #isOpen = true;

  constructor(town: Town, { who, seat, matchId, name }: Watching) {
    this.#town = town;
    this.#seat = seat;
    this.#matchId = matchId;
    this.id = name;
    this.identity = who;
    this.address = addressOf(who);
  }

  /** Until it ends. */
  async watch(): Promise<void> {
    const { scheduler, actor, anyMember, line, until } = this.#town;
    const member = anyMember();
    if (member === undefined) return;
    const open = async () => {
      const room = await member.service.open(this.#matchId, this.identity);
      if (room.http.visit(this, undefined, undefined) !== undefined) this.end();
    };
    const opened = ask(scheduler, member.actor, { ...line(), doubled: 0 }, open, PATIENCE_MS);
    await opened.catch(() => this.end());
    const ends = scheduler.now + 10_000 + scheduler.upTo(600_000);
    while (this.#isOpen && !member.actor.isDead && scheduler.now < Math.min(ends, until))
      await new Promise<void>((resolve) => void scheduler.after(actor, 1_000, resolve));
    this.#isOpen = false;
    if (!member.actor.isDead)
      scheduler.after(member.actor, 1, () => member.roomOf(this.#matchId)?.http.leave(this));
  }

  send(line: string): void {
    if (!this.#isOpen) return;
    const { oracle } = this.#town;
    const told = JSON.parse(line) as Shown & { readonly type: string; readonly seat: number | null };
    if (told.type !== 'full' && told.type !== 'news') return;
    const isNext = told.type === 'full' || told.version === this.#version + 1 || this.#version < 0;
    if (!isNext) oracle.find(`${this.id} was told of version ${told.version} after ${this.#version}`);
    this.#version = told.version;
    oracle.shown(this.#matchId, told.type === 'full' ? told.seat : this.#seat, told);
  }

  end(): void {
    this.#isOpen = false;
  }
}
