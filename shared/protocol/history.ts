// The history of a match: the events of each version and the views after it, page by page.
import { z } from 'zod';
import { eyes, type historyRequest } from './messages.ts';
import { resultFacts, seatNumber, tableFacts, timeStamp } from './table.ts';

/** Described by the schemas of the game. */
const view = z.looseObject({});
const event = z
  .looseObject({ type: z.string() })
  .describe('Described by `events` in the schemas of the game.');

const seen = {
  events: z.array(event),
  seatView: z
    .nullable(view)
    .optional()
    .describe(
      'What the seat knew in addition; described by `seatView` in the schemas of the game. Null for spectators.',
    ),
};

const pastVersion = z
  .strictObject({
    version: z.int().min(0).describe('The number of commands accepted; 0 is the setup.'),
    seat: z.nullable(seatNumber).describe('The seat that acted; null for the setup.'),
    by: z.nullable(z.enum(['player', 'clock', 'bot'])),
    at: timeStamp,
    command: z
      .nullable(z.looseObject({ type: z.string() }))
      .describe('What the seat played; null for the setup and until the match is finished.'),
    events: seen.events.describe('As this viewer saw them; with `as=all`, as a spectator saw them.'),
    view: view
      .optional()
      .describe(
        'The public view after this version, decisions included; described by `publicView` in the schemas of the game.',
      ),
    seatView: seen.seatView,
    seats: z
      .array(
        z
          .strictObject({ seat: seatNumber, ...seen })
          .meta({ id: 'PastOfSeat', description: 'One version as one seat saw it.' }),
      )
      .optional()
      .describe('With `as=all`: what each seat saw.'),
    standing: z
      .nullable(z.array(z.number()))
      .describe(
        'The points by seat as if the match had ended here; null until the match is over, and for games that count none before their end.',
      ),
    result: z.nullable(resultFacts).describe('The final ranking, with the last version; otherwise null.'),
  })
  .meta({ id: 'PastVersion', description: 'One version: its news, and the views after it.' });

export const historyPage = z
  .strictObject({
    matchId: z.string(),
    table: tableFacts.describe(
      'The table today, without presence: nobody counts as connected, and no bot as playing for an absent player.',
    ),
    as: eyes,
    newest: z.int().min(0).describe('The last version so far.'),
    versions: z
      .array(pastVersion)
      .describe('In order, without gaps, from the first one requested; empty if that does not exist yet.'),
    next: z
      .nullable(z.int().min(1))
      .describe('The `from` of the next page; null if this page ends with the newest version.'),
  })
  .meta({ id: 'HistoryPage', description: 'Consecutive versions of a match, as one viewer saw them.' });

export type Eyes = z.infer<typeof eyes>;
export type HistoryRequest = z.output<typeof historyRequest>;
export type PastVersion = z.infer<typeof pastVersion>;
export type HistoryPage = z.infer<typeof historyPage>;
