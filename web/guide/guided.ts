// The decisions that have been explained to this player.
import { remembered } from '../lib/remembered.ts';

/** More than all games together have. */
const MOST = 500;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= MOST && value.every((one) => typeof one === 'string');

/** As `game/kind`. */
export const guided = remembered<readonly string[]>('guided', [], isTexts);

export function noted(all: readonly string[], decision: string): readonly string[] {
  return all.includes(decision) ? all : [...all, decision].slice(-MOST);
}
