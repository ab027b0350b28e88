// What laying an event tile would gain.

import { pieceOf } from '../../../kernel/pieces.ts';
import { at } from '../../../kernel/plain-data.ts';
import type { EventId } from '../components.ts';
import { type Harbour, primesOf } from '../harbour.ts';
import { emptyBerth } from '../phases/departure.ts';
import { berthAt, copyBerth } from '../state.ts';
import { blank, type Outlook } from './weigh.ts';

/** Calls `then` with the quays after the tile has been laid, and what each seat gains immediately. */
export function withTile<Answer>(
  outlook: Outlook,
  event: EventId,
  quay: number,
  then: (gains: number[]) => Answer,
): Answer {
  const { harbour } = outlook;
  const before = copyBerth(berthAt(harbour, quay));
  const players = harbour.players.map((player) => ({ ...player }));
  const answer = then(lay(outlook, event, quay));
  harbour.quays[quay - 1] = before;
  harbour.players = players;
  return answer;
}

function lay(outlook: Outlook, event: EventId, quay: number): number[] {
  const { components, seat, primes, harbour } = outlook;
  const berth = berthAt(harbour, quay);
  const gains = blank(outlook);
  const { kind, effect } = pieceOf(components.tileOf, event);
  berth.event = { id: event, kind, seat };
  switch (effect.type) {
    case 'prime-modifier':
    case 'exclusive-assignment':
    case 'primes-to-owner':
      return gains;
    case 'remove-porters':
      berth.porters = berth.porters.map((porters, owner) =>
        owner === seat ? porters : Math.max(0, porters - effect.count),
      );
      return gains;
    case 'depart-now': {
      const paid = primesOf(components, berth);
      sendHome(harbour, berth.porters);
      emptyBerth(berth);
      return paid;
    }
    case 'remove-ship':
      sendHome(harbour, berth.porters);
      emptyBerth(berth);
      return gains;
    case 'collect': {
      const { value } = berth;
      return primes.map((own, owner) => (owner === seat ? value : -Math.min(value, own)));
    }
  }
}

function sendHome({ players }: Harbour, porters: number[]): void {
  for (let seat = 0; seat < porters.length; seat++) {
    at(players, seat).reserve += at(porters, seat);
    porters[seat] = 0;
  }
}

/** Quays where a tile may be laid. */
export function quaysForTiles({ harbour }: Outlook): number[] {
  return harbour.quays.flatMap(({ quay, shipId, event }) =>
    shipId !== null && event === null ? [quay] : [],
  );
}
