// A match on the real process, which is killed repeatedly while clients play and return.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@colyseus/sdk';
import { gameOf } from '../../rooms/testing/games.ts';
import {
  type Choice,
  comeBack,
  invitedBy,
  seatAndStart,
  type TestPlayer,
  until,
} from '../../rooms/testing/player.ts';
import { type Sight, sightOf } from '../../rooms/testing/sight.ts';
import type { Shape } from '../../shared/kernel/game.ts';
import { below, createRng, pick, type Rng, spawnSeed } from '../../shared/kernel/rng.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { truth } from '../../shared/protocol/lines.ts';
import { kill, type Started, startProcess } from './process.ts';
import { ask } from './start.ts';

/** How the process dies. */
const DEATHS = ['at rest', 'in flight', 'in flight', 'in flight', 'while they return'] as const;
/** Time from the last message to the kill: immediately, while it is judged and stored, or just after the answer. */
const FLIGHTS_MS = [0, 0, 1, 2] as const;
/** The first kills are early enough for every match. */
const MOVES_BETWEEN = 9;

export interface Plan {
  readonly folder: string;
  readonly game: string;
  readonly seats: number;
  readonly bots: number;
  readonly kills: number;
  /** How many of the kills happen while commands of several seats are in progress. */
  readonly together?: number;
  /** The players choose like the game's bot, to reach situations that random players hardly ever reach. */
  readonly shrewd?: boolean;
  readonly table: object;
  /** The settings that say where and how matches are stored. */
  readonly storage: Readonly<Record<string, string>>;
  /** For the kills and the moves; the server decides what is dealt. */
  readonly seed: string;
}

/** A command that was sent, and its outcome as far as its sender knows. */
interface Sent extends Choice {
  readonly seat: Seat;
  /** `undefined`: the connection broke first. */
  readonly version: number | undefined;
  /** No other seat sent anything at that time that could have arrived first. */
  readonly alone: boolean;
}

export interface CrashReport {
  readonly matchId: string;
  readonly kills: Readonly<Record<(typeof DEATHS)[number], number>>;
  /** For each kill with commands in progress, the kinds of decision being answered, by seat. */
  readonly flights: readonly (readonly string[])[];
  readonly sent: readonly Sent[];
  readonly sights: readonly Sight[];
  /** By client, before the first crash and after each return. */
  readonly seatsFound: readonly (readonly (Seat | null)[])[];
  readonly commitment: string;
  readonly record: Record<string, unknown>;
  readonly log: string;
}

export async function playThroughCrashes(plan: Plan): Promise<CrashReport> {
  const run = new CrashRun(plan);
  try {
    return await run.play();
  } finally {
    await run.stop();
  }
}

type Flight = readonly [TestPlayer, Choice];

class CrashRun {
  readonly #plan: Plan;
  readonly #luck: Rng;
  readonly #kills = { 'at rest': 0, 'in flight': 0, 'while they return': 0 };
  readonly #flights: string[][] = [];
  readonly #sent: Sent[] = [];
  readonly #sights: Sight[] = [];
  readonly #seatsFound: (Seat | null)[][] = [];
  #clients: Client[] = [];
  #server: Started | undefined;
  #port = 0;
  #log = '';
  /** The players, then a spectator. */
  #table: TestPlayer[] = [];
  #matchId = '';
  /** The options with which the spectator joins. */
  #looking: object = {};

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#luck = createRng(plan.seed);
  }

  async play(): Promise<CrashReport> {
    await this.#sitDown();
    const commitment = String(this.#table[0]?.state.table['commitment']);
    let untilNext = this.#patience();
    while (!this.#over) {
      if (untilNext-- > 0 || this.#killed >= this.#plan.kills) await this.#move();
      else if (this.#owesTogether && this.#asked.length < 2) await this.#move();
      else {
        await this.#crash(this.#owesTogether ? 'in flight' : pick(this.#luck, DEATHS));
        untilNext = this.#patience();
      }
    }
    await until(() => this.#table.every((player) => player.over), 'the end for all players');
    const record = (await ask(this.#port, `/api/v1/matches/${this.#matchId}/record`)).json();
    await this.stop();
    return {
      matchId: this.#matchId,
      kills: this.#kills,
      flights: this.#flights,
      sent: this.#sent,
      sights: this.#sights,
      seatsFound: this.#seatsFound,
      commitment,
      record,
      log: this.#log,
    };
  }

  async stop(): Promise<void> {
    if (this.#server === undefined) return;
    await kill(this.#server);
    this.#log += this.#server.out() + this.#server.err();
    this.#server = undefined;
  }

  get #over(): boolean {
    return this.#table[0]?.over === true;
  }

  /** Seats with an open decision; a bot may be among them and answer first. */
  get #asked(): Seat[] {
    return this.#table[0]?.state.decisions.map((decision) => decision.seat) ?? [];
  }

  get #killed(): number {
    return Object.values(this.#kills).reduce((sum, count) => sum + count, 0);
  }

  get #owesTogether(): boolean {
    const had = this.#flights.filter((seats) => seats.length > 1).length;
    return had < (this.#plan.together ?? 0);
  }

  #patience(): number {
    return 1 + below(this.#luck, MOVES_BETWEEN);
  }

  async #boot(): Promise<void> {
    const environment = {
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'debug',
      BOT_PAUSE_MS: '0',
      PORT: `${this.#port}`,
      ...this.#plan.storage,
    };
    this.#server = startProcess(this.#plan.folder, environment);
    this.#port = await this.#server.port();
  }

  async #guest(name: string): Promise<Client> {
    const answer = await ask(this.#port, '/api/v1/guests', {
      method: 'POST',
      body: JSON.stringify({ name }),
    });
    const client = new Client(`http://127.0.0.1:${this.#port}`);
    client.auth.token = String(answer.json()['token']);
    return client;
  }

  async #sitDown(): Promise<void> {
    const { game, seats, bots, table } = this.#plan;
    await this.#boot();
    const names = Array.from({ length: seats - bots }, (_, seat) => `Player ${seat}`);
    this.#clients = await Promise.all([...names, 'Watcher'].map((name) => this.#guest(name)));
    const watcher = this.#clients.at(-1);
    if (watcher === undefined) throw new Error('there is no spectator');
    this.#table = await seatAndStart(this.#clients.slice(0, -1), game, { seats, bots, ...table });
    this.#matchId = this.#table[0]?.matchId ?? '';
    const [host] = this.#table;
    if (host === undefined) throw new Error('there is no player');
    this.#looking = { spectate: true, ...(await invitedBy(host)) };
    this.#table.push(await comeBack(watcher, this.#matchId, this.#looking));
    this.#look();
  }

  /** All views, once they are at the same version. */
  #look(): void {
    this.#seatsFound.push(this.#table.map((player) => player.seat));
    this.#sights.push(...this.#table.map(sightOf));
  }

  async #move(): Promise<void> {
    const version = this.#table[0]?.state.version ?? 0;
    const alone = this.#asked.length <= 1;
    const actor = this.#table.find((player) => player.seat === this.#asked[0]);
    // Without an actor a bot is asked; without a choice a bot answered first.
    const choice = actor === undefined ? undefined : await this.#choose(actor);
    if (actor !== undefined && choice !== undefined) await this.#send(actor, choice, [], alone);
    else if (actor !== undefined && alone) throw new Error('asked, but nothing is legal');
    // If several were asked, another's version may have come first: wait for the own one too.
    const seen = Math.max(version + 1, this.#acknowledged);
    await until(() => this.#table.every((player) => player.state.version >= seen), 'a new version');
  }

  /** The newest version that any client was told; its acknowledgement may arrive before the patch. */
  get #acknowledged(): number {
    return Math.max(0, ...this.#sent.map(({ version }) => version ?? 0));
  }

  async #choose(actor: TestPlayer): Promise<Choice | undefined> {
    if (this.#plan.shrewd !== true) return await actor.maybeChoose();
    const { token } = this.#clients[this.#table.indexOf(actor)]?.auth ?? {};
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await ask(this.#port, `/api/v1/matches/${this.#matchId}`, { headers });
    const { decisions, view, seatView } = truth.parse(answer.json());
    const decision = decisions.find(({ seat }) => seat === actor.seat);
    if (decision === undefined || actor.seat === null) return undefined;
    const command = gameOf(this.#plan.game).greedy(
      view as unknown as Shape['Public'],
      seatView as object,
      actor.seat,
      actor.luck,
    );
    const { type, ...fields } = command;
    return { type, payload: { decision: decision.id, ...fields } };
  }

  /** Sends a command and records its outcome. Commands that others sent as well may justify any refusal. */
  async #send(actor: TestPlayer, choice: Choice, mayBe: readonly string[] = [], alone = true): Promise<void> {
    const note = (version: number | undefined) =>
      void this.#sent.push({ ...choice, seat: actor.seat ?? -1, version, alone });
    try {
      note((await actor.send(choice.type, choice.payload)).version);
    } catch (error) {
      const { reason } = error as { reason?: { code: string } };
      if (reason === undefined) note(undefined);
      else if (alone && !mayBe.includes(reason.code)) throw error;
    }
  }

  async #crash(death: (typeof DEATHS)[number]): Promise<void> {
    const alone = this.#asked.length <= 1;
    const flying = death === 'at rest' ? [] : await this.#takeOff();
    const send = ([actor, choice]: Flight) =>
      this.#send(actor, choice, ['stale-decision', 'game-over'], alone);
    const lost = Promise.all(flying.map(send));
    const flight = pick(this.#luck, FLIGHTS_MS);
    if (flight > 0) await sleep(flight);
    await this.#die('at rest' === death ? death : 'in flight');
    await lost;
    await this.#boot();
    if (death === 'while they return') {
      const returning = this.#clients.map((client) => client.joinById(this.#matchId, {}));
      await sleep(below(this.#luck, 30));
      await this.#die(death);
      await Promise.allSettled(returning);
      await this.#boot();
    }
    await this.#return();
    // A client without an answer sends the command again: it counts once, whether it was stored or not.
    for (const [actor, choice] of flying) {
      const again = this.#table.find((player) => player.seat === actor.seat);
      if (again !== undefined) await send([again, choice]);
    }
    await this.#allCaughtUp();
  }

  /** Commands sent just before the process ends: by all seats that are asked, some of them twice. */
  async #takeOff(): Promise<Flight[]> {
    const asked = this.#asked;
    const actors = this.#table.filter((player) => player.seat !== null && asked.includes(player.seat));
    const choices = await Promise.all(
      actors.map(async (actor): Promise<Flight[]> => {
        const choice = await this.#choose(actor);
        // A command without a decision has no id that identifies a repetition.
        return choice?.payload.decision === undefined ? [] : [[actor, choice]];
      }),
    );
    const known = choices.flat();
    this.#flights.push(known.map(([actor]) => actor.decision?.kind ?? ''));
    return below(this.#luck, 2) === 0 ? known : known.flatMap((one) => [one, one]);
  }

  async #die(death: (typeof DEATHS)[number]): Promise<void> {
    this.#kills[death] += 1;
    await this.stop();
  }

  async #return(): Promise<void> {
    const watcher = this.#clients.length - 1;
    const join = (client: Client, index: number) =>
      comeBack(client, this.#matchId, index === watcher ? this.#looking : {});
    this.#table = await Promise.all(this.#clients.map(join));
    this.#reseed();
    await this.#allCaughtUp();
    this.#look();
  }

  /** New clients get new random numbers, or all would choose the same. */
  #reseed(): void {
    for (const player of this.#table) player.luck = createRng(spawnSeed(this.#luck));
  }

  async #allCaughtUp(): Promise<void> {
    const acknowledged = this.#acknowledged;
    const newest = () => Math.max(acknowledged, ...this.#table.map((player) => player.state.version));
    await until(() => this.#table.every((player) => player.state.version === newest()), 'one version');
  }
}
