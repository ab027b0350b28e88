// What happened, as it is told. Fields that are optional go to the entitled seats alone.
import { z } from 'zod';
import { targetSchema } from './commands.ts';
import { chosenOptions } from './options.ts';

const seat = z.int().min(0).max(7);
const quay = z.int().min(1).max(4);
const id = z.string();
const amount = z.int().min(0);
/** One entry per seat. */
const perSeat = z.array(amount);

export const rankingSchema = z.strictObject({
  seat,
  primes: amount,
  /** The secret tile, turned up. */
  goods: id,
  rank: z.int().min(1),
});

export const END_REASONS = ['last-ship', 'target', 'max-rounds'] as const;

export const resultSchema = z.strictObject({
  reason: z.enum(END_REASONS),
  ranking: z.array(rankingSchema),
  winners: z.array(seat),
});
export type PublicResult = z.infer<typeof resultSchema>;

function told<Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) {
  return z.strictObject({ type: z.literal(type), ...fields });
}

export const eventSchemas = {
  'game-started': told('game-started', {
    options: chosenOptions,
    edition: id,
    slateSeat: seat,
    quays: z.array(z.strictObject({ quay, shipId: id, value: amount, goods: id })),
    nextShipId: id.nullable(),
    shipPileCount: amount,
    goodsPileCount: amount,
    eventPileCount: amount,
  }),
  'goods-dealt': told('goods-dealt', { counts: perSeat, goods: id.optional() }),
  'round-started': told('round-started', { round: amount, firstSeat: seat }),
  'turn-started': told('turn-started', { seat }),
  'auction-opened': told('auction-opened', { seat, eventId: id, kind: id }),
  'event-pile-reshuffled': told('event-pile-reshuffled', { count: amount }),
  'bid-made': told('bid-made', { seat, amount }),
  'bid-passed': told('bid-passed', { seat, automatic: z.boolean() }),
  'auction-won': told('auction-won', { seat, eventId: id, amount, primes: amount }),
  'event-played': told('event-played', { seat, eventId: id, kind: id, quay, shipId: id }),
  'porters-returned': told('porters-returned', { quay, counts: perSeat, cause: id }),
  'primes-claimed': told('primes-claimed', { seat, gained: amount, losses: perSeat }),
  'ship-removed': told('ship-removed', {
    quay,
    shipId: id,
    cause: id,
    shipTo: z.enum(['discard', 'removed']),
    goods: id,
    goodsTo: z.enum(['pile', 'removed']),
    eventId: id,
    eventTo: z.enum(['discard', 'removed']),
  }),
  'relation-played': told('relation-played', { seat, relation: id, commission: amount }),
  'relations-taken-back': told('relations-taken-back', { seat }),
  'effect-applied': told('effect-applied', { seat, relation: id, index: amount, target: targetSchema }),
  'effect-skipped': told('effect-skipped', {
    seat,
    relation: id,
    index: amount,
    reason: z.enum(['unplayable', 'declined']),
  }),
  'goods-traded': told('goods-traded', { seat, quay, laid: id, taken: id }),
  'ship-filled': told('ship-filled', { quay, shipId: id }),
  'primes-paid': told('primes-paid', {
    quay,
    shipId: id,
    primePerPorter: amount,
    amounts: perSeat,
    pirateSeat: seat.nullable(),
  }),
  'target-reached': told('target-reached', { seats: z.array(seat) }),
  'payer-asked': told('payer-asked', { quay, relation: id, amount, eligible: z.array(seat) }),
  'commission-paid': told('commission-paid', {
    quay,
    relation: id,
    due: amount,
    payerSeat: seat,
    paid: amount,
  }),
  'slate-moved': told('slate-moved', {
    fromSeat: seat,
    toSeat: seat,
    cause: z.enum(['left', 'round-end']),
  }),
  'ship-departed': told('ship-departed', {
    quay,
    shipId: id,
    goods: id,
    eventId: id.nullable(),
    cause: z.enum(['relation', 'shortage']),
  }),
  'ship-docked': told('ship-docked', { quay, shipId: id, nextShipId: id.nullable(), shipPileCount: amount }),
  'final-round-started': told('final-round-started', { round: amount }),
  'goods-pile-refilled': told('goods-pile-refilled', { count: amount }),
  'goods-drawn': told('goods-drawn', { seat, count: amount, goods: z.array(id).optional() }),
  'goods-laid': told('goods-laid', {
    seat,
    assignments: z.array(z.strictObject({ quay, goods: id })),
  }),
  'turn-ended': told('turn-ended', { seat }),
  'round-ended': told('round-ended', { round: amount, slateUsed: z.boolean(), slateSeat: seat }),
  'game-ended': told('game-ended', { result: resultSchema }),
};

export type Event = z.infer<(typeof eventSchemas)[keyof typeof eventSchemas]>;

export const EVENTS = Object.keys(eventSchemas) as Event['type'][];
