// Messages between clients and rooms, except the commands of the games.
import { z } from 'zod';
import { mapOf } from '../kernel/keys.ts';
import { SEAT_LIMIT } from '../kernel/seat.ts';

export const CLOCK_PRESETS = ['none', 'fast', 'normal', 'slow', 'days'] as const;
export type ClockPreset = (typeof CLOCK_PRESETS)[number];

const seat = z
  .int()
  .min(0)
  .max(SEAT_LIMIT - 1);
const language = z.enum(['fr', 'en']);

/** Options of `create` and `joinOrCreate`: how the new table is to be. */
export const tableOptions = z.strictObject({
  /** How many play. Default: the fewest the game allows. */
  seats: z.int().min(1).max(SEAT_LIMIT).optional(),
  /** The game's own options, `edition` included. */
  options: mapOf(z.string().max(40), z.unknown()).optional(),
  clock: z.enum(CLOCK_PRESETS).default('normal'),
  visibility: z.enum(['public', 'private']).default('public'),
  spectators: z.boolean().default(true),
  /** Seats that bots take from the start, the highest ones. */
  bots: z.int().min(0).max(SEAT_LIMIT).default(0),
  /** Who plays for a player that is away: a bot, or only the clock. */
  absence: z.enum(['bot', 'clock']).default('bot'),
});

/** Options of every way in: what the one who joins wants. */
export const joinOptions = z.strictObject({
  seat: seat.optional(),
  spectate: z.boolean().default(false),
  invitation: z.string().max(64).optional(),
  language: language.optional(),
});

export type TableOptions = z.infer<typeof tableOptions>;
export type JoinOptions = z.infer<typeof joinOptions>;

/** Requests to the table, by message type. Game commands are further message types. */
export const tableRequests = {
  /** Takes a free seat, or changes to it while in the lobby. */
  'take-seat': z.strictObject({ seat: seat.optional() }),
  /** Gets up: in the lobby the seat is free again; in a running match it stays the player's. */
  'leave-seat': z.strictObject({}),
  /** Host, lobby: who sits on a seat that no player has. */
  'set-seat': z.strictObject({ seat, occupant: z.enum(['open', 'bot']) }),
  ready: z.strictObject({ ready: z.boolean() }),
  /** Host, lobby. */
  start: z.strictObject({}),
  /** A bot plays on for me until I take over again (`playing: false` hands over, `true` takes back). */
  'hand-over': z.strictObject({ playing: z.boolean() }),
  chat: z.strictObject({ text: z.string().min(1).max(500) }),
  /** Host: silences a seat in the chat, or (`null`) the spectators: all, or the one of that name. */
  mute: z.strictObject({ seat: z.nullable(seat), name: z.string().max(64).optional(), muted: z.boolean() }),
  /** After the end: play again at the same table. */
  rematch: z.strictObject({}),
  /** The asker's legal commands and the decision they answer. */
  legal: z.strictObject({}),
  /** The news after a version, as far back as the room remembers. */
  'news-since': z.strictObject({ version: z.int().min(-1) }),
  language: z.strictObject({ language }),
} as const satisfies Record<string, z.ZodObject>;

export type TableRequest = keyof typeof tableRequests;

/** Messages from the room; payloads are described in docs/reference.md. */
export const ROOM_MESSAGES = ['news', 'rejected', 'chat', 'welcome', 'rematch-ready', 'closing'] as const;
export type RoomMessage = (typeof ROOM_MESSAGES)[number];

/** Why the room closed a connection. Codes of our own begin at 4100. */
export const CLOSE = {
  /** The same player connected again from elsewhere. */
  superseded: 4100,
  /** The match went to sleep or moved; join it again by its id. */
  sleeping: 4102,
} as const;
