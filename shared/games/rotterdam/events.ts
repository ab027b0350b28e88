// The events of this game. Optional fields are for entitled seats only, or apply only in some cases.
import { z } from 'zod';
import { chosenOptions } from './options.ts';
import { END_REASONS, PHASES } from './state.ts';
import { handSchema, scoreSchema } from './wire.ts';

const id = z.string();
const seat = z.int();
const count = z.int();
const points = z.int();
const tally = z.record(z.string(), z.int());
const phase = z.enum(PHASES);

export const eventSchemas = {
  'game-started': z.strictObject({
    type: z.literal('game-started'),
    colours: z.array(id),
    options: chosenOptions,
    captain: seat,
    missions: z.array(id).optional(),
  }),
  'round-started': z.strictObject({ type: z.literal('round-started'), round: z.int(), captain: seat }),
  'phase-started': z.strictObject({ type: z.literal('phase-started'), phase }),
  'phase-skipped': z.strictObject({ type: z.literal('phase-skipped'), phase }),
  'turn-started': z.strictObject({ type: z.literal('turn-started'), seat, phase }),
  'turn-ended': z.strictObject({
    type: z.literal('turn-ended'),
    seat,
    phase,
    reason: z.enum(['declined', 'skipped', 'done']),
  }),
  'ship-placed': z.strictObject({
    type: z.literal('ship-placed'),
    seat,
    ship: id,
    start: id,
    material: id.nullable(),
    by: z.enum(['placement', 'extra-cargo', 'cargo-thief']),
  }),
  'colour-chosen': z.strictObject({ type: z.literal('colour-chosen'), seat, colour: id }),
  'moves-required': z.strictObject({
    type: z.literal('moves-required'),
    seat,
    colour: id,
    ships: z.array(z.strictObject({ ship: id, channels: z.array(id) })),
  }),
  'ships-moved': z.strictObject({
    type: z.literal('ships-moved'),
    seat,
    colour: id,
    moves: z.array(z.strictObject({ ship: id, channel: id, from: id, to: id })),
    blocked: z.array(id),
    auto: z.boolean(),
  }),
  'ships-blocked': z.strictObject({ type: z.literal('ships-blocked'), seat, colour: id, ships: z.array(id) }),
  'movement-finished': z.strictObject({
    type: z.literal('movement-finished'),
    colour: id,
    moved: count,
    blocked: count,
  }),
  'navigation-drawn': z.strictObject({
    type: z.literal('navigation-drawn'),
    seat,
    count,
    cards: z.array(id).optional(),
  }),
  'navigation-draw-lost': z.strictObject({
    type: z.literal('navigation-draw-lost'),
    seat,
    count,
    reason: z.enum(['hand-full', 'supply-empty']),
  }),
  'navigation-reshuffled': z.strictObject({ type: z.literal('navigation-reshuffled'), count }),
  'navigation-played': z.strictObject({
    type: z.literal('navigation-played'),
    seat,
    card: id,
    kind: id,
    shipA: id.optional(),
    shipB: id.optional(),
    ship: id.optional(),
    path: z.array(id).optional(),
    from: id.optional(),
    to: id.nullable().optional(),
    start: id.nullable().optional(),
    material: id.optional(),
  }),
  'advantage-laid': z.strictObject({ type: z.literal('advantage-laid'), seat, card: id, points }),
  'ship-unloaded': z.strictObject({
    type: z.literal('ship-unloaded'),
    seat,
    ship: id,
    harbour: id,
    material: id.nullable(),
    result: z.enum(['product', 'deck-empty', 'wrong-cargo', 'no-cargo']),
    product: id.nullable().optional(),
  }),
  'top-product-changed': z.strictObject({
    type: z.literal('top-product-changed'),
    harbour: id,
    product: id.nullable(),
  }),
  'trade-offered': z.strictObject({
    type: z.literal('trade-offered'),
    offer: z.int(),
    from: seat,
    to: z.union([seat, z.literal('*')]),
    giveCount: count,
    wantCount: count,
    give: tally.optional(),
    want: tally.optional(),
  }),
  'trade-closed': z.strictObject({
    type: z.literal('trade-closed'),
    offer: z.int(),
    reason: z.enum(['withdrawn', 'declined', 'stale', 'player-done']),
  }),
  'trade-completed': z.strictObject({
    type: z.literal('trade-completed'),
    offer: z.int(),
    from: seat,
    to: seat,
    giveCount: count,
    wantCount: count,
    give: tally.optional(),
    want: tally.optional(),
  }),
  'products-revealed': z.strictObject({ type: z.literal('products-revealed'), seat, products: tally }),
  'trading-stopped': z.strictObject({ type: z.literal('trading-stopped'), seat }),
  'trading-resumed': z.strictObject({ type: z.literal('trading-resumed'), seat }),
  'mission-fulfilled': z.strictObject({
    type: z.literal('mission-fulfilled'),
    seat,
    mission: id,
    products: z.array(id),
    jokers: z.array(z.strictObject({ card: id, as: id })),
    value: points,
    missionPoints: points,
    drawn: id.nullable().optional(),
  }),
  'game-ended': z.strictObject({
    type: z.literal('game-ended'),
    reason: z.enum(END_REASONS),
    /** By seat, like `hands`. */
    scores: z.array(scoreSchema),
    hands: z.array(handSchema),
  }),
} as const;

export type EventType = keyof typeof eventSchemas;
export type Event = { [Type in EventType]: z.infer<(typeof eventSchemas)[Type]> }[EventType];
