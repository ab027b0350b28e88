// The lines of a stream: one JSON object each, distinguished by `type`.
import { z } from 'zod';
import { chatLine, decisionFacts, presentVersion, seatNumber, tableFacts, timeStamp } from './table.ts';

const version = presentVersion;
/** Described by `publicView` and `seatView` in the game's schemas. */
const view = z
  .looseObject({})
  .describe('The public view; described by `publicView` in the schemas of the game.');
const seatView = z
  .looseObject({})
  .describe('What only your seat sees; described by `seatView` in the schemas of the game.');
const event = z
  .looseObject({ type: z.string() })
  .describe('Described by `events` in the schemas of the game.');

/** Parts that can change even without a move. */
const clock = {
  decisions: z
    .array(decisionFacts)
    .describe('Who must act now; several act at the same time; empty if no seat is asked.'),
  banks: z.array(z.int().min(0)).describe('Time left in each seat’s bank, in milliseconds.'),
};

/** Everything one viewer may know at one moment. */
export const truth = z
  .strictObject({
    seat: z.nullable(seatNumber).describe('Your seat; null for spectators.'),
    version,
    now: timeStamp.describe('The server’s clock, which deadlines refer to.'),
    table: tableFacts.describe('Options and seats of the table.'),
    invitation: z
      .nullable(z.string())
      .describe(
        'The invitation to pass on, if you have a seat and the table is private or a given-up seat is open for a person; otherwise null.',
      ),
    view: z.nullable(view).describe('The public view of the game; null before the start.'),
    seatView: z
      .nullable(seatView)
      .describe('What only your seat sees of the game; null without one and before the start.'),
    ...clock,
  })
  .meta({ id: 'Truth', description: 'Everything one viewer may know about a match at one moment.' });

export const LINES = {
  full: z
    .strictObject({ type: z.literal('full'), protocol: z.int(), ...truth.shape, chat: z.array(chatLine) })
    .meta({
      id: 'FullLine',
      description: 'First, and whenever your seat changes: everything you may know. Replaces what you had.',
    }),
  news: z
    .strictObject({
      type: z.literal('news'),
      version: z.int().min(0).describe('Number of commands accepted; 0 is the setup.'),
      seat: z.nullable(seatNumber).describe('The seat that acted; null for the setup, which is version 0.'),
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
        'One version: its events, and the views after it. Missed news sent later have events only; a full line follows them.',
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
    .meta({
      id: 'TableLine',
      description: 'Seats, presence, status or deadlines changed; at the end, with the result.',
    }),
  chat: z
    .strictObject({ type: z.literal('chat'), ...chatLine.shape })
    .meta({ id: 'ChatLineMessage', description: 'A line of chat.' }),
  gap: z.strictObject({ type: z.literal('gap'), since: z.int(), version }).meta({
    id: 'GapLine',
    description:
      'There are more news since that version than a stream sends. A full line follows; the history has the rest.',
  }),
  closing: z
    .strictObject({
      type: z.literal('closing'),
      reason: z
        .enum(['sleeping', 'shutting-down', 'superseded', 'expired', 'closed', 'not-admitted', 'signed-out'])
        .describe(
          '`closed`: the host closed the table; `not-admitted`: you gave up your seat and may not watch; `superseded`: newer streams of yours took its place; `signed-out`: this device was signed out. Otherwise: reopen the stream with the last version you saw.',
        ),
    })
    .meta({
      id: 'ClosingLine',
      description:
        'The last line; `reason` is `expired` (after a minute), `sleeping`, `shutting-down`, `superseded` (more than four streams of one player), `closed` (the host closed the table), `not-admitted` (you gave up your seat, and the table admits no spectators) or `signed-out` (the device was signed out).',
    }),
} as const;

export type Truth = z.infer<typeof truth>;
export type ClosingReason = z.infer<(typeof LINES)['closing']>['reason'];
