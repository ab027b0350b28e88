// Schemas shared by commands, news and views.
import { z } from 'zod';
import { mapOf } from '../../kernel/keys.ts';

/** In views. */
export const id = z.string();
export const ids = z.array(id);
export const seat = z.int().min(0);
export const count = z.int().min(0);
export const tally = z.record(id, z.int().min(1));

/** An id in a command. An unknown id is not malformed: the rules refuse it with a specific code. */
export const namedId = z.string().min(1).max(40);
export const namedOffer = z.int().min(1);
export const namedTally = mapOf(namedId, z.int().min(1).max(99)).refine(
  (map) => Object.keys(map).length >= 1 && Object.keys(map).length <= 40,
  { message: 'names 1 to 40 products' },
);
/** ROT-2.5: keeps the turn after the main action, to play navigation cards. */
export const keepTurn = z.boolean().default(false);

/** Revealed at the end. */
export const hand = z.strictObject({
  missions: ids,
  products: z.record(z.string(), z.int()),
  navigation: ids,
});

const points = z.int();
export const scores = z.array(
  z.strictObject({
    missionPoints: points,
    navigationPoints: points,
    productPoints: points,
    total: points,
    productCount: z.int(),
    rank: z.int(),
  }),
);

export const PHASES = [
  'placement',
  'sailing',
  'navigation',
  'unloading',
  'trading',
  'missions',
  'ended',
] as const;
export type Phase = (typeof PHASES)[number];

export const END_REASONS = ['target', 'max-rounds'] as const;
export type EndReason = (typeof END_REASONS)[number];
