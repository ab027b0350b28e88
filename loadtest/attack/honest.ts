// Honest players during an attack. They must never be refused, and the times of their moves are reported.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Game } from '../../shared/kernel/game.ts';
import { reasonOf } from '../../shared/kernel/reason.ts';
import { createRng, type Rng } from '../../shared/kernel/rng.ts';
import { randomOf } from '../chooser.ts';
import { type Door, HttpDoor, SocketDoor } from '../crash/door.ts';
import { Histogram } from '../histogram.ts';
import type { Eyes } from './eyes.ts';

interface HonestOrder {
  readonly url: string;
  readonly game: Game;
  readonly visibility: 'public' | 'private';
  readonly eyes: Eyes;
  readonly seed: string;
  /** The server has exited: players do not wait for its return. */
  readonly gone: AbortSignal;
}

const SEATS = 3;
const PACE_MS = 150;
/** A short delay is reported, a long one is a finding. */
const HOPELESS_MS = 10_000;

export class HonestTable {
  readonly latencies = new Histogram();
  readonly #order: HonestOrder;
  readonly #luck: Rng;
  readonly #tokens: string[] = [];
  #matchId = '';
  #stopped = false;
  #moves = 0;

  constructor(order: HonestOrder) {
    this.#order = order;
    this.#luck = createRng(order.seed);
  }

  /** The match being played. */
  get matchId(): string {
    return this.#matchId;
  }

  get moves(): number {
    return this.#moves;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Plays one match after another until told to stop. */
  async play(): Promise<void> {
    const { gone } = this.#order;
    while (!this.#stopped && !gone.aborted) {
      const doors: Door[] = [];
      try {
        await this.#playMatch(doors);
      } catch (error) {
        if (!gone.aborted) {
          const why = reasonOf(error);
          this.#find(`the match of an honest player failed: ${why}`);
          await sleep(1_000);
        }
      }
      for (const door of doors) door.close();
    }
  }

  async #playMatch(doors: Door[]): Promise<void> {
    const { url, game, visibility, gone } = this.#order;
    for (let seat = 0; seat < SEATS; seat++) {
      // The same people in every match.
      const token = this.#tokens[seat] ?? (await this.#newToken(`${visibility}-${seat}`));
      this.#tokens[seat] = token;
      doors.push(seat === 1 ? new HttpDoor(url, token, gone) : new SocketDoor(url, token, game, gone));
    }
    const [host, ...guests] = doors as [Door, ...Door[]];
    const matchId = await host.create(game.id, { seats: SEATS, clock: 'none', visibility });
    const invitation = await host.invitation();
    if (invitation !== '') this.#order.eyes.plant(invitation, 'an invitation');
    for (const door of guests) await door.enter(matchId, invitation);
    await host.start();
    this.#matchId = matchId;
    if (visibility === 'private') {
      const line = `canary-${randomUUID()}`;
      this.#order.eyes.plant(line, 'a line of chat at a private table');
      await host.chat(line);
    }
    while (!this.#stopped && (await this.#move(doors))) await sleep(PACE_MS);
  }

  /** Whether the match continues. */
  async #move(doors: readonly Door[]): Promise<boolean> {
    const [host] = doors;
    const seen = await host?.look();
    if (seen?.status !== 'playing') return false;
    const asked = doors.find(({ seat }) => seen.view.decisions.some((decision) => decision.seat === seat));
    if (asked === undefined) return true;
    const begun = performance.now();
    const command = randomOf(this.#order.game, await asked.legal(), this.#luck);
    if (command === undefined) return true;
    const { type, ...payload } = command;
    await asked.send(type, payload);
    const took = performance.now() - begun;
    this.latencies.add(took);
    this.#moves += 1;
    if (took > HOPELESS_MS) this.#find(`a move of an honest player took ${Math.round(took)} ms`);
    return true;
  }

  async #newToken(name: string): Promise<string> {
    const response = await fetch(`${this.#order.url}/api/v1/guests`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    const { token } = (await response.json()) as { token?: string };
    if (token === undefined) throw new Error(`a guest was refused with ${response.status}`);
    this.#order.eyes.plant(token, 'the token of an honest player');
    return token;
  }

  #find(what: string): void {
    this.#order.eyes.find(what, 'honest', this.#order.seed);
  }
}
