// Schemas shared by commands, news and views.
import { z } from 'zod';

export const seat = z.int().min(0);
export const id = z.string();
export const ids = z.array(id);
export const count = z.int().min(0);
export const coins = z.int();
export const place = {
  x: z.int().describe('Grows to the east.'),
  y: z.int().describe('Grows to the south.'),
};
export const heading = z.int().min(0).max(7).describe('In eighths clockwise: 0 is north, 2 east.');
export const rotation = z.int().min(0).describe('Quarter turns clockwise.');
export const scores = z.array(
  z.strictObject({
    seat,
    coins,
    fishPorts: coins,
    fishShips: coins,
    fleet: coins,
    ports: coins,
    treasures: coins,
    total: coins,
  }),
);

/** An id in a command. An unknown id is not malformed: the rules refuse it with a specific code. */
export const namedId = z.string().min(1).max(64);
const coordinate = z.int().min(-100).max(100);
export const cell = { x: coordinate, y: coordinate };
export const placement = z.strictObject({ ...cell, rotation: rotation.max(3) });
export const bonus = z.exactOptional(z.int().min(0).max(8));
const flag = z.exactOptional(z.boolean());
/** Optional fields of every command for a step. */
export const step = { bonus, through: flag, acceptSinking: flag };
/** No seat ever has more coins than this; a larger sum must be a typo. */
export const MOST_COINS = 1_000_000;

export const END_REASONS = ['target', 'last-player', 'no-fleet', 'treasures', 'idle', 'guard'] as const;
export type EndReason = (typeof END_REASONS)[number];
