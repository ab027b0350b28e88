// A match whose players are away and move only when they are told: a notice that is lost stops it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Game } from '../../shared/kernel/game.ts';
import { below, createRng, type Rng } from '../../shared/kernel/rng.ts';
import { randomOf } from '../chooser.ts';
import { Broken, HttpDoor, Refused } from '../crash/door.ts';
import type { Arrival, HookTarget } from './hooks.ts';

/** A player and what tells them something. */
export interface ToldPlayer {
  readonly token: string;
  readonly targets: readonly HookTarget[];
}

export interface ToldOrder {
  readonly url: string;
  readonly game: Game;
  readonly luck: string;
  readonly players: readonly ToldPlayer[];
  /** The servers will not come back. */
  readonly gone: AbortSignal;
  /** A decision of which nobody is told for so long is a finding. */
  readonly patienceMs: number;
}

export interface ToldNotes {
  readonly matchId: string;
  readonly game: string;
  /** By seat. */
  readonly players: readonly ToldPlayer[];
  readonly findings: readonly string[];
}

/** One decision in this many is answered without waiting for the notice. */
const EARLY = 4;
const THINK_MS = 300;

interface Seated extends ToldPlayer {
  readonly door: HttpDoor;
}

export class ToldTable {
  readonly #order: ToldOrder;
  readonly #luck: Rng;
  readonly #seated: readonly Seated[];
  readonly #findings: string[] = [];
  /** By decision: the targets that have told of it. */
  readonly #told = new Map<number, Set<HookTarget>>();
  #wake: () => void = () => {};
  #matchId = '';
  #isStopped = false;
  #ids = 0;

  constructor(order: ToldOrder) {
    this.#order = order;
    this.#luck = createRng(order.luck);
    this.#seated = order.players.map((player) => ({
      ...player,
      door: new HttpDoor(order.url, player.token, order.gone),
    }));
    for (const { targets } of order.players)
      for (const target of targets) target.onArrival((arrival) => this.#hear(target, arrival));
  }

  /** Nobody moves any more. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  async play(): Promise<ToldNotes> {
    try {
      await this.#sitDown();
      while (!this.#isStopped && (await this.#round()));
    } catch (error) {
      if (!this.#isStopped) this.#findings.push(`${this.#matchId}: ${String(error)}`);
    }
    const { game, players } = this.#order;
    const seats = this.#seated.map(({ door }) => door.seat);
    const bySeat = players.map((_player, seat) => players[seats.indexOf(seat)] ?? { token: '', targets: [] });
    return { matchId: this.#matchId, game: game.id, players: bySeat, findings: this.#findings };
  }

  async #sitDown(): Promise<void> {
    const { game, players } = this.#order;
    const [host, ...guests] = this.#seated.map(({ door }) => door);
    if (host === undefined) throw new Error('a table without seats');
    const wish = { seats: players.length, clock: 'none', absence: 'clock', options: {} };
    this.#matchId = await host.create(game.id, wish);
    for (const door of guests) await door.enter(this.#matchId);
    await this.#persist(async () => {
      if ((await host.look()).status === 'lobby') await host.start();
    });
  }

  #hear(target: HookTarget, { notice }: Arrival): void {
    if (notice.kind !== 'your-turn' || notice.decision === null || notice.matchId !== this.#matchId) return;
    const told = this.#told.get(notice.decision) ?? new Set();
    this.#told.set(notice.decision, told.add(target));
    this.#wake();
  }

  /** Whether the match goes on. */
  async #round(): Promise<boolean> {
    const [witness] = this.#seated;
    if (witness === undefined) return false;
    const { status, view } = await this.#persist(() => witness.door.look());
    if (status !== 'playing') return false;
    const asked = view.decisions.flatMap((decision) => {
      const player = this.#seated.find(({ door }) => door.seat === decision.seat);
      return player === undefined ? [] : [{ ...decision, player }];
    });
    await Promise.all(
      asked.map(async ({ id, player }) => {
        if (below(this.#luck, EARLY) > 0) await this.#untilTold(id, player.targets);
        await sleep(below(this.#luck, THINK_MS));
        if (!this.#isStopped) await this.#answer(id, player.door);
      }),
    );
    return true;
  }

  /** By every target that listens. */
  async #untilTold(decision: number, targets: readonly HookTarget[]): Promise<void> {
    const { patienceMs } = this.#order;
    const deadline = performance.now() + patienceMs;
    const missing = () =>
      targets.filter((one) => one.mood !== 'dead' && this.#told.get(decision)?.has(one) !== true);
    while (!this.#isStopped && missing().length > 0) {
      const left = deadline - performance.now();
      if (left <= 0) {
        this.#findings.push(
          `${this.#matchId}: nobody was told of decision ${decision} for ${patienceMs / 1_000} s`,
        );
        return;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const others = this.#wake;
      this.#wake = () => {
        others();
        resolve();
      };
      const timer = setTimeout(resolve, left);
      await promise;
      clearTimeout(timer);
    }
  }

  async #answer(decision: number, door: HttpDoor): Promise<void> {
    const listed = await this.#persist(() => door.legal());
    const mine = listed.filter((command) => command.decision === decision);
    const chosen = randomOf(this.#order.game, mine, this.#luck);
    if (chosen === undefined) return;
    const { type, ...fields } = chosen;
    const commandId = `told${this.#ids++}`;
    try {
      await this.#persist(() => door.send(type, { ...fields, commandId }));
    } catch (error) {
      // Another's command of the same round may have answered it.
      if (!(error instanceof Refused)) throw error;
    }
  }

  async #persist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Broken) || this.#order.gone.aborted || this.#isStopped) throw error;
        await sleep(50 + below(this.#luck, 100));
      }
    }
  }
}
