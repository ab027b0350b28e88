// What a room sends over a socket, in addition to the synchronized state.

import { z } from 'zod';
import { KERNEL_CODES } from '../kernel/codes.ts';
import type { Game } from '../kernel/game.ts';
import { hintAnswer } from './advice.ts';
import { TABLE_CODES } from './codes.ts';
import { historyPage } from './history.ts';
import { language } from './language.ts';
import { event, legalAnswer, previewAnswer } from './legal.ts';
import type { RoomMessage } from './messages.ts';
import type { Form } from './short-news.ts';
import { chatLine, presentVersion, seatNumber, timeStamp } from './table.ts';
import { undoAsked, undoableAnswer } from './undo.ts';

/** Why something was refused. Games add their own codes. */
export const rejection = z
  .strictObject({
    code: z.string().describe('Stable; for programs.'),
    rule: z.nullable(z.string()).describe('The rule behind it, such as BOR-6.3.'),
    message: z.string().describe('For people, in the language of the client.'),
    detail: z.string().optional().describe('For developers: which field is wrong, and how.'),
  })
  .meta({ id: 'Rejection' });

const news = z
  .strictObject({
    version: z.int().min(0).describe('Number of commands accepted; 0 is the setup.'),
    seat: z.nullable(seatNumber).describe('The seat that acted; null for the setup, which is version 0.'),
    by: z.nullable(z.enum(['player', 'clock', 'bot'])),
    at: timeStamp,
    events: z.array(event),
  })
  .meta({ id: 'News', description: 'The events of one version, as you may see them.' });

export const accepted = z.strictObject({ version: z.int().min(1) }).meta({ id: 'Accepted' });

/** `Form` in `short-news.ts`. */
const form: z.ZodType<Form> = z
  .lazy(() =>
    z.union([
      z.enum(['plain', 'word']),
      z.strictObject({ list: form }),
      z.strictObject({ map: form }),
      z.strictObject({
        fields: z.array(z.tuple([z.string(), form])),
        optional: z.array(z.tuple([z.string(), form])),
      }),
    ]),
  )
  .meta({ id: 'Form', description: 'How a value is sent in short news.' });

const newsBook = z
  .strictObject({
    since: timeStamp.describe('Times are counted from here.'),
    words: z.array(z.string()).describe('Sent as their positions.'),
    events: z
      .array(z.tuple([z.string(), form]))
      .describe('Types, sent as their positions, and their fields.'),
  })
  .meta({ id: 'NewsBook', description: 'With it short news are read.' });

export const ROOM_PAYLOADS = {
  welcome: z
    .strictObject({
      protocol: z.int(),
      matchId: z.string(),
      game: z.string(),
      seat: z.nullable(seatNumber),
      version: presentVersion,
      now: timeStamp,
      language,
      chat: z.array(chatLine),
    })
    .meta({ id: 'Welcome', description: 'The first message.' }),
  news,
  n: z
    .union([newsBook, z.array(z.unknown())])
    .meta({ id: 'ShortNews', description: 'News, for those who asked for short ones.' }),
  rejected: z
    .strictObject({
      ...rejection.shape,
      type: z.string().describe('Type of the refused message.'),
      decision: z.nullable(z.number()),
    })
    .meta({ id: 'Rejected', description: 'Refusal of a message that was not sent as a request.' }),
  chat: chatLine,
  'rematch-ready': z
    .strictObject({ matchId: z.string() })
    .meta({ id: 'RematchReady', description: 'The rematch exists.' }),
  closing: z
    .strictObject({
      reason: z.string().describe('`shutting-down`, `closed`, `not-admitted` or `signed-out`.'),
    })
    .meta({ id: 'Closing', description: 'The connection is about to close; rejoin by the match’s id.' }),
} as const satisfies Record<RoomMessage, z.ZodType>;

/** Answers to requests that return data. */
export const REQUEST_ANSWERS = {
  'take-seat': z.strictObject({ seat: z.nullable(seatNumber) }),
  abandon: z.strictObject({ abandoned: z.boolean().describe('False while players disagree.') }),
  legal: legalAnswer,
  preview: previewAnswer,
  hint: hintAnswer,
  undoable: undoableAnswer,
  undo: accepted,
  'ask-undo': undoAsked,
  'news-since': z.strictObject({
    complete: z
      .boolean()
      .describe('False if there are more than fit: the newest ones are here, `history` has the others.'),
    news: z.array(news),
  }),
  history: historyPage,
  checksum: z.strictObject({
    version: presentVersion,
    checksum: z
      .int()
      .min(0)
      .max(0xffff_ffff)
      .describe('CRC-32 of the synchronized state that you should have, as canonical JSON.'),
  }),
} as const;

/** Every code that a player of this game can meet. */
export function codesOf(game: Game): string[] {
  return [...KERNEL_CODES, ...TABLE_CODES, ...game.codes];
}
