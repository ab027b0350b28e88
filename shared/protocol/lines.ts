// The lines of a stream: one JSON object each, told apart by `type`.
import { z } from 'zod';
import { chatLine, decisionFacts, seatNumber, tableFacts, timeStamp } from './table.ts';

const version = z.int().min(0).describe('Commands accepted so far; all viewers count alike.');
/** Described by game: `publicView` and `seatView` of its schemas. */
const view = z.looseObject({}).describe('What everybody sees, as `publicView` of the game describes it.');
const seatView = z
  .looseObject({})
  .describe('What only your seat sees, as `seatView` of the game describes it.');
const event = z.looseObject({ type: z.string() }).describe('As `events` of the game describe it.');

/** What changes while nobody moves, too. */
const clock = {
  decisions: z.array(decisionFacts).describe('Who must act now; several: at the same time. Empty: nobody.'),
  banks: z.array(z.int().min(0)).describe('What is left of each seat’s bank of time, in milliseconds.'),
};

/** All that one viewer may know at one moment. */
export const truth = z
  .strictObject({
    seat: z.nullable(seatNumber).describe('Your own; null: you are a spectator.'),
    version,
    now: timeStamp.describe('The server’s clock, which deadlines are counted in.'),
    table: tableFacts.describe('What was agreed, and who sits where.'),
    invitation: z.nullable(z.string()).describe('To pass on, if you sit at a private table; else null.'),
    view: z.nullable(view).describe('What everybody sees of the game; null before the start.'),
    seatView: z
      .nullable(seatView)
      .describe('What only your seat sees of it; null without one, and before the start.'),
    ...clock,
  })
  .meta({ id: 'Truth', description: 'All that one viewer may know of a match at one moment.' });

export const LINES = {
  full: z
    .strictObject({ type: z.literal('full'), protocol: z.int(), ...truth.shape, chat: z.array(chatLine) })
    .meta({ id: 'FullLine', description: 'The whole truth for you. Forget what you knew before.' }),
  news: z
    .strictObject({
      type: z.literal('news'),
      version,
      seat: z.nullable(seatNumber).describe('Who acted; null: the setup, which is version 0.'),
      by: z.nullable(z.enum(['player', 'clock', 'bot'])),
      at: timeStamp,
      events: z.array(event),
      view: view.optional(),
      seatView: z.nullable(seatView).optional(),
      decisions: clock.decisions.optional(),
      banks: clock.banks.optional(),
    })
    .meta({
      id: 'NewsLine',
      description:
        'One version: what happened and how things stand after it. Missed ones that are told later hold the events only; a full line follows them.',
    }),
  table: z
    .strictObject({
      type: z.literal('table'),
      version,
      seat: z.nullable(seatNumber),
      table: tableFacts,
      invitation: z.nullable(z.string()),
      ...clock,
    })
    .meta({ id: 'TableLine', description: 'Seats, presence, status or deadlines changed.' }),
  chat: z.strictObject({ type: z.literal('chat'), ...chatLine.shape }).meta({ id: 'ChatLineMessage' }),
  gap: z.strictObject({ type: z.literal('gap'), since: z.int(), version }).meta({
    id: 'GapLine',
    description: 'The news since then are no longer remembered; a full line follows.',
  }),
  closing: z
    .strictObject({
      type: z.literal('closing'),
      reason: z
        .enum(['sleeping', 'shutting-down', 'superseded', 'expired'])
        .describe('Whatever it is: ask for the stream again, with the last version you saw.'),
    })
    .meta({ id: 'ClosingLine', description: 'The last line.' }),
} as const;

export type Truth = z.infer<typeof truth>;
export type ClosingReason = z.infer<(typeof LINES)['closing']>['reason'];
