// What a match is dealt from: the host's seed, and a part of each player's program, committed to before any is opened.
// Those who can choose the one cannot know the other (docs/fairness.md).
import { z } from 'zod';
import { canonicalJson } from '../kernel/canonical.ts';
import { SEAT_LIMIT } from '../kernel/seat.ts';
import type { Hash } from './state-hash.ts';

export const part = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits')
  .describe('128 random bits of a player’s program, as 32 hexadecimal digits.');

export const partCommitment = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
  .describe('SHA-256 of a part (of its 32 hexadecimal digits as text).');

/** How a seat has a share in the deal, since the start was called. */
const dealtPart = z.discriminatedUnion('by', [
  /** Committed to and not opened: the commitment stands in for it. */
  z.strictObject({ by: z.literal('silent'), commitment: partCommitment }),
  z.strictObject({ by: z.literal('player'), commitment: partCommitment, part }),
  /** A program that knows nothing of parts. */
  z.strictObject({ by: z.literal('none') }),
  /** The host's seed stands for bots. */
  z.strictObject({ by: z.literal('bot') }),
]);

export const dealtParts = z.array(dealtPart).max(SEAT_LIMIT);

export type DealtPart = z.infer<typeof dealtPart>;

/** Everything that decides a deal. */
export interface Dealt {
  readonly matchId: string;
  readonly game: string;
  readonly editionHash: string;
  readonly rulesVersion: number;
  readonly options: Readonly<Record<string, unknown>>;
  /** The host's, committed to when the table was opened. */
  readonly seed: string;
  /** By seat; `undefined` if no program at the table committed to a part. */
  readonly parts: readonly DealtPart[] | undefined;
}

/** The seed of the generator: the host's own at a table without parts. */
export function dealtSeed(dealt: Dealt, hash: Hash): string {
  return dealt.parts === undefined ? dealt.seed : hash(dealtText(dealt, dealt.parts)).slice(0, 32);
}

function dealtText(dealt: Dealt, parts: readonly DealtPart[]): string {
  const { seed, matchId, game, editionHash, rulesVersion, options } = dealt;
  const common = ['quayside-deal-1', seed, matchId, game, editionHash, rulesVersion, canonicalJson(options)];
  return [...common, ...parts.map(lineOf)].join('\n');
}

function lineOf(seat: DealtPart): string {
  if (seat.by === 'player') return `player ${seat.part}`;
  return seat.by === 'silent' ? `silent ${seat.commitment}` : seat.by;
}
