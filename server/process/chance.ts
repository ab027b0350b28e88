// Unpredictable values: seeds, ids, keys. From the system's generator only.
import { createHash, timingSafeEqual } from 'node:crypto';
import { randomBytes, randomInt } from '../../rooms/clockwork.ts';

/** 32 symbols, five bits each; none is easily confused when read aloud or typed. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 26 symbols are 130 bits. */
export const LONG_ID = 26;

export function newSeed(): string {
  return randomBytes(16).toString('hex');
}

export function newId(length: number): string {
  let id = '';
  for (const byte of randomBytes(length)) id += ALPHABET.charAt(byte & 31);
  return id;
}

/** A whole number from 0, less than `bound`. */
export function below(bound: number): number {
  return randomInt(bound);
}

/** Up to a quarter less, so that what started together does not end together. */
export function scattered(milliseconds: number): number {
  return milliseconds - randomInt(Math.max(1, Math.ceil(milliseconds / 4)));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Takes the same time wherever the texts differ, and whatever their lengths. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
