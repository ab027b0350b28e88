// Schemas shared by commands, news and views.
import { z } from 'zod';

export const seat = z.int().min(0).max(7);
export const quay = z.int().min(1).max(4);
export const id = z.string();
export const ids = z.array(id);
export const count = z.int().min(0);
/** One entry per seat. */
export const perSeat = z.array(count);

/** An id in a command. An unknown id is not malformed: the rules refuse it with a specific code. */
export const namedId = z.string().max(64);
export const namedSeat = z.int().min(0).max(3);
/** More effects or porters than any card has; longer lists are malformed. */
export const LONG = 32;

/** Where one effect of a card is played. */
export const target = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('place'), quays: z.array(quay).max(LONG) }),
  z.strictObject({ type: z.literal('move'), from: quay, to: quay }),
  z.strictObject({ type: z.literal('swap'), ownQuay: quay, otherQuay: quay, seat: namedSeat }),
  z.strictObject({ type: z.literal('recall'), quay, seat: namedSeat }),
  z.strictObject({ type: z.literal('trade-goods'), quay }),
]);
export type Target = z.infer<typeof target>;

const END_REASONS = ['last-ship', 'target', 'max-rounds'] as const;
export type EndReason = (typeof END_REASONS)[number];

export const publicResult = z.strictObject({
  reason: z.enum(END_REASONS),
  ranking: z.array(
    z.strictObject({
      seat,
      primes: count,
      /** The secret tile, revealed. */
      goods: id,
      rank: z.int().min(1),
    }),
  ),
  winners: z.array(seat),
});
export type PublicResult = z.infer<typeof publicResult>;
