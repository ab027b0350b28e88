// The events of this game.
import { z } from 'zod';
import { type EventIn, event } from '../../kernel/events.ts';
import { chosenOptions } from './options.ts';
import { count, id, ids, perSeat, publicResult, quay, seat, target } from './wire.ts';

export const eventSchemas = {
  'game-started': event('game-started', {
    options: chosenOptions,
    edition: id,
    slateSeat: seat,
    quays: z.array(z.strictObject({ quay, shipId: id, value: count, goods: id })),
    nextShipId: id.nullable(),
    shipPileCount: count,
    goodsPileCount: count,
    eventPileCount: count,
  }),
  'goods-dealt': event('goods-dealt', { counts: perSeat, goods: z.exactOptional(id) }),
  'round-started': event('round-started', { round: count, firstSeat: seat }),
  'turn-started': event('turn-started', { seat }),
  'auction-opened': event('auction-opened', { seat, eventId: id, kind: id }),
  'event-pile-reshuffled': event('event-pile-reshuffled', { count }),
  'bid-made': event('bid-made', { seat, amount: count }),
  'bid-passed': event('bid-passed', { seat, automatic: z.boolean() }),
  'auction-won': event('auction-won', { seat, eventId: id, amount: count, primes: count }),
  'event-played': event('event-played', { seat, eventId: id, kind: id, quay, shipId: id }),
  'porters-returned': event('porters-returned', { quay, counts: perSeat, cause: id }),
  'primes-claimed': event('primes-claimed', { seat, gained: count, losses: perSeat }),
  'ship-removed': event('ship-removed', {
    quay,
    shipId: id,
    cause: id,
    shipTo: z.enum(['discard', 'removed']),
    goods: id,
    goodsTo: z.enum(['pile', 'removed']),
    eventId: id,
    eventTo: z.enum(['discard', 'removed']),
  }),
  'relation-played': event('relation-played', { seat, relation: id, commission: count }),
  'relations-taken-back': event('relations-taken-back', { seat }),
  'effect-applied': event('effect-applied', { seat, relation: id, index: count, target }),
  'effect-skipped': event('effect-skipped', {
    seat,
    relation: id,
    index: count,
    reason: z.enum(['unplayable', 'declined']),
  }),
  'goods-traded': event('goods-traded', { seat, quay, laid: id, taken: id }),
  'ship-filled': event('ship-filled', { quay, shipId: id }),
  'primes-paid': event('primes-paid', {
    quay,
    shipId: id,
    primePerPorter: count,
    amounts: perSeat,
    pirateSeat: seat.nullable(),
  }),
  'target-reached': event('target-reached', { seats: z.array(seat) }),
  'payer-asked': event('payer-asked', { quay, relation: id, amount: count, eligible: z.array(seat) }),
  'commission-paid': event('commission-paid', {
    quay,
    relation: id,
    due: count,
    payerSeat: seat,
    paid: count,
  }),
  'slate-moved': event('slate-moved', {
    fromSeat: seat,
    toSeat: seat,
    cause: z.enum(['left', 'round-end']),
  }),
  'ship-departed': event('ship-departed', {
    quay,
    shipId: id,
    goods: id,
    eventId: id.nullable(),
    cause: z.enum(['relation', 'shortage']),
  }),
  'ship-docked': event('ship-docked', { quay, shipId: id, nextShipId: id.nullable(), shipPileCount: count }),
  'final-round-started': event('final-round-started', { round: count }),
  'goods-pile-refilled': event('goods-pile-refilled', { count }),
  'goods-drawn': event('goods-drawn', { seat, count, goods: z.exactOptional(ids) }),
  'goods-laid': event('goods-laid', {
    seat,
    assignments: z.array(z.strictObject({ quay, goods: id })),
  }),
  'turn-ended': event('turn-ended', { seat }),
  'round-ended': event('round-ended', { round: count, slateUsed: z.boolean(), slateSeat: seat }),
  'game-ended': event('game-ended', { result: publicResult }),
} as const;

export type Event = EventIn<typeof eventSchemas>;
