// The events of this game.
import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { chosenOptions } from './options.ts';
import { END_REASONS, PHASES } from './state.ts';
import { count, handSchema, id, ids, scoreSchema, seat, tally } from './wire.ts';

const points = z.int();
const phase = z.enum(PHASES);

export const eventSchemas = {
  'game-started': event('game-started', {
    colours: ids,
    options: chosenOptions,
    captain: seat,
    missions: ids.optional(),
  }),
  'round-started': event('round-started', { round: z.int(), captain: seat }),
  'phase-started': event('phase-started', { phase }),
  'phase-skipped': event('phase-skipped', { phase }),
  'turn-started': event('turn-started', { seat, phase }),
  'turn-ended': event('turn-ended', { seat, phase, reason: z.enum(['declined', 'skipped', 'done']) }),
  'ship-placed': event('ship-placed', {
    seat,
    ship: id,
    start: id,
    material: id.nullable(),
    by: z.enum(['placement', 'extra-cargo', 'cargo-thief']),
  }),
  'colour-chosen': event('colour-chosen', { seat, colour: id }),
  'moves-required': event('moves-required', {
    seat,
    colour: id,
    ships: z.array(z.strictObject({ ship: id, channels: ids })),
  }),
  'ships-moved': event('ships-moved', {
    seat,
    colour: id,
    moves: z.array(z.strictObject({ ship: id, channel: id, from: id, to: id })),
    blocked: ids,
    auto: z.boolean(),
  }),
  'ships-blocked': event('ships-blocked', { seat, colour: id, ships: ids }),
  'movement-finished': event('movement-finished', { colour: id, moved: count, blocked: count }),
  'navigation-drawn': event('navigation-drawn', { seat, count, cards: ids.optional() }),
  'navigation-draw-lost': event('navigation-draw-lost', {
    seat,
    count,
    reason: z.enum(['hand-full', 'supply-empty']),
  }),
  'navigation-reshuffled': event('navigation-reshuffled', { count }),
  'navigation-played': event('navigation-played', {
    seat,
    card: id,
    kind: id,
    shipA: id.optional(),
    shipB: id.optional(),
    ship: id.optional(),
    path: ids.optional(),
    from: id.optional(),
    to: id.nullable().optional(),
    start: id.nullable().optional(),
    material: id.optional(),
  }),
  'advantage-laid': event('advantage-laid', { seat, card: id, points }),
  'ship-unloaded': event('ship-unloaded', {
    seat,
    ship: id,
    harbour: id,
    material: id.nullable(),
    result: z.enum(['product', 'deck-empty', 'wrong-cargo', 'no-cargo']),
    product: id.nullable().optional(),
  }),
  'top-product-changed': event('top-product-changed', { harbour: id, product: id.nullable() }),
  'trade-offered': event('trade-offered', {
    offer: z.int(),
    from: seat,
    to: z.union([seat, z.literal('*')]),
    giveCount: count,
    wantCount: count,
    give: tally.optional(),
    want: tally.optional(),
  }),
  'trade-closed': event('trade-closed', {
    offer: z.int(),
    reason: z.enum(['withdrawn', 'declined', 'stale', 'player-done']),
  }),
  'trade-completed': event('trade-completed', {
    offer: z.int(),
    from: seat,
    to: seat,
    giveCount: count,
    wantCount: count,
    give: tally.optional(),
    want: tally.optional(),
  }),
  'products-revealed': event('products-revealed', { seat, products: tally }),
  'trading-stopped': event('trading-stopped', { seat }),
  'trading-resumed': event('trading-resumed', { seat }),
  'mission-fulfilled': event('mission-fulfilled', {
    seat,
    mission: id,
    products: ids,
    jokers: z.array(z.strictObject({ card: id, as: id })),
    value: points,
    missionPoints: points,
    drawn: id.nullable().optional(),
  }),
  'game-ended': event('game-ended', {
    reason: z.enum(END_REASONS),
    /** By seat, like `hands`. */
    scores: z.array(scoreSchema),
    hands: z.array(handSchema),
  }),
} as const;

export type EventType = keyof typeof eventSchemas;
export type Event = { [Type in EventType]: z.infer<(typeof eventSchemas)[Type]> }[EventType];
