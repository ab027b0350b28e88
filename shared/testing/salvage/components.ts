// The pieces of the game. Every edition has this many; what they are worth is up to the edition.
import { z } from 'zod';
import { type ComponentsIn, editionOf, pieces } from '../../kernel/edition.ts';
import { pieceOf } from '../../kernel/pieces.ts';

export const SEATS = { min: 2, max: 4 } as const;
export const PIECES = { tugs: 24, wrecks: 12 } as const;
/** A hand for every player at the largest table. */
const LARGEST_HAND = PIECES.tugs / SEATS.max;

export const editionSchema = editionOf('salvage', {
  constants: z.strictObject({ startingHand: z.int().min(1).max(LARGEST_HAND) }),
  tugs: pieces({ strength: z.int().min(1) }).length(PIECES.tugs),
  wrecks: pieces({ value: z.int().min(1) }).length(PIECES.wrecks),
});

export type Components = ComponentsIn<typeof editionSchema>;

export function strengthOf({ tugs }: Components, tug: string): number {
  return pieceOf(tugs, tug).strength;
}

export function worthOf({ wrecks }: Components, salvaged: readonly string[]): number {
  return salvaged.reduce((sum, wreck) => sum + pieceOf(wrecks, wreck).value, 0);
}
