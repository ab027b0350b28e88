// How long a device that was signed out still gets anywhere: requests, a socket and a stream, from outside.
import type { Room } from '@colyseus/sdk';
import { Client } from '@colyseus/sdk';
import { expect } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer, type HttpStream } from './http-player.ts';

/** What every process promises. */
const PROMISED_MS = 5_000;

/** Milliseconds after it was signed out. */
export interface Ends {
  readonly request: number;
  readonly socket: number;
  readonly stream: number;
}

/** A device at a table: with requests at one process, a socket and a stream through others. */
export class WatchedDevice {
  readonly #player: HttpPlayer;
  readonly #stream: HttpStream;
  #socketEnd: { readonly code: number; readonly at: number } | undefined;
  #streamEnd: number | undefined;

  private constructor(player: HttpPlayer, stream: HttpStream, room: Room) {
    this.#player = player;
    this.#stream = stream;
    room.onMessage('*', () => undefined);
    room.reconnection.enabled = false;
    room.onLeave((code) => {
      this.#socketEnd = { code, at: performance.now() };
    });
    stream.onEnd(() => {
      this.#streamEnd = performance.now();
    });
  }

  static async at(
    matchId: string,
    ports: Readonly<Record<'requests' | 'socket' | 'stream', number>>,
    token: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<WatchedDevice> {
    const stream = new HttpPlayer(ports.stream, token).stream(matchId);
    const own = { ...headers, Authorization: `Bearer ${token}` };
    const room = await new Client(`http://127.0.0.1:${ports.socket}`, { headers: own }).joinById(matchId);
    await until(() => stream.lines.length > 0, 'the stream');
    return new WatchedDevice(new HttpPlayer(ports.requests, token), stream, room);
  }

  /**
   * Resolves when everything has ended. A slow machine makes no difference to what is promised: no request that begins
   * five seconds after the device was signed out is answered, and what ends requests ends sockets and streams at once.
   */
  async ended(signOut: () => Promise<unknown>): Promise<Ends> {
    const sent = performance.now();
    await signOut();
    const done = performance.now();
    let asked = done;
    while ((await this.#player.get('/me/seats')).status === 200) {
      expect(asked - done).toBeLessThan(PROMISED_MS);
      asked = performance.now();
    }
    const request = performance.now();
    await until(() => this.#socketEnd !== undefined && this.#streamEnd !== undefined, 'socket and stream');
    expect(this.#socketEnd?.code).toBe(4105);
    expect(this.#stream.last).toEqual({ type: 'closing', reason: 'signed-out' });
    const [socket = 0, stream = 0] = [this.#socketEnd?.at, this.#streamEnd];
    return { request: request - sent, socket: socket - sent, stream: stream - sent };
  }
}
