// Everything that happens, as it is told (section 7). What only entitled seats see is optional.
import { z } from 'zod';
import { SHIP_KINDS, TREASURES } from './components.ts';

const id = z.string();
const seat = z.int().min(0);
const coins = z.int();
const place = { x: z.int(), y: z.int() };
const dues = z.array(z.strictObject({ lighthouseId: id, seat, amount: coins }));
const moved = {
  shipId: id,
  path: z.array(z.strictObject(place)),
  cost: z.int(),
  bonusUsed: z.int(),
};

export const END_REASONS = ['target', 'last-player', 'no-fleet', 'treasures', 'idle', 'guard'] as const;
export type EndReason = (typeof END_REASONS)[number];

export const scoreSchema = z.strictObject({
  seat,
  coins,
  fishPorts: coins,
  fishShips: coins,
  fleet: coins,
  ports: coins,
  treasures: coins,
  total: coins,
});

const fields = {
  'game-started': { seats: z.int(), firstSeat: seat, homePorts: z.array(id) },
  'turn-started': { seat, round: z.int(), finalPhase: z.boolean() },
  'tile-drawn': { seat, tileId: id },
  'tile-returned': { tileId: id },
  'tile-placed': { seat, tileId: id, ...place, rotation: z.int(), stackCount: z.int() },
  'home-port-founded': { seat, portId: id, sailorId: id.nullable() },
  'home-port-forfeited': { seat, portId: id },
  'stack-blocked': { tileIds: z.array(id) },
  'final-phase-started': { seat },
  'cargo-loaded': { seat, shipId: id, cardId: id.exactOptional(), origin: id },
  'cargo-refused': { seat, shipId: id, cardId: id },
  'treasure-revealed': { kind: z.enum(TREASURES), cardId: id, value: coins },
  'treasure-set-aside': { cardId: id },
  'deck-reshuffled': { count: z.int() },
  'berth-requested': { seat, owner: seat, portId: id, kind: z.enum(SHIP_KINDS), fee: coins },
  'berth-answered': { owner: seat, accept: z.boolean() },
  'ship-bought': { seat, shipId: id, portId: id, paid: coins },
  'sailor-bought': { seat, sailorId: id, tileId: id, paid: coins },
  'sailor-moved': { sailorId: id, ...place },
  'ship-departed': { direction: z.int(), ...moved },
  'ship-advanced': moved,
  'ship-turned': { shipId: id, heading: z.int(), bonusUsed: z.int() },
  'ship-docked': { shipId: id, portId: id, heading: z.int() },
  'cargo-delivered': {
    shipId: id,
    cardId: id,
    portId: id,
    distance: z.int(),
    zone: z.int(),
    price: coins,
    due: coins,
    owner: seat.nullable(),
  },
  'bonus-credited': { shipId: id, lighthouseId: id },
  'bonus-expired': { shipId: id, count: z.int() },
  'dues-paid': { from: seat, to: seat, lighthouseId: id, amount: coins },
  'debt-opened': { seat, amount: coins, dues },
  'piece-sold': { seat, pieceId: id, price: coins },
  'cargo-discarded': { shipId: id, cardId: id },
  'debt-settled': { seat },
  'player-eliminated': { seat, reason: z.enum(['debt', 'resigned']) },
  'ransom-demanded': { pirateId: id, shipId: id, amount: coins },
  'ransom-answered': {
    seat,
    reply: z.enum(['pay', 'refuse', 'counter', 'accept', 'fire']),
    amount: coins,
  },
  'ransom-paid': { from: seat, to: seat, amount: coins },
  'ship-sunk': {
    shipId: id,
    cause: z.enum(['attack', 'rock', 'shoal', 'storm']),
    by: id.exactOptional(),
    reward: coins.exactOptional(),
    cardId: id.exactOptional(),
  },
  'sailor-removed': { sailorId: id, by: id },
  'turn-ended': { seat, auto: z.boolean() },
  'game-ended': {
    reason: z.enum(END_REASONS),
    winner: seat,
    ranking: z.array(seat),
    scores: z.array(scoreSchema),
    cardsTurned: z.array(id),
  },
} as const;

type Fields = typeof fields;
export type EventType = keyof Fields;
export type EventOf<T extends EventType> = { readonly type: T } & z.infer<z.ZodObject<Fields[T]>>;
export type Event = { [T in EventType]: EventOf<T> }[EventType];

export const EVENTS = Object.keys(fields) as EventType[];
export const eventSchemas: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  Object.entries(fields).map(([type, shape]) => [type, z.strictObject({ type: z.literal(type), ...shape })]),
);
