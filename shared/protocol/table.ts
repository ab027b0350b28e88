// A table and its match as plain JSON, for transports without synchronized state.
import { z } from 'zod';
import { SEAT_LIMIT } from '../kernel/seat.ts';
import { STRENGTHS } from '../kernel/strength.ts';
import { UNDO_REACH } from '../kernel/undo.ts';
import { CLOCK_PRESETS, SUCCESSORS, UNDO_TERMS } from './messages.ts';

export const seatNumber = z
  .int()
  .min(0)
  .max(SEAT_LIMIT - 1)
  .describe('A seat: 0 … n−1, clockwise.');

export const timeStamp = z.int().min(0).describe('Milliseconds since 1970.');

export const presentVersion = z
  .int()
  .min(-1)
  .describe(
    'Number of commands accepted so far, the same for all viewers: −1 in the lobby (and if a match cannot be shown), 0 after the setup.',
  );

export const MATCH_STATUSES = ['lobby', 'playing', 'finished', 'frozen', 'abandoned'] as const;

export const decisionFacts = z
  .strictObject({
    id: z.int().min(0).describe('The `decision` that a command names.'),
    seat: seatNumber.describe('The seat that must act.'),
    kind: z.string().describe('Kind of decision, as listed for the game.'),
    deadline: z.nullable(timeStamp).describe('When the time runs out; null without a clock.'),
  })
  .meta({ id: 'Decision', description: 'An open question to one seat.' });

export const seatFacts = z
  .strictObject({
    seat: seatNumber,
    occupant: z.enum(['open', 'player', 'bot']).describe('Who holds the seat.'),
    name: z
      .nullable(z.string())
      .describe('Name of the player, numbered if it looks like another’s, or of the bot; null if open.'),
    connected: z.boolean().describe('Whether the player is connected.'),
    ready: z.boolean().describe('In the lobby: whether the player is ready to start.'),
    botPlays: z.boolean().describe('Whether a bot currently plays for this seat.'),
    strength: z
      .nullable(z.enum(STRENGTHS))
      .describe('Strength of the bot that holds the seat or currently plays for it; null without one.'),
    muted: z.boolean().describe('Whether the host muted the seat in the chat.'),
    rematch: z.boolean().describe('Whether the player agreed to a rematch.'),
    commitment: z
      .nullable(z.string())
      .describe('To the part of the deal that the player’s program contributes; null without one.'),
    part: z
      .nullable(z.enum(['committed', 'opened', 'silent']))
      .describe('Of the deal: `silent` if it was not opened in time; null without an own part.'),
    abandon: z.boolean().describe('Whether the player wants to give the match up.'),
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

const ABANDONED = ['agreement', 'time', 'closed', 'administrator'] as const;

export const abandonedFacts = z
  .strictObject({
    why: z
      .enum(ABANDONED)
      .describe(
        '`agreement`: the players gave it up; `time`: no player came back; `closed`: the table was closed before the start; `administrator`: an administrator of the server ended the match.',
      ),
    seats: z
      .array(seatNumber)
      .max(SEAT_LIMIT)
      .describe('The seats that agreed, or that of the host who closed it; otherwise empty.'),
    at: timeStamp,
  })
  .meta({ id: 'Abandoned', description: 'Why a table ended without a result.' });

/** How often seats of one match may change hands. Before that is used up, bots take the seats. */
export const MAX_SUCCESSIONS = 32;

export const succession = z
  .strictObject({
    seat: seatNumber,
    version: z.int().min(0).describe('The last version before the seat changed hands.'),
    at: timeStamp,
    from: z
      .nullable(z.string().max(200))
      .describe('Name of the player who gave it up; null if it was vacant.'),
    occupant: z.enum(['open', 'player', 'bot']).describe('Who holds it now; `open`: it is vacant.'),
    name: z
      .nullable(z.string().max(200))
      .describe('Name of the new player or bot; null if the seat is vacant.'),
  })
  .meta({ id: 'Succession', description: 'A seat changed hands in a running match.' });

/** Who may ask for seats of one match at a time: as many as there can be seats. Later ones displace the earliest. */
export const MAX_NEWCOMERS = SEAT_LIMIT;

const newcomer = z
  .strictObject({
    name: z.string().max(200).describe('Different from all other names at the table.'),
    agreed: z.array(seatNumber).max(SEAT_LIMIT).describe('The seats whose players agree.'),
  })
  .meta({ id: 'Newcomer', description: 'A person who asks for a seat that was given up.' });

const undoQuestion = z
  .strictObject({
    id: z.int().min(0).describe('For `answer-undo`.'),
    seat: seatNumber.describe('Who asks.'),
    versions: z.array(z.int().min(1)).max(UNDO_REACH).describe('The versions that would no longer count.'),
    asked: z.array(seatNumber).max(SEAT_LIMIT).describe('The seats that must agree.'),
    agreed: z.array(seatNumber).max(SEAT_LIMIT).describe('Those of them that do.'),
    until: timeStamp.describe('When the question ends unanswered.'),
  })
  .meta({ id: 'UndoQuestion', description: 'Whether something may be taken back.' });

const seconds = z.nullable(z.int().min(0));

const patienceFacts = z
  .strictObject({
    left: seconds.describe('Counted from when all players have left; null: never.'),
    idle: seconds.describe('Counted from the last event, while no player is present; null: never.'),
  })
  .meta({ id: 'Patience', description: 'Seconds after which the server abandons the table.' });

export const tableFacts = z
  .strictObject({
    matchId: z.string().describe('Id of the match, for returning and for the record.'),
    game: z.string().describe('Id of the game.'),
    edition: z.string().describe('Name of the edition.'),
    editionHash: z.string().describe('Hash of the edition; its catalogue is served under this hash.'),
    rulesVersion: z.int().min(1).describe('Version of the rules that the match began with.'),
    status: z
      .enum(MATCH_STATUSES)
      .describe(
        '`frozen`: a fault or an administrator stopped the match; `abandoned`: it ended without a result.',
      ),
    dealing: z
      .boolean()
      .describe('The start was called, and the programs open their parts; `status` is still `lobby`.'),
    startsAt: z
      .nullable(timeStamp)
      .describe('When the table is to begin; null if that is open, and once it has begun.'),
    hostSeat: z.nullable(seatNumber).describe('Null while the host has no seat.'),
    options: z.record(z.string(), z.unknown()).describe('The game’s options.'),
    clock: z.enum(CLOCK_PRESETS).describe('Name of the preset.'),
    visibility: z.enum(['public', 'private']),
    spectatorsAllowed: z.boolean().describe('Whether spectators are admitted.'),
    spectators: z.int().min(0).describe('Number of spectators.'),
    spectatorsMuted: z.boolean().describe('Whether all spectators are muted.'),
    absence: z.enum(['bot', 'clock']).describe('Who plays for an absent player.'),
    vacancy: z
      .enum(SUCCESSORS)
      .describe('Who takes a seat that is given up: a bot, only the clock, or an invited person.'),
    hints: z.boolean().describe('Whether players may ask what a captain would play.'),
    undo: z
      .enum(UNDO_TERMS)
      .describe(
        'Whether players may take back what told nobody anything; `consent`: only if the others agree.',
      ),
    undoQuestion: z
      .nullable(undoQuestion)
      .describe('Whether something may be taken back, while people are asked; null otherwise.'),
    successions: z
      .array(succession)
      .max(MAX_SUCCESSIONS)
      .describe('The seats that changed hands since the start, in order.'),
    newcomers: z
      .array(newcomer)
      .max(MAX_NEWCOMERS)
      .describe('Who asks for a seat that was given up; the players decide with `accept-newcomer`.'),
    patience: patienceFacts.describe('When the server abandons the table.'),
    commitment: z
      .string()
      .describe('SHA-256 of the seed (of its 32 hexadecimal digits as text), published before the deal.'),
    seed: z.nullable(z.string()).describe('Null until the match is finished or abandoned.'),
    result: z.nullable(resultFacts).describe('The final ranking; null before the end.'),
    abandoned: z
      .nullable(abandonedFacts)
      .describe('Why there will be no result; null unless `status` is `abandoned`.'),
    rematch: z.nullable(z.string()).describe('Id of the rematch; null before there is one.'),
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
export type AbandonedFacts = z.infer<typeof abandonedFacts>;
