// The events of this game.
import { z } from 'zod';
import { type EventIn, event } from '../../kernel/events.ts';
import { chosenOptions } from './options.ts';
import { company, count, DISTRIBUTION_KINDS, END_REASONS, id, ids, scores, seat, tally } from './wire.ts';

const rank = z.int().min(1);

const DISCARD_REASONS = ['fight', 'mission', 'excess', 'unclaimed', 'end'] as const;

export const eventSchemas = {
  'game-started': event('game-started', {
    firstSeat: seat,
    options: chosenOptions,
    harbours: ids,
    missions: ids,
    edition: z.string(),
    /** The seat's own hand only. */
    hand: z.exactOptional(ids),
  }),
  'merchant-placed': event('merchant-placed', { seat, merchant: id, company, rank, round: z.int().min(1) }),
  'turn-started': event('turn-started', { seat, turn: z.int().min(1) }),
  'mission-completed': event('mission-completed', {
    seat,
    mission: id,
    cards: ids,
    trade: z.exactOptional(z.strictObject({ card: id, as: z.string() })),
  }),
  'mission-skipped': event('mission-skipped', { seat, automatic: z.boolean() }),
  'pirate-ship-moved': event('pirate-ship-moved', { from: z.union([z.literal('lair'), seat]), to: seat }),
  'company-skipped': event('company-skipped', { seat }),
  'merchant-transferred': event('merchant-transferred', {
    seat,
    merchant: id,
    from: company,
    fromRank: rank,
    to: company,
    toRank: rank,
  }),
  'attack-declared': event('attack-declared', {
    seat,
    against: seat,
    attacker: id,
    defender: id,
    company,
    cards: ids,
    bonus: count,
  }),
  'defence-played': event('defence-played', { seat, cards: ids, automatic: z.boolean() }),
  'fight-resolved': event('fight-resolved', {
    attackFlags: count,
    defenceFlags: count,
    bonus: count,
    winner: z.enum(['attacker', 'defender']),
  }),
  'merchant-retreated': event('merchant-retreated', {
    seat,
    merchant: id,
    mode: z.enum(['swap', 'leave']),
    company,
    rank,
  }),
  'reward-taken': event('reward-taken', { seat, card: id.nullable() }),
  'cards-discarded': event('cards-discarded', {
    seat: seat.nullable(),
    cards: ids,
    reason: z.enum(DISCARD_REASONS),
  }),
  'shipment-played': event('shipment-played', {
    seat,
    card: id,
    slot: count,
    harbour: id,
    counts: tally,
  }),
  'distribution-started': event('distribution-started', {
    slot: count,
    harbour: id,
    kind: z.enum(DISTRIBUTION_KINDS),
    companies: z.array(company),
    takenBy: seat,
  }),
  'spice-picked': event('spice-picked', {
    seat,
    merchant: id,
    company,
    rank,
    card: id,
    automatic: z.boolean(),
  }),
  'distribution-ended': event('distribution-ended', { slot: count }),
  'harbour-revealed': event('harbour-revealed', { slot: count, harbour: id }),
  'deck-reshuffled': event('deck-reshuffled', { count }),
  'cards-drawn': event('cards-drawn', {
    seat,
    count,
    /** In the order drawn; for the seat that drew them. */
    cards: z.exactOptional(ids),
  }),
  'end-triggered': event('end-triggered', {
    reason: z.enum(END_REASONS),
    lastActive: seat,
    harbours: ids,
  }),
  'hands-discarded': event('hands-discarded', { hands: z.array(z.strictObject({ seat, cards: ids })) }),
  'game-ended': event('game-ended', {
    scores,
    ranking: z.array(z.strictObject({ seat, place: z.int().min(1) })),
    winners: z.array(seat),
  }),
} as const;

export type Event = EventIn<typeof eventSchemas>;
