// Taking back the latest command: what is offered, and the event that everybody gets.
import { z } from 'zod';
import type { Game } from '../kernel/game.ts';
import { seatNumber } from './table.ts';

/** How often a seat may ask the others in one match. */
export const UNDO_QUESTIONS = 3;

export const undoableAnswer = z
  .strictObject({
    to: z.int().min(0).describe('For the request `undo`.'),
    versions: z.array(z.int().min(1)).describe('What would be taken back.'),
    asks: z
      .array(seatNumber)
      .describe('The seats that must agree: send `ask-undo`. Empty: nobody, send `undo`.'),
  })
  .meta({ id: 'Undoable', description: 'What your seat may take back.' });

export type Undoable = z.infer<typeof undoableAnswer>;

export const undoAsked = z.strictObject({
  asked: z
    .array(seatNumber)
    .describe('The seats that are asked; empty: nobody is here, and it was taken back at once.'),
});

/** An event of the frame: every game has it. */
const takenBack = z.strictObject({
  type: z.literal('taken-back'),
  seat: seatNumber,
  versions: z
    .array(z.int().min(1))
    .describe('The versions whose commands no longer count; everybody knows what they told.'),
  agreed: z.array(seatNumber).exactOptional().describe('The seats that agreed, if they were asked.'),
});

/** The events of a game and of its frame. */
export function eventSchemasOf({ schemas }: Pick<Game, 'schemas'>): Readonly<Record<string, z.ZodObject>> {
  return { ...schemas.events, 'taken-back': takenBack };
}
