// A table and its match as plain JSON, for transports without synchronized state.
import { z } from 'zod';
import { SEAT_LIMIT } from '../kernel/seat.ts';
import { CLOCK_PRESETS } from './messages.ts';

export const seatNumber = z
  .int()
  .min(0)
  .max(SEAT_LIMIT - 1)
  .describe('A seat: 0 … n−1, clockwise.');

export const timeStamp = z.int().min(0).describe('Milliseconds since 1970.');

export const MATCH_STATUSES = ['lobby', 'playing', 'finished', 'frozen', 'abandoned'] as const;

export const decisionFacts = z
  .strictObject({
    id: z.int().min(0).describe('What a command names as `decision`.'),
    seat: seatNumber.describe('Who must act.'),
    kind: z.string().describe('What kind of question; the game’s document lists them.'),
    deadline: z.nullable(timeStamp).describe('When the time runs out; null without a clock.'),
  })
  .meta({ id: 'Decision', description: 'An open question to one seat.' });

export const seatFacts = z
  .strictObject({
    seat: seatNumber,
    occupant: z.enum(['open', 'player', 'bot']).describe('What the seat holds.'),
    name: z
      .nullable(z.string())
      .describe('Of the player who sits here, with a number where it looks like another’s; null: no player.'),
    connected: z.boolean().describe('Whether the player is here now.'),
    ready: z.boolean().describe('In the lobby: ready to start.'),
    botPlays: z.boolean().describe('A bot plays for this seat just now.'),
    muted: z.boolean().describe('The host has silenced it in the chat.'),
    rematch: z.boolean().describe('Would play again.'),
  })
  .meta({ id: 'Seat', description: 'One seat and who holds it.' });

const terms = z.record(z.string().min(1).max(64), z.number());

export const resultFacts = z
  .strictObject({
    reason: z.string().min(1).max(64),
    ranking: z
      .array(
        z.strictObject({
          seat: seatNumber,
          place: z.int().min(1).max(SEAT_LIMIT),
          total: z.number(),
          parts: terms.describe('They add up to the total.'),
          tieBreak: z.exactOptional(terms).describe('Breaks ties; the first entry counts most.'),
        }),
      )
      .max(SEAT_LIMIT),
    winners: z.array(seatNumber).max(SEAT_LIMIT),
  })
  .meta({ id: 'Result', description: 'The final ranking, by place, then by seat.' });

export const tableFacts = z
  .strictObject({
    matchId: z.string().describe('The match’s id: with it everybody comes back, and asks for the record.'),
    game: z.string().describe('The game’s id.'),
    edition: z.string().describe('Name of the edition.'),
    rulesVersion: z.int().min(1).describe('Of the rules that the match began with.'),
    status: z.enum(MATCH_STATUSES).describe('`frozen`: a fault has stopped the match.'),
    hostSeat: z.nullable(seatNumber).describe('Null while the host has no seat.'),
    options: z.record(z.string(), z.unknown()).describe('The game’s own options.'),
    clock: z.enum(CLOCK_PRESETS).describe('Name of the preset.'),
    visibility: z.enum(['public', 'private']),
    spectatorsAllowed: z.boolean().describe('Whether people without a seat may watch.'),
    spectators: z.int().min(0).describe('How many do.'),
    spectatorsMuted: z.boolean().describe('They may watch and not speak.'),
    absence: z.enum(['bot', 'clock']).describe('Who plays for a player who is away.'),
    commitment: z
      .string()
      .describe('SHA-256 of the seed (of its 32 hexadecimal digits as text), published before the deal.'),
    seed: z.nullable(z.string()).describe('Null until the match is finished.'),
    result: z.nullable(resultFacts).describe('The final standing; null before.'),
    rematch: z.nullable(z.string()).describe('The match that follows this one; null before.'),
    seats: z.array(seatFacts).max(SEAT_LIMIT).describe('Clockwise, from seat 0.'),
  })
  .meta({ id: 'Table', description: 'What all viewers may know about a table.' });

export const chatLine = z
  .strictObject({
    seat: z.nullable(seatNumber).describe('Null for spectators.'),
    name: z
      .string()
      .describe('Name of the player as shown at the seat, or of the spectator; unique at the table.'),
    text: z.string(),
    at: timeStamp,
  })
  .meta({ id: 'ChatLine' });

export type DecisionFacts = z.infer<typeof decisionFacts>;
export type SeatFacts = z.infer<typeof seatFacts>;
export type TableFacts = z.infer<typeof tableFacts>;
