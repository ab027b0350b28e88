// The events of this game. Optional fields are for the seats that may see them: the tug's owner, at the beginning of
// the match the owner of the hand.
import { z } from 'zod';
import { type EventIn, eventsOf } from '../../kernel/events.ts';
import { count, pieceId, seat } from '../../kernel/fields.ts';

const tug = pieceId('tugs');
const wreck = pieceId('wrecks');

export const eventSchemas = eventsOf({
  'game-started': { rounds: count, edition: pieceId(), hand: z.exactOptional(z.array(tug)) },
  'wreck-sighted': { round: count, wreck },
  'tug-sent': { seat, tug: z.exactOptional(tug) },
  'tugs-revealed': { tugs: z.array(z.strictObject({ seat, tug })) },
  'wrecks-salvaged': { seat, wrecks: z.array(wreck) },
  'wrecks-contested': { seats: z.array(seat) },
  'tug-drawn': { seat, tug: z.exactOptional(tug) },
  'game-ended': { scores: z.array(z.strictObject({ seat, total: count })), winners: z.array(seat) },
});

export type Event = EventIn<typeof eventSchemas>;
