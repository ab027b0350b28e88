// The people of a simulated world: parties that open tables, play, think, go away, watch, and ask again after silence.

import { randomOf } from '../loadtest/chooser.ts';
import { familyOf, gameOf } from '../loadtest/games.ts';
import type { Identity } from '../rooms/ports.ts';
import type { Game } from '../shared/kernel/game.ts';
import type { TableFacts } from '../shared/protocol/table.ts';
import type { Undoable } from '../shared/protocol/undo.ts';
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
  'not-a-player',
]);
/** Of so many moves one is to be taken back, and of so many turns one is spent talking or leaving for good. */
const UNDONE_OF = 12;
const TALKING_OF = 25;
const LEAVING_OF = 400;

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
  /** They hardly think, and play one match after the other. */
  readonly isBrisk: boolean;
  readonly bots: number;
  readonly absence: 'bot' | 'clock';
  readonly undo: 'free' | 'consent' | 'off';
  readonly streams: number;
  /** When they come. */
  readonly at: number;
}

/** Of what a player is shown. */
interface Seen extends Shown {
  readonly now: number;
  readonly decisions: readonly { readonly seat: number; readonly deadline: number | null }[];
  readonly table: Pick<TableFacts, 'status' | 'undoQuestion'>;
}

interface Legal {
  readonly commands: readonly { readonly type: string; readonly decision?: number }[];
}

interface News {
  readonly news: readonly { readonly version: number }[];
}

/** A match that is played, and the streams in which it is watched. */
interface Played {
  readonly matchId: string;
  isOver: boolean;
  readonly watchers: Set<Watcher>;
}

export class Party {
  readonly #town: Town;
  readonly #plan: PartyPlan;
  readonly #people: readonly Identity[];
  readonly #game: Game;
  #commands = 0;

  constructor(town: Town, plan: PartyPlan, index: number) {
    this.#town = town;
    this.#plan = plan;
    this.#game = gameOf(plan.game);
    const people = Math.max(1, plan.seats - plan.bots);
    this.#people = Array.from({ length: people }, (_, seat) => ({
      id: `p${index}-${seat}`,
      name: `p${index}-${seat}`,
    }));
  }

  async play(): Promise<void> {
    const { scheduler, until } = this.#town;
    await this.#sleep(this.#plan.at);
    await Promise.all(this.#people.map((person) => this.#beReachable(person)));
    while (scheduler.now < until) await this.#playOne();
  }

  /** Half of them want to be told what happens while they are away. */
  async #beReachable({ id }: Identity): Promise<void> {
    if (!this.#town.scheduler.chance(1, 2)) return;
    for (;;) {
      const isKnown = await this.#ask(async (member) => {
        await member.addTarget(id);
        return true;
      }).catch(() => false);
      if (isKnown) break;
      await this.#sleep(2_000);
    }
    this.#town.oracle.notices.reachable(id);
  }

  async #playOne(): Promise<void> {
    const { game, seats, clock, streams, bots, absence, undo } = this.#plan;
    const people = this.#people;
    const [host, ...guests] = people;
    if (host === undefined) return;
    const options = familyOf(game).short ?? {};
    const wish = { seats, clock, options, absence, undo, bots: Math.min(bots, seats - 1) };
    const played = {
      matchId: await this.#create(game, wish, host),
      isOver: false,
      watchers: new Set<Watcher>(),
    };
    for (const guest of guests) await this.#insist(played, guest, 'seat', {});
    await this.#insist(played, host, 'start', {});
    for (const person of people.slice(0, streams)) void this.#watch(played, person, people.indexOf(person));
    await Promise.all(people.map((person, seat) => this.#sit(played, person, seat)));
  }

  async #create(game: string, wish: object, host: Identity): Promise<string> {
    const options = {
      ...{ visibility: 'public', spectators: true, strengths: [], vacancy: 'bot', hints: false },
      ...{ spectate: false, ...wish },
    };
    for (;;) {
      const matchId = await this.#ask((member) => member.create(game, options, host)).catch(() => undefined);
      if (matchId !== undefined) return matchId;
      await this.#sleep(2_000);
    }
  }

  // --- a player ---

  async #sit(played: Played, who: Identity, seat: number): Promise<void> {
    const { scheduler, until } = this.#town;
    while (!played.isOver && scheduler.now < until) {
      await this.#think();
      const end = this.#town.oracle.chronicle?.begin({ who: who.id, matchId: played.matchId });
      const seen = await this.#request(played, who, 'look', {});
      end?.(seen.ok ? 'ok' : 'fail', seen.ok ? (seen.value as Seen).version : undefined);
      if (!seen.ok) continue;
      const truth = seen.value as Seen;
      played.isOver ||= !['playing', 'lobby'].includes(truth.table.status);
      if (scheduler.chance(1, 8))
        await this.#request(played, who, 'news-since', { version: truth.version - 1 });
      await this.#answerQuestion(played, who, seat, truth.table.undoQuestion);
      const asked = truth.decisions.find((decision) => decision.seat === seat);
      if (asked === undefined) continue;
      // Some answer in the last moment, or just after it.
      if (asked.deadline !== null && scheduler.chance(1, 10))
        await this.#sleep(asked.deadline - truth.now - LAST_MS + scheduler.upTo(LAST_MS));
      await this.#move(played, who, seat);
      if (scheduler.chance(1, TALKING_OF)) await this.#request(played, who, 'chat', { text: 'well' });
      if (!scheduler.chance(1, LEAVING_OF)) continue;
      await this.#insist(played, who, 'give-up-seat', {});
      return;
    }
  }

  async #think(): Promise<void> {
    const { scheduler } = this.#town;
    const { isLazy, isBrisk } = this.#plan;
    const isAway = isLazy ? scheduler.chance(2, 3) : scheduler.chance(1, 60);
    if (isAway) await this.#sleep(60_000 + scheduler.upTo(300_000));
    else await this.#sleep(50 + scheduler.upTo(isBrisk ? 250 : 4_000));
  }

  async #move(played: Played, who: Identity, seat: number): Promise<void> {
    const legal = await this.#request(played, who, 'legal', {});
    if (!legal.ok) return;
    const { scheduler } = this.#town;
    const chosen = randomOf(this.#game, (legal.value as Legal).commands, scheduler.luck);
    if (chosen === undefined) return;
    const { decision, ...command } = chosen as { type: string; decision?: number };
    const version = await this.#send(played, who, { seat, command, decision });
    if (version === undefined) return;
    if (this.#plan.undo !== 'off' && scheduler.chance(1, UNDONE_OF)) await this.#takeBack(played, who, seat);
  }

  /** Until it is answered; the version that it has made. */
  async #send(
    played: Played,
    who: Identity,
    { seat, command, decision }: { seat: number; command: Sent['command']; decision?: number | undefined },
  ): Promise<number | undefined> {
    const { oracle, scheduler } = this.#town;
    const commandId = `${who.id}-${this.#commands++}`;
    const sent: Sent = { matchId: played.matchId, seat, commandId, command };
    const { type, ...fields } = command;
    const payload = { ...(decision !== undefined && { decision }), ...fields, commandId };
    const { matchId } = played;
    const end = oracle.chronicle?.begin({ who: who.id, matchId, commandId });
    const reply = await this.#insist(played, who, type, payload);
    if (reply?.ok !== true) {
      const isCertain = reply !== undefined && CERTAIN_OF_TIME.has(reply.code);
      if (isCertain) oracle.refused(sent, reply.code);
      end?.(isCertain ? 'fail' : 'info');
      return undefined;
    }
    const { version } = reply.value as { version: number };
    end?.('ok');
    oracle.acknowledged(sent, version);
    if (!scheduler.chance(1, 6)) return version;
    const again = await this.#insist(played, who, type, payload);
    if (again?.ok === true && (again.value as { version: number }).version !== version)
      oracle.find(`${commandId} was acknowledged with ${version}, then with another version`);
    return version;
  }

  async #takeBack(played: Played, who: Identity, seat: number): Promise<void> {
    const found = await this.#request(played, who, 'undoable', {});
    if (!found.ok) return;
    const { to, asks } = found.value as Undoable;
    if (asks.length > 0) await this.#request(played, who, 'ask-undo', { to });
    else await this.#send(played, who, { seat, command: { type: 'undo', to } as Sent['command'] });
  }

  async #answerQuestion(
    played: Played,
    who: Identity,
    seat: number,
    question: TableFacts['undoQuestion'],
  ): Promise<void> {
    if (question?.asked.includes(seat) !== true || question.agreed.includes(seat)) return;
    const agree = this.#town.scheduler.chance(2, 3);
    await this.#request(played, who, 'answer-undo', { question: question.id, agree });
  }

  // --- watching ---

  async #watch(played: Played, who: Identity, seat: number): Promise<void> {
    const { scheduler, until } = this.#town;
    const { matchId, watchers } = played;
    for (let n = 0; !played.isOver && scheduler.now < until; n++) {
      const visitor = new Watcher(this.#town, { who, seat, matchId, name: `${who.id}/${n}` });
      watchers.add(visitor);
      await visitor.watch();
      watchers.delete(visitor);
      await this.#sleep(500 + scheduler.upTo(3_000));
    }
  }

  // --- requests ---

  /** Repeats it until the answer says something about it; `undefined`: they went home. */
  async #insist(played: Played, who: Identity, type: string, payload: object): Promise<Reply | undefined> {
    const { scheduler, oracle, until } = this.#town;
    let begun = scheduler.now;
    for (;;) {
      const reply = await this.#request(played, who, type, payload);
      if (reply.ok || !AGAIN.has(reply.code)) return reply;
      if (scheduler.now > until) return undefined;
      // While every place is taken by a table in use, no time is promised.
      if (reply.code === 'server-full' && this.#town.anyMember()?.isFull !== false) begun = scheduler.now;
      if (scheduler.now - begun > FORGOTTEN_MS) {
        oracle.find(`${who.id} has asked for ${type} for ten minutes: ${reply.code}`);
        return undefined;
      }
      await this.#sleep(300 + scheduler.upTo(1_500));
    }
  }

  async #request(played: Played, who: Identity, type: string, payload: object): Promise<Reply> {
    const { matchId } = played;
    const { oracle } = this.#town;
    const floor = oracle.newestOf(matchId);
    try {
      const reply = await this.#ask(async (member) => {
        const answer = await member.answer({ matchId, who, type, payload });
        if (answer.ok && type === 'look') {
          const shown = answer.value as Shown & { seat: number | null };
          oracle.shown(matchId, shown.seat, shown);
          oracle.answered(matchId, shown.version, floor);
        }
        if (answer.ok && type === 'news-since') this.#compareNews(played, who, member, answer.value as News);
        return answer;
      });
      if (!reply.ok && (reply.code.startsWith('exception') || reply.code === 'internal-error'))
        oracle.find(`${type}: ${reply.code}`);
      if (reply.ok && type === 'look') oracle.learned(matchId, (reply.value as Shown).version);
      return reply;
    } catch (fault) {
      if (fault instanceof Lost) return { ok: false, code: 'no answer' };
      throw fault;
    }
  }

  /** Whoever watches has been shown already what an answer of the same process tells. */
  #compareNews({ matchId, watchers }: Played, who: Identity, member: Member, { news }: News): void {
    const version = news.at(-1)?.version ?? -1;
    for (const watcher of watchers)
      if (watcher.identity === who && watcher.isBehind(member, version))
        this.#town.oracle.find(
          `match ${matchId.slice(0, 4)}: ${who.id} was told of version ${version} before it was shown`,
        );
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
  #member: Member | undefined;

  constructor(town: Town, { who, seat, matchId, name }: Watching) {
    this.#town = town;
    this.#seat = seat;
    this.#matchId = matchId;
    this.id = name;
    this.identity = who;
    this.address = addressOf(who);
  }

  /** Its process has not shown this version yet. */
  isBehind(member: Member, version: number): boolean {
    const isHere = this.#isOpen && this.#version >= 0 && this.#member === member;
    return isHere && member.roomOf(this.#matchId) !== undefined && this.#version < version;
  }

  /** Until it ends. */
  async watch(): Promise<void> {
    const { scheduler, actor, anyMember, line, until, oracle } = this.#town;
    const member = anyMember();
    if (member === undefined) return;
    const count = (change: 1 | -1) => oracle.notices.streams(this.#matchId, this.identity.id, change);
    count(1);
    this.#member = member;
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
    count(-1);
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
