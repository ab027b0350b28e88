// The players' share in the deal: committed to in the lobby, fixed when the start is called, opened before it is dealt.
import type { Seat } from '../../shared/kernel/seat.ts';
import { type Dealt, type DealtPart, dealtSeed } from '../../shared/protocol/deal.ts';
import type { RoomDeps } from '../ports.ts';
import type { MatchRow } from './match-store.ts';
import type { Table } from './table.ts';

type Hash = RoomDeps['hash'];

/** What the generator of a match that has begun is seeded with. Secret like the seed. */
export function seedOf(row: MatchRow, hash: Hash): string {
  return dealtSeed(dealtOf(row), hash);
}

function dealtOf({ matchId, game, editionHash, rulesVersion, seed, table }: MatchRow): Dealt {
  return { matchId, game, editionHash, rulesVersion, seed, options: table.options, parts: table.deal?.parts };
}

/** What each seat has committed to, from now on unchangeable; `undefined` if none has. */
export function calledParts({ occupants }: Table): DealtPart[] | undefined {
  const parts = occupants.map((place): DealtPart => {
    if (place.kind === 'bot') return { by: 'bot' };
    const { commitment } = place.kind === 'player' ? place : {};
    // Until it is opened the commitment stands in for it: fixed before anybody can know what is dealt from it.
    return commitment === undefined ? { by: 'none' } : { by: 'silent', commitment };
  });
  return parts.some(({ by }) => by === 'silent') ? parts : undefined;
}

/** The parts with that of the seat, if it is the one that the seat committed to. */
export function openedParts(
  parts: readonly DealtPart[],
  seat: Seat,
  { part, hash }: { readonly part: string; readonly hash: Hash },
): DealtPart[] | undefined {
  const committed = parts[seat];
  if (committed === undefined || !('commitment' in committed)) return undefined;
  const { commitment } = committed;
  return hash(part) === commitment
    ? parts.map((one, index) => (index === seat ? { by: 'player', commitment, part } : one))
    : undefined;
}

export function areOpened(parts: readonly DealtPart[]): boolean {
  return parts.every(({ by }) => by !== 'silent');
}
