// Messages between clients and rooms, except the commands of the games.

import { z } from 'zod';
import { mapOf } from '../kernel/keys.ts';
import { SEAT_LIMIT } from '../kernel/seat.ts';
import { STRENGTHS } from '../kernel/strength.ts';
import { undoFields } from '../kernel/undo.ts';
import { part, partCommitment } from './deal.ts';
import { envelope } from './envelope.ts';
import { language } from './language.ts';
import { legalRequest, previewRequest } from './legal.ts';

export const CLOCK_PRESETS = ['none', 'fast', 'normal', 'slow', 'days'] as const;
export type ClockPreset = (typeof CLOCK_PRESETS)[number];

/** Who takes a seat that its player gave up. */
export const SUCCESSORS = ['bot', 'clock', 'person'] as const;

/** Whether players may take back what told nobody anything: by themselves, or only if the others agree. */
export const UNDO_TERMS = ['free', 'consent', 'off'] as const;

const seat = z
  .int()
  .min(0)
  .max(SEAT_LIMIT - 1);
const strength = z.enum(STRENGTHS);
const invitation = z.string().max(64);
/** Milliseconds since 1970. */
const startsAt = z.int().min(0);

/** Options of `create` and `joinOrCreate`, for the new table. */
export const tableOptions = z.strictObject({
  /** Number of seats. Default: the fewest the game allows. */
  seats: z.int().min(1).max(SEAT_LIMIT).optional(),
  /** The game's own options, `edition` included. */
  options: mapOf(z.string().max(40), z.unknown()).optional(),
  clock: z.enum(CLOCK_PRESETS).default('normal'),
  visibility: z.enum(['public', 'private']).default('public'),
  spectators: z.boolean().default(true),
  /** Seats that bots take from the start, the highest ones. */
  bots: z.int().min(0).max(SEAT_LIMIT).default(0),
  /** Strengths of these bots, in the order of their seats. Default: `mate`. */
  strengths: z.array(strength).max(SEAT_LIMIT).default([]),
  /** Who plays for an absent player: a bot, or only the clock. */
  absence: z.enum(['bot', 'clock']).default('bot'),
  /** Who takes a seat that is given up: a bot, only the clock, or an invited person. */
  vacancy: z.enum(SUCCESSORS).default('bot'),
  /** Whether players may ask what a captain would play. */
  hints: z.boolean().default(false),
  /** Starts the match as soon as no seat is free. */
  startWhenFull: z.boolean().optional(),
  /** Whether players may take back what told nobody anything. */
  undo: z.enum(UNDO_TERMS).default('free'),
  /** When it is to begin, at most 30 days ahead: until then seats are kept, and players are reminded. */
  startsAt: startsAt.optional(),
});

/** Options of a player who joins. */
export const joinOptions = z.strictObject({
  seat: seat.optional(),
  spectate: z.boolean().default(false),
  invitation: invitation.optional(),
  language: language.optional(),
  /** Whether the room sends its messages, besides the state and answers. */
  messages: z.boolean().optional(),
});

export type TableOptions = z.infer<typeof tableOptions>;
export type JoinOptions = z.infer<typeof joinOptions>;

export const eyes = z
  .union([seat, z.enum(['spectator', 'all']).meta({ id: 'SeatlessEyes' })])
  .meta({ id: 'Eyes', description: 'Whose view: that of a seat, of a spectator, or all of them.' });

/** The requested part; over HTTP this is the query. */
export const historyRequest = z.strictObject({
  /** The first version; 0 is the setup. */
  from: z.int().min(0).default(0),
  /** The maximum number of versions. */
  count: z.int().min(1).max(1_000).default(50),
  /** Default: your own seat, or `spectator` without one. Until the match is finished, only these two. */
  as: eyes.optional(),
  /** Without views, only the news. */
  views: z.boolean().default(true),
});

/** Requests to the table, by message type. Game commands are further message types. */
export const tableRequests = {
  /** Takes a free seat, or changes to it while in the lobby; in a running match only one that was given up. */
  'take-seat': z.strictObject({ seat: seat.optional(), invitation: invitation.optional() }),
  /** Leaves the seat: in the lobby it becomes free; in a running match it stays the player's. */
  'leave-seat': z.strictObject({}),
  /** Gives the seat up permanently, in a running match. */
  'give-up-seat': z.strictObject({}),
  /** Host, lobby: puts a bot of a strength on a free seat, or frees a seat. */
  'set-seat': z.strictObject({ seat, occupant: z.enum(['open', 'bot']), strength: strength.optional() }),
  /** Lobby: commits to a part of the deal. */
  'commit-part': z.strictObject({ commitment: partCommitment }),
  /** While the table is `dealing`: opens the part. */
  'open-part': z.strictObject({ part }),
  ready: z.strictObject({ ready: z.boolean() }),
  /** Host, lobby. */
  start: z.strictObject({}),
  /** Host, lobby: says when it is to begin, or (`null`) that this is open. */
  'set-start-time': z.strictObject({ startsAt: z.nullable(startsAt) }),
  /** Host, lobby: closes the table. */
  'close-table': z.strictObject({}),
  /** Agrees to give the match up, or withdraws (`agree: false`). */
  abandon: z.strictObject({ agree: z.boolean().default(true) }),
  /** Agrees that the newcomer of that name takes a seat that was given up, or withdraws (`agree: false`). */
  'accept-newcomer': z.strictObject({ name: z.string().max(200), agree: z.boolean().default(true) }),
  /** A bot plays for the seat (`playing: false`) until its player takes over again (`true`). */
  'hand-over': z.strictObject({ playing: z.boolean() }),
  chat: z.strictObject({ text: z.string().min(1).max(500) }),
  /** Host: mutes a seat in the chat, or (`null`) the spectators: all, or the one of that name. */
  mute: z.strictObject({ seat: z.nullable(seat), name: z.string().max(64).optional(), muted: z.boolean() }),
  /** From now on, at every table: hears nothing from this person; `block` also keeps them from its own tables. */
  block: z.strictObject({ name: z.string().max(200), how: z.enum(['none', 'mute', 'block']) }),
  /** After the end: agrees to a rematch, and commits to a part of its deal. */
  rematch: z.strictObject({ commitment: partCommitment.optional() }),
  /** The seat's legal commands, or some of them, and the decision they answer. */
  legal: legalRequest,
  /** The effects of a command as far as the seat can foresee them. Nothing is played. */
  preview: previewRequest,
  /** What a captain would play in this seat's place. Nothing is played. */
  hint: z.strictObject({}),
  /** What the seat may take back. */
  undoable: z.strictObject({}),
  /** Takes the seat's latest command back: a command of the frame, in every game. */
  undo: undoFields.extend({ commandId: envelope.shape.commandId }),
  /** Asks the others whether it may be taken back; `to` is what `undoable` says. */
  'ask-undo': undoFields,
  /** Agrees to the question of that id, or not; its asker may withdraw it. */
  'answer-undo': z.strictObject({ question: z.int().min(0), agree: z.boolean() }),
  /** The news after a version. */
  'news-since': z.strictObject({ version: z.int().min(-1) }),
  /** From now on news in few bytes. */
  'short-news': z.strictObject({}),
  /** The events of past versions, and the views after them. */
  history: historyRequest,
  /** What a socket's client should have decoded. */
  checksum: z.strictObject({}),
  language: z.strictObject({ language }),
} as const satisfies Record<string, z.ZodObject>;

export type TableRequest = keyof typeof tableRequests;

/** Messages from the room; payloads are described in docs/reference.md. */
const ROOM_MESSAGES = ['news', 'n', 'rejected', 'chat', 'welcome', 'rematch-ready', 'closing'] as const;
export type RoomMessage = (typeof ROOM_MESSAGES)[number];

/** Why the room closed a connection. Our own codes begin at 4100. */
export const CLOSE = {
  /** The same player opened a newer connection. */
  superseded: 4100,
  /** The match went to sleep or moved; join it again by its id. */
  sleeping: 4102,
  /** The host closed the table before the match. */
  closed: 4103,
  /** The player gave up the seat, and the table admits no spectators. */
  notAdmitted: 4104,
  /** The device was signed out; its tokens are dead. */
  signedOut: 4105,
} as const;
