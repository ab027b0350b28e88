// Captains' advice to players: a hint during a match, and an analysis afterwards.
import { z } from 'zod';
import { SEAT_LIMIT } from '../kernel/seat.ts';
import { seatNumber } from './table.ts';

const command = z.looseObject({ type: z.string() }).meta({ id: 'AdvisedCommand' });
const version = z.int().min(0);

export const hintAnswer = z
  .strictObject({
    version: version.describe('The version that the captain saw.'),
    decision: z.int().describe('The id of your open decision.'),
    command: command.describe('What a captain would play in your place, ready to be sent.'),
  })
  .meta({ id: 'Hint', description: 'What a captain would play, knowing no more than your seat.' });

/** How many of a seat's worst moves are named. */
export const MISSES = 3;

const judgedMove = z
  .strictObject({
    version: version.min(1).describe('The version that the move created.'),
    seat: seatNumber,
    played: command.describe('What the player chose.'),
    choice: command.describe('What a captain would have chosen; the same if it agrees.'),
    loss: z
      .number()
      .min(0)
      .max(1)
      .describe('How much likelier a win seemed after the captain’s choice; 0 if it agrees.'),
  })
  .meta({ id: 'JudgedMove', description: 'A move of a player beside a captain’s choice.' });

const chances = z
  .strictObject({
    version,
    chances: z
      .array(z.number().min(0).max(1))
      .max(SEAT_LIMIT)
      .describe('By seat; together 1. Judged from the position, with all hands open.'),
  })
  .meta({ id: 'Chances', description: 'How likely each seat was to win at one version.' });

const judgedSeat = z
  .strictObject({
    seat: seatNumber,
    judged: z.int().min(0).describe('Moves that were compared.'),
    agreed: z.int().min(0).describe('Those in which a captain would have done the same.'),
    misses: z
      .array(version)
      .max(MISSES)
      .describe('The versions of the moves that lost most, the largest loss first.'),
  })
  .meta({ id: 'JudgedSeat', description: 'How a seat’s player chose.' });

export const analysis = z
  .strictObject({
    matchId: z.string(),
    status: z.enum(['waiting', 'running', 'done']).describe('Ask again until it is `done`.'),
    progress: z
      .strictObject({
        at: version.describe('The version that has been reached.'),
        of: z.nullable(version).describe('The last one; null while that is not known.'),
      })
      .describe('Progress of the analysis.'),
    chances: z.array(chances).describe('In order; empty until it is done.'),
    moves: z
      .array(judgedMove)
      .describe(
        'The moves of players, in order; empty until it is done. Moves without an alternative, or where all act at once, are not compared.',
      ),
    seats: z.array(judgedSeat).describe('The seats for which players chose; empty until it is done.'),
  })
  .meta({
    id: 'Analysis',
    description: 'A match that is over, compared with what captains would have played.',
  });

export type HintAnswer = z.infer<typeof hintAnswer>;
export type Analysis = z.infer<typeof analysis>;
export type JudgedMove = z.infer<typeof judgedMove>;
export type JudgedSeat = z.infer<typeof judgedSeat>;
