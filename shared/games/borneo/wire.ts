// Schemas shared by commands, news and views.
import { z } from 'zod';
import { COMPANIES } from './components.ts';

export const seat = z.int().min(0);
export const id = z.string();
export const ids = z.array(id);
/** Cards that a command names. An unknown id is not malformed: the rules refuse it with a specific code. */
export const cards = z.array(id).max(40);
export const count = z.int().min(0);
export const company = z.enum(COMPANIES);
export const tally = z.strictObject({ red: count, blue: count, yellow: count, green: count });
export const scores = z.array(
  z.strictObject({
    seat,
    warehouseVp: count,
    missionVp: count,
    piratePenalty: count,
    total: z.int(),
    missions: ids,
  }),
);

export const DISTRIBUTION_KINDS = ['monopoly', 'shared'] as const;
export type DistributionKind = (typeof DISTRIBUTION_KINDS)[number];

export const END_REASONS = ['harbours', 'shipments'] as const;
export type EndReason = (typeof END_REASONS)[number];
