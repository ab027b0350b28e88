// One match of a load test from its arrival to its end: players who answer on a fixed
// schedule, however late the server is, and whose views are compared.

import type { Game } from '../shared/kernel/game.ts';
import { reasonOf } from '../shared/kernel/reason.ts';
import { below, createRng, spawnSeed } from '../shared/kernel/rng.ts';
import { SEAT_LIMIT } from '../shared/kernel/seat.ts';
import { exponential, uniform } from './arrivals.ts';
import { type Command, chooseCommand } from './chooser.ts';
import { now, sleepUntil, TIMER_GRAIN_MS } from './clock.ts';
import type { MatchOrder, Plan } from './plan.ts';
import { type NewsHead, Player, type Watcher } from './player.ts';
import { Sightings } from './sightings.ts';
import type { Tally } from './tally.ts';
import { publicViewOf, seatViewOf } from './wire-view.ts';

/** By then whatever answered a decision in its player's place has been shown. */
const SHOWN_MS = 2_000;
/** A player at random tries to take one move in this many back. */
const UNDONE = 50;
const LOOK_MS = 20;

interface TableContext {
  readonly url: string;
  readonly plan: Plan;
  readonly tally: Tally;
  readonly game: Game;
  /** Milliseconds since 1970: the beginning of the test, and of the judged part, and the end of it. */
  readonly begin: number;
  readonly judgedFrom: number;
  readonly end: number;
  /** A guest's token. */
  newToken(): Promise<string>;
}

/** What the server acknowledged or showed, for comparison with its record. */
export interface Evidence {
  readonly matchId: string;
  readonly game: string;
  readonly acknowledged: readonly Acknowledgement[];
  /** What the clients saw at the end; `null`: what all see. */
  readonly views: readonly { readonly seat: number | null; readonly view: object }[];
}

interface Acknowledgement {
  readonly version: number;
  readonly seat: number;
  readonly decision: number | null;
  readonly command: Command;
}

interface Pending {
  readonly intended: number;
  readonly sent: number;
}

export class LoadTable implements Watcher {
  readonly order: MatchOrder;
  readonly #context: TableContext;
  readonly #seats: Player[] = [];
  readonly #spectators: Player[] = [];
  readonly #luck: ReturnType<typeof createRng>;
  readonly #acknowledged: Acknowledgement[] = [];
  readonly #sightings: Sightings;
  readonly #inFlight = new Map<number, Pending>();
  /** The latest decision of each seat that is being answered. */
  readonly #answering = new Map<number, { readonly decision: number; readonly epoch: number }>();
  readonly #returns = new Map<Player, number>();
  #evidence: Evidence | undefined;
  #done: () => void = () => undefined;
  #over = false;

  constructor(context: TableContext, order: MatchOrder) {
    this.#context = context;
    this.order = order;
    this.#luck = createRng(order.luck);
    const { tally, plan } = context;
    const isJudged = (intended: number) => this.#isJudged(intended);
    this.#sightings = new Sightings({ game: order.game, tally, compareEvery: plan.compareEvery, isJudged });
  }

  get clients(): number {
    return this.#allPlayers().filter((player) => player.connected).length;
  }

  /** Set once the match is finished. */
  get evidence(): Evidence | undefined {
    return this.#evidence;
  }

  /** Resolves when the match is over or abandoned. */
  async play(): Promise<void> {
    const { tally } = this.#context;
    const arrival = this.#context.begin + this.order.at;
    tally.count('matchesArrived');
    const over = new Promise<void>((resolve) => {
      this.#done = resolve;
    });
    try {
      await this.#sitDown(arrival);
    } catch (error) {
      // A player still joining when time is up leaves again.
      if (!this.#over) tally.trouble('join-failed', String(error));
      for (const player of this.#allPlayers()) player.leave();
      return;
    }
    if (this.#over) for (const player of this.#allPlayers()) player.leave();
    else this.#planDrops();
    await over;
  }

  giveUp(): void {
    if (this.#over) return;
    this.#over = true;
    for (const player of this.#allPlayers()) player.leave();
    this.#done();
  }

  /** Time is up. A client that never received what another one had acknowledged is still a failure. */
  giveUpUnfinished(): void {
    const acknowledged = Math.max(-1, ...this.#acknowledged.map(({ version }) => version));
    for (const player of this.#allPlayers()) {
      if (this.#over || !player.connected || player.lastVersion >= acknowledged) continue;
      const detail = `${player.name}: never received ${player.lastVersion + 1}–${acknowledged}`;
      this.#context.tally.trouble('version-gap', detail);
    }
    this.giveUp();
  }

  async #sitDown(arrival: number): Promise<void> {
    const { plan, tally } = this.#context;
    const { game, seats } = this.order;
    const sit = async (name: string) => {
      const token = await this.#context.newToken();
      if (this.#over) throw new Error('time is up');
      return new Player(name, this.#context.url, token, tally, this);
    };
    const host = await sit('seat 0');
    this.#seats.push(host);
    const bots = this.order.captains ? seats - 1 : 0;
    const strengths = Array.from({ length: bots }, () => 'captain');
    await host.create(game, { seats, clock: 'none', absence: 'clock', bots, strengths });
    for (let seat = 1; seat < seats - bots; seat++) {
      const player = await sit(`seat ${seat}`);
      this.#seats.push(player);
      await player.join(host.matchId);
    }
    for (let n = 0; n < plan.spectators; n++) {
      const player = await sit(`spectator ${n}`);
      this.#spectators.push(player);
      await player.join(host.matchId, { spectate: true });
    }
    this.#sightings.start(now());
    const seated = [...this.#seats];
    await Promise.all(seated.map((player) => player.commit()));
    await host.request('start');
    await Promise.all(seated.map((player) => player.openPart()));
    tally.count('matchesStarted');
    if (this.#isJudged(arrival)) tally.took('start', now() - arrival);
  }

  // --- reports from the players ---

  informed(player: Player, { version, seat }: NewsHead): void {
    this.#sightings.expect(version, seat, seat === null ? undefined : this.#inFlight.get(seat)?.intended);
    this.#sightings.compare(player, version);
    if (this.#seenByAll(version)) this.#sightings.seen(version);
    if (player.status === 'finished') this.#finish();
    else this.#consider(player);
  }

  arrived(player: Player): void {
    if (player.status === 'finished') this.#finish();
    else this.#consider(player);
  }

  left(player: Player, code: number): void {
    if (this.#over) return;
    this.#context.tally.trouble('disconnected', `${this.order.game}, ${player.name}: closed with ${code}`);
    this.giveUp();
  }

  #seenByAll(version: number): boolean {
    return this.#allPlayers().every((player) => !player.connected || player.lastVersion >= version);
  }

  // --- playing ---

  #consider(player: Player): void {
    const { seat } = player;
    const decision = player.openDecision();
    if (this.#over || seat === null || decision === undefined) return;
    const known = this.#answering.get(seat);
    if (known?.decision === decision.id && known.epoch === player.epoch) return;
    this.#answering.set(seat, { decision: decision.id, epoch: player.epoch });
    void this.#answer(player, seat, decision.id);
  }

  async #answer(player: Player, seat: number, decision: number): Promise<void> {
    const { plan, tally, end, game } = this.#context;
    const { epoch, shownVersion } = player;
    const shown = now();
    const asked = this.#sightings.dueAt(Math.floor(decision / SEAT_LIMIT)) ?? shown;
    const planned = asked + plan.think * (0.5 + uniform(this.#luck));
    // After the end bots no longer pause, and nothing is measured.
    const due = planned > end ? Math.min(planned, Math.max(end, shown)) : planned;
    let command: Command | undefined;
    try {
      command = await chooseCommand(plan.bot, game, player, this.#luck);
    } catch (error) {
      if (epoch === player.epoch && !this.#over) this.#fail(player, 'choosing', error);
      return;
    }
    if (command === undefined) {
      // The server answers for them where they have played at random for too long.
      if (await this.#movesOn(player, shownVersion)) return this.#reconsider(player, seat, decision);
      tally.trouble('bot-failed', `${game.id}: no legal command for decision ${decision}`);
      return this.giveUp();
    }
    const ready = now();
    await sleepUntil(due);
    if (this.#over || epoch !== player.epoch) return;
    // The player took a move back meanwhile and thinks about another decision.
    if (this.#answering.get(seat)?.decision !== decision) return;
    const sent = now();
    const late = sent - due;
    if (ready <= due) tally.took('lateness', late);
    // A player who was away could not have moved before; that is not the server's fault.
    const wasAway = asked < this.#returnedAt(player);
    const intended = wasAway ? Math.max(due, shown) : ready <= due && late <= TIMER_GRAIN_MS ? sent : due;
    this.#inFlight.set(seat, { intended, sent });
    const { type, ...fields } = command;
    const named = game.unasked.includes(type) ? null : decision;
    try {
      const payload = named === null ? fields : { decision, ...fields };
      const { version } = (await player.request(type, payload)) as { version: number };
      this.#acknowledged.push({ version, seat, decision: named, command });
      if (plan.bot === 'random' && below(this.#luck, UNDONE) === 0) await this.#undo(player, seat, version);
      if (!this.#isJudged(intended)) return;
      tally.took('acknowledged', now() - intended);
      tally.took('service', now() - sent);
    } catch (error) {
      if (epoch !== player.epoch || this.#over) return;
      if (await this.#wasOvertaken(error, player, shownVersion)) this.#reconsider(player, seat, decision);
      else if (!this.#over) this.#fail(player, type, error);
    }
  }

  /** What is refused stays played: something came out, or another seat has decided. */
  async #undo(player: Player, seat: number, version: number): Promise<void> {
    const fields = { to: version - 1 };
    try {
      const undone = (await player.request('undo', fields)) as { version: number };
      const command = { type: 'undo', ...fields };
      this.#acknowledged.push({ version: undone.version, seat, decision: null, command });
      this.#context.tally.count('takenBack');
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }

  /** Its decision was answered, or became another one, meanwhile. */
  #reconsider(player: Player, seat: number, decision: number): void {
    this.#context.tally.count('overtaken');
    if (this.#answering.get(seat)?.decision === decision) this.#answering.delete(seat);
    this.#consider(player);
  }

  async #movesOn(player: Player, version: number): Promise<boolean> {
    for (const late = now() + SHOWN_MS; player.shownVersion <= version; await sleepUntil(now() + LOOK_MS))
      if (this.#over || now() > late) return false;
    return true;
  }

  /** If several seats may move at once, another one's move can invalidate this one: choose again. */
  async #wasOvertaken(error: unknown, player: Player, version: number): Promise<boolean> {
    const code = codeOf(error);
    // A match of programs that move at random may be so long that the server ends it.
    if (code === 'journal-full' || code === 'phase-exhausted') return true;
    // A refusal may arrive before what the other move changed; the end of the match is always shown.
    if (code === 'game-over') return await this.#movesOn(player, version);
    if (player.shownVersion <= version || code === undefined) return false;
    return code === 'stale-decision' || code === 'wrong-phase' || this.#context.game.codes.includes(code);
  }

  #fail(player: Player, what: string, error: unknown): void {
    const code = codeOf(error);
    const why = code ?? reasonOf(error);
    const detail = `${this.order.game}, ${player.name}, ${what}: ${why}`;
    this.#context.tally.trouble(code === undefined ? 'timed-out' : 'refused', detail);
    this.giveUp();
  }

  /** After the end bots stop pausing and all play at once: a slow return is then the generator's fault. */
  isJudged(began: number, ended: number): boolean {
    return this.#isJudged(began) && this.#isJudged(ended);
  }

  /** Where captains play, a move waits for them and not for the server. */
  #isJudged(intended: number): boolean {
    return !this.order.captains && intended >= this.#context.judgedFrom && intended < this.#context.end;
  }

  #finish(): void {
    const present = this.#allPlayers().filter((player) => player.connected);
    const version = Math.max(...present.map((player) => player.lastVersion));
    // The others get the last news first, and the bots their last answer.
    if (this.#over || present.some((player) => player.lastVersion < version)) return;
    this.#over = true;
    setTimeout(() => {
      this.#context.tally.count('matchesFinished');
      this.#evidence = this.#collect();
      for (const player of this.#allPlayers()) player.leave();
      this.#done();
    }, 50);
  }

  #collect(): Evidence {
    const { game } = this.#context;
    const views: { seat: number | null; view: object }[] = [];
    // A returning client has no state yet.
    for (const player of this.#allPlayers().filter((one) => one.connected && one.shownVersion >= 0)) {
      const state = player.state();
      views.push({ seat: null, view: publicViewOf(game, state) });
      if (player.seat !== null) views.push({ seat: player.seat, view: seatViewOf(game, state, player.seat) });
    }
    const matchId = this.#allPlayers().find((player) => player.connected)?.matchId ?? '';
    return { matchId, game: game.id, acknowledged: this.#acknowledged, views };
  }

  // --- broken connections ---

  #returnedAt(player: Player): number {
    return this.#returns.get(player) ?? 0;
  }

  #planDrops(): void {
    if (this.#context.plan.drops <= 0) return;
    for (const player of this.#allPlayers())
      void this.#dropNowAndThen(player, createRng(spawnSeed(this.#luck)));
  }

  async #dropNowAndThen(player: Player, luck: ReturnType<typeof createRng>): Promise<void> {
    const { plan, tally, end } = this.#context;
    for (;;) {
      const next = now() + (exponential(luck) * 60_000) / plan.drops;
      if (next > end) return;
      await sleepUntil(next);
      if (this.#over || !player.connected) return;
      const { matchId } = player;
      tally.count('drops');
      player.break();
      this.#sightings.forget();
      await sleepUntil(now() + 300 + 1200 * uniform(luck));
      if (this.#over) return;
      try {
        this.#returns.set(player, now());
        await player.join(matchId, player.seat === null ? { spectate: true } : {});
      } catch (error) {
        if (this.#over) return;
        tally.trouble('join-failed', `return: ${String(error)}`);
        return this.giveUp();
      }
    }
  }

  #allPlayers(): Player[] {
    return [...this.#seats, ...this.#spectators];
  }
}

/** Why the server refused; `undefined` if that is not what happened. */
function codeOf(error: unknown): string | undefined {
  return (error as { reason?: { code?: string } }).reason?.code;
}
