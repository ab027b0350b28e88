// The form of a record: everything needed to replay and verify a match, in one JSON file.
import { z } from 'zod';
import { SEAT_LIMIT } from '../kernel/seat.ts';
import { type Dealt, dealtParts, part } from './deal.ts';
import { abandonedFacts, MAX_SUCCESSIONS, resultFacts, succession } from './table.ts';

/** Matches are stopped long before (`freeCommandsPerMatch`), but those of older programs may be longer. */
export const MAX_ENTRIES = 200_000;
const name = z.string().min(1).max(64);
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');
const seat = z
  .int()
  .min(0)
  .max(SEAT_LIMIT - 1);
const time = z.int().min(0);

export const recordSchema = z.strictObject({
  format: z.literal('quayside-record'),
  /** 2 if the players had a share in the deal. */
  formatVersion: z.literal([1, 2]),
  matchId: name,
  game: name,
  rulesVersion: z.int().min(1),
  edition: name,
  editionHash: hash,
  options: z.record(name, z.unknown()),
  seats: z.int().min(1).max(SEAT_LIMIT),
  seed: z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'),
  /** SHA-256 of the seed, which every client was shown before the deal. */
  commitment: hash,
  /** By seat, what the deal was made of besides the host's seed, and the seed that came of it. */
  deal: z.strictObject({ parts: dealtParts, seed: part.describe('Dealt from.') }).exactOptional(),
  /** Names by seat, as shown at the table. */
  players: z.array(z.string().max(200).nullable()).max(SEAT_LIMIT),
  /** The seats that changed hands, if any did; `players` are those of the start. */
  successions: z.array(succession).max(MAX_SUCCESSIONS).exactOptional(),
  startedAt: time.nullable(),
  /** `null` in what an operator exports of a match that is not finished. */
  finishedAt: time.nullable(),
  entries: z
    .array(
      z.strictObject({
        version: z.int().min(1),
        seat,
        by: z.enum(['player', 'clock', 'bot']),
        decision: z.int().min(0).nullable(),
        command: z.looseObject({ type: name }),
        at: time,
        /** The `commandId` that the sender gave it, if any. */
        commandId: name.exactOptional(),
      }),
    )
    .max(MAX_ENTRIES),
  result: resultFacts.nullable(),
  /** Why there is no result, in the record of a match that was given up. */
  abandoned: abandonedFacts.exactOptional(),
  /** SHA-256 of the final state; `null` where the host no longer has that edition or those rules. */
  stateHash: hash.nullable(),
});

export type MatchRecord = z.infer<typeof recordSchema>;

/** What a record says about its deal. */
export function dealOf(record: MatchRecord): Dealt {
  return { ...record, parts: record.deal?.parts };
}
