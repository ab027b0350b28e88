// The rooms of this process as Colyseus keeps them: defining, opening, finding and closing them.
import { Encoder } from '@colyseus/schema';
import { matchMaker, Room, type Server } from 'colyseus';
import type { MatchRoom } from './match-room.ts';
import type { RoomOrder } from './room-parts.ts';

/** Every room holds two buffers of this size; they grow, with a warning, if a state needs more (so far 4.3 KB). */
const ENCODER_BUFFER = 8 * 1024;

export function defineGames(
  server: Server,
  games: readonly string[],
  roomClass: (game: string) => new () => MatchRoom,
): void {
  Encoder.BUFFER_SIZE = ENCODER_BUFFER;
  for (const game of games) server.define(game, roomClass(game));
  // Its own route would let any client open any number of rooms: if it is ever reached, it does nothing.
  matchMaker.controller.exposedMethods = [];
}

export async function createRoom(order: RoomOrder): Promise<MatchRoom> {
  await matchMaker.createRoom(order.row.game, order);
  const room = liveRoom(order.row.matchId);
  if (room === undefined) throw new Error('the room was gone at once');
  return room;
}

/** All rooms are in this process: Colyseus' driver, if asked, goes through the list of them one by one. */
export function liveRoom(matchId: string): MatchRoom | undefined {
  const room: unknown = matchMaker.getLocalRoomById(matchId);
  // They are in a plain object, which also has `__proto__` and `constructor`.
  return room instanceof Room ? (room as MatchRoom) : undefined;
}

/**
 * Colyseus 0.18 stores its counts of rooms and clients at most once a second and sets a timer for the rest;
 * shutting down leaves that timer running, which keeps the process alive. `reset` clears it, and writes
 * nothing once the framework is shut down.
 */
export async function shutDownFramework(server: Server): Promise<void> {
  await server.gracefullyShutdown(false);
  matchMaker.stats.reset();
}

export { CloseCode, type Server } from 'colyseus';
