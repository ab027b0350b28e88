// What a room says over a socket, beside the state it synchronizes.
import { z } from 'zod';
import { KERNEL_CODES } from '../kernel/codes.ts';
import type { Game } from '../kernel/game.ts';
import { TABLE_CODES } from './codes.ts';
import type { RoomMessage } from './messages.ts';
import { chatLine, seatNumber, timeStamp } from './table.ts';

const version = z.int().min(0).describe('Commands accepted so far; all viewers count alike.');
const event = z.looseObject({ type: z.string() });

/** Why something was refused. Games add codes of their own. */
export const rejection = z
  .strictObject({
    code: z.string().describe('Stable; what a program should look at.'),
    rule: z.nullable(z.string()).describe('The rule that forbids it, such as BOR-6.3.'),
    message: z.string().describe('For people, in the language of the asker.'),
    detail: z.string().optional().describe('For authors of clients: which field was wrong and how.'),
  })
  .meta({ id: 'Rejection' });

export const news = z
  .strictObject({
    version,
    seat: z.nullable(seatNumber).describe('Who acted; null: the setup, which is version 0.'),
    by: z.nullable(z.enum(['player', 'clock', 'bot'])),
    at: timeStamp,
    events: z.array(event),
  })
  .meta({ id: 'News', description: 'What happened in one version, as you may see it.' });

export const accepted = z.strictObject({ version: z.int().min(1) }).meta({ id: 'Accepted' });

export const ROOM_PAYLOADS = {
  welcome: z
    .strictObject({
      protocol: z.int(),
      matchId: z.string(),
      game: z.string(),
      seat: z.nullable(seatNumber),
      version,
      now: timeStamp,
      language: z.enum(['fr', 'en']),
      chat: z.array(chatLine),
    })
    .meta({ id: 'Welcome', description: 'The first message.' }),
  news,
  rejected: z
    .strictObject({
      ...rejection.shape,
      type: z.string().describe('Of the message that was refused.'),
      decision: z.nullable(z.number()),
    })
    .meta({ id: 'Rejected', description: 'The refusal of a message that was not sent as a request.' }),
  chat: chatLine,
  'rematch-ready': z
    .strictObject({ matchId: z.string() })
    .meta({ id: 'RematchReady', description: 'The next match at the same table.' }),
  closing: z
    .strictObject({ reason: z.string() })
    .meta({ id: 'Closing', description: 'The connection will be closed; join again by the match’s id.' }),
} as const satisfies Record<RoomMessage, z.ZodObject>;

/** Answers to the requests that have more to say than that they are done. */
export const REQUEST_ANSWERS = {
  'take-seat': z.strictObject({ seat: z.nullable(seatNumber) }),
  legal: z.strictObject({
    decision: z.nullable(z.int()),
    commands: z.array(event),
    complete: z.boolean().describe('False: there are more than are sent.'),
  }),
  'news-since': z.strictObject({
    complete: z.boolean().describe('False: some of it is forgotten; the state is still whole.'),
    news: z.array(news),
  }),
} as const;

/** Every code that somebody who plays this game can meet. */
export function codesOf(game: Game): string[] {
  return [...KERNEL_CODES, ...TABLE_CODES, ...game.codes];
}
