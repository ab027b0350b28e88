// Verifies records, using Node's hashes.
import type { GameFamily } from '../../shared/kernel/game.ts';
import type { Match } from '../../shared/kernel/match.ts';
import * as verification from '../../shared/protocol/verify.ts';
import { sha256 } from '../process/chance.ts';

export { parseRecord, playAgain } from '../../shared/protocol/verify.ts';

export function verifyRecord(
  raw: unknown,
  families: readonly GameFamily[],
  edition?: unknown,
): verification.Verification {
  return verification.verifyRecord(raw, { families, edition, hash: sha256 });
}

export function gameOf(record: verification.MatchRecord, families: readonly GameFamily[], edition?: unknown) {
  return verification.gameOf(record, { families, edition, hash: sha256 });
}

export function stateHashOf(match: Match): string {
  return verification.stateHashOf(match, sha256);
}
