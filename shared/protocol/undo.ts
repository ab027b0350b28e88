// Taking back the latest command: what is offered, and the event that everybody gets.
import { z } from 'zod';
import type { Game } from '../kernel/game.ts';
import { seatNumber } from './table.ts';

export const undoableAnswer = z
  .strictObject({
    to: z.int().min(0).describe('For the request `undo`.'),
    versions: z.array(z.int().min(1)).describe('What would be taken back.'),
  })
  .meta({ id: 'Undoable', description: 'What your seat may take back.' });

export type Undoable = z.infer<typeof undoableAnswer>;

/** An event of the frame: every game has it. */
const takenBack = z.strictObject({
  type: z.literal('taken-back'),
  seat: seatNumber,
  versions: z
    .array(z.int().min(1))
    .describe('The versions whose commands no longer count; everybody knows what they told.'),
});

/** The events of a game and of its frame. */
export function eventSchemasOf({ schemas }: Pick<Game, 'schemas'>): Readonly<Record<string, z.ZodObject>> {
  return { ...schemas.events, 'taken-back': takenBack };
}
