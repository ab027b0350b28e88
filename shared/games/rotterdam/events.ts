// The events of this game.
import { z } from 'zod';
import { type EventIn, event } from '../../kernel/events.ts';
import { chosenOptions } from './options.ts';
import { count, END_REASONS, hand, id, ids, PHASES, scores, seat, tally } from './wire.ts';

const points = z.int();
const phase = z.enum(PHASES);

export const eventSchemas = {
  'game-started': event('game-started', {
    colours: ids,
    options: chosenOptions,
    captain: seat,
    missions: z.exactOptional(ids),
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
  'navigation-drawn': event('navigation-drawn', { seat, count, cards: z.exactOptional(ids) }),
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
    shipA: z.exactOptional(id),
    ownerA: z.exactOptional(seat),
    /** What each of the two carries now. */
    cargoA: z.exactOptional(id.nullable()),
    shipB: z.exactOptional(id),
    ownerB: z.exactOptional(seat),
    cargoB: z.exactOptional(id.nullable()),
    ship: z.exactOptional(id),
    /** Of the ship that the card is played on. */
    owner: z.exactOptional(seat),
    path: z.exactOptional(ids),
    from: z.exactOptional(id),
    to: z.exactOptional(id.nullable()),
    start: z.exactOptional(id.nullable()),
    /** Loaded, stolen or confiscated. */
    material: z.exactOptional(id.nullable()),
  }),
  'advantage-laid': event('advantage-laid', { seat, card: id, points }),
  'ship-unloaded': event('ship-unloaded', {
    seat,
    ship: id,
    harbour: id,
    material: id.nullable(),
    result: z.enum(['product', 'deck-empty', 'wrong-cargo', 'no-cargo']),
    product: z.exactOptional(id.nullable()),
  }),
  'top-product-changed': event('top-product-changed', { harbour: id, product: id.nullable() }),
  'trade-offered': event('trade-offered', {
    offer: z.int(),
    from: seat,
    to: z.union([seat, z.literal('*')]),
    giveCount: count,
    wantCount: count,
    give: z.exactOptional(tally),
    want: z.exactOptional(tally),
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
    give: z.exactOptional(tally),
    want: z.exactOptional(tally),
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
    drawn: z.exactOptional(id.nullable()),
  }),
  'game-ended': event('game-ended', {
    reason: z.enum(END_REASONS),
    /** By seat, like `hands`. */
    scores,
    hands: z.array(hand),
  }),
} as const;

export type Event = EventIn<typeof eventSchemas>;
