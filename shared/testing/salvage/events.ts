// The events of this game.
import { z } from 'zod';
import { type EventIn, event } from '../../kernel/events.ts';
import { count, id, ids, seat } from './wire.ts';

export const eventSchemas = {
  'game-started': event('game-started', {
    rounds: z.int().min(1),
    edition: z.string(),
    /** The seat's own hand only. */
    hand: z.exactOptional(ids),
  }),
  'wreck-sighted': event('wreck-sighted', { round: z.int().min(1), wreck: id }),
  'tug-sent': event('tug-sent', {
    seat,
    /** For the seat that sent it. */
    tug: z.exactOptional(id),
  }),
  'tugs-revealed': event('tugs-revealed', { tugs: z.array(z.strictObject({ seat, tug: id })) }),
  'wrecks-salvaged': event('wrecks-salvaged', { seat, wrecks: ids }),
  'wrecks-contested': event('wrecks-contested', { seats: z.array(seat) }),
  'tug-drawn': event('tug-drawn', {
    seat,
    /** For the seat that drew it. */
    tug: z.exactOptional(id),
  }),
  'game-ended': event('game-ended', {
    scores: z.array(z.strictObject({ seat, total: count })),
    winners: z.array(seat),
  }),
} as const;

export type Event = EventIn<typeof eventSchemas>;
