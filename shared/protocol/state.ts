// The synchronized state of a room: the same data that a stream sends line by line, kept up to date by
// Colyseus. It has no second description: the fields are those of `truth`.
import { z } from 'zod';
import type { GameSchemas } from '../kernel/game.ts';
import { truth } from './lines.ts';
import { seatFacts, tableFacts } from './table.ts';

const PRIVATE = { audience: 'seat' };

/** Whether this is sent only to the player of a seat. */
export function isPrivate(type: z.ZodType): boolean {
  return type.meta()?.['audience'] === PRIVATE.audience;
}

/** Sent only to the player of the seat. */
export const privatePart = truth.pick({ invitation: true, seatView: true }).meta(PRIVATE);

/** Your own seat and the server's time are not here but in `welcome`. */
export const roomState = truth
  .pick({ version: true, table: true, decisions: true, banks: true, view: true })
  .describe('The match as all viewers may see it.');

/** The same with the options and views of one game, and the private part of every seat. */
export function roomStateOf({ options, publicView, seatView }: GameSchemas): z.ZodObject {
  const own = privatePart.extend({ seatView: z.nullable(seatView) }).meta(PRIVATE);
  const seat = seatFacts.extend({ priv: own });
  return roomState.extend({
    table: tableFacts.extend({ options, seats: z.array(seat) }),
    // Decisions are next to it, with their deadlines.
    view: z.nullable(publicView.omit({ decisions: true })),
  });
}

type RoomState = z.infer<typeof roomState>;
/** What every command changes. */
export type Progress = Omit<RoomState, 'table'>;
export type PrivatePart = z.infer<typeof privatePart>;
