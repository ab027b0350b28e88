// The events of this game.
import { z } from 'zod';
import { type EventIn, event } from '../../kernel/events.ts';
import { SHIP_KINDS, TREASURES } from './components.ts';
import { coins, count, END_REASONS, heading, id, ids, place, rotation, scores, seat } from './wire.ts';

const dues = z.array(z.strictObject({ lighthouseId: id, seat, amount: coins }));
const moved = {
  seat,
  shipId: id,
  path: z.array(z.strictObject(place)),
  cost: count,
  bonusUsed: count,
};

export const eventSchemas = {
  'game-started': event('game-started', { seats: count, firstSeat: seat, homePorts: ids }),
  'turn-started': event('turn-started', { seat, round: count, finalPhase: z.boolean() }),
  'tile-drawn': event('tile-drawn', { seat, tileId: id }),
  'tile-returned': event('tile-returned', { tileId: id }),
  'tile-placed': event('tile-placed', { seat, tileId: id, ...place, rotation, stackCount: count }),
  'home-port-founded': event('home-port-founded', { seat, portId: id, sailorId: id.nullable() }),
  'home-port-forfeited': event('home-port-forfeited', { seat, portId: id }),
  'stack-blocked': event('stack-blocked', { tileIds: ids }),
  'final-phase-started': event('final-phase-started', { seat }),
  'cargo-loaded': event('cargo-loaded', { seat, shipId: id, cardId: z.exactOptional(id), origin: id }),
  'cargo-refused': event('cargo-refused', { seat, shipId: id, cardId: id }),
  'treasure-revealed': event('treasure-revealed', { kind: z.enum(TREASURES), cardId: id, value: coins }),
  'treasure-set-aside': event('treasure-set-aside', { cardId: id }),
  'deck-reshuffled': event('deck-reshuffled', { count }),
  'berth-requested': event('berth-requested', {
    seat,
    owner: seat,
    portId: id,
    kind: z.enum(SHIP_KINDS),
    fee: coins,
  }),
  'berth-answered': event('berth-answered', { owner: seat, accept: z.boolean() }),
  'ship-bought': event('ship-bought', { seat, shipId: id, portId: id, paid: coins }),
  'sailor-bought': event('sailor-bought', { seat, sailorId: id, tileId: id, paid: coins }),
  'sailor-moved': event('sailor-moved', { seat, sailorId: id, ...place }),
  'ship-departed': event('ship-departed', { direction: heading, ...moved }),
  'ship-advanced': event('ship-advanced', moved),
  'ship-turned': event('ship-turned', { seat, shipId: id, heading, bonusUsed: count }),
  'ship-docked': event('ship-docked', { seat, shipId: id, portId: id, heading }),
  'cargo-delivered': event('cargo-delivered', {
    seat,
    shipId: id,
    cardId: id,
    portId: id,
    distance: count,
    zone: count,
    price: coins,
    due: coins,
    owner: seat.nullable(),
  }),
  'bonus-credited': event('bonus-credited', { seat, shipId: id, lighthouseId: id }),
  'bonus-expired': event('bonus-expired', { seat, shipId: id, count }),
  'dues-paid': event('dues-paid', { from: seat, to: seat, lighthouseId: id, amount: coins }),
  'debt-opened': event('debt-opened', { seat, amount: coins, dues }),
  'piece-sold': event('piece-sold', { seat, pieceId: id, price: coins }),
  'cargo-discarded': event('cargo-discarded', { seat, shipId: id, cardId: id }),
  'debt-settled': event('debt-settled', { seat }),
  'player-eliminated': event('player-eliminated', { seat, reason: z.enum(['debt', 'resigned']) }),
  'ransom-demanded': event('ransom-demanded', {
    seat,
    pirateId: id,
    victim: seat,
    shipId: id,
    amount: coins,
  }),
  'ransom-answered': event('ransom-answered', {
    seat,
    reply: z.enum(['pay', 'refuse', 'counter', 'accept', 'fire']),
    amount: coins,
  }),
  'ransom-paid': event('ransom-paid', { from: seat, to: seat, amount: coins }),
  'ship-sunk': event('ship-sunk', {
    seat,
    shipId: id,
    cause: z.enum(['attack', 'rock', 'shoal', 'storm']),
    by: z.exactOptional(id),
    attacker: z.exactOptional(seat),
    reward: z.exactOptional(coins),
    cardId: z.exactOptional(id),
  }),
  'sailor-removed': event('sailor-removed', { seat, sailorId: id, by: id, attacker: seat }),
  'turn-ended': event('turn-ended', { seat, auto: z.boolean() }),
  'game-ended': event('game-ended', {
    reason: z.enum(END_REASONS),
    winner: seat,
    ranking: z.array(seat),
    scores,
    cardsTurned: ids,
  }),
} as const;

export type Event = EventIn<typeof eventSchemas>;
