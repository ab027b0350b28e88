// What laying an event tile would bring.
import { type EventId, known } from '../components.ts';
import { primesOf, shipValue } from '../harbour.ts';
import { emptyBerth } from '../phases/departure.ts';
import { at, berthAt, cloneBerth } from '../state.ts';
import { blank, type Outlook } from './weigh.ts';

/** Calls `then` with the quays as they are once the tile lies there, and what each seat gains at once. */
export function withTile<Answer>(
  outlook: Outlook,
  event: EventId,
  quay: number,
  then: (gains: number[]) => Answer,
): Answer {
  const { harbour } = outlook;
  const before = cloneBerth(berthAt(harbour, quay));
  const reserves = harbour.reserves.slice();
  const answer = then(lay(outlook, event, quay));
  harbour.berths[quay - 1] = before;
  harbour.reserves = reserves;
  return answer;
}

function lay(outlook: Outlook, event: EventId, quay: number): number[] {
  const { c, seat, primes, harbour } = outlook;
  const berth = berthAt(harbour, quay);
  const gains = blank(outlook);
  berth.event = { id: event, seat };
  const { effect } = known(c.tileOf, event);
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
      const paid = primesOf(c, berth);
      sendHome(harbour.reserves, berth.porters);
      emptyBerth(berth);
      return paid;
    }
    case 'remove-ship':
      sendHome(harbour.reserves, berth.porters);
      emptyBerth(berth);
      return gains;
    case 'collect': {
      const value = shipValue(c, berth);
      return primes.map((own, owner) => (owner === seat ? value : -Math.min(value, own)));
    }
  }
}

function sendHome(reserves: number[], porters: number[]): void {
  for (let seat = 0; seat < porters.length; seat++) {
    reserves[seat] = at(reserves, seat) + at(porters, seat);
    porters[seat] = 0;
  }
}

/** Quays where a tile may be laid. */
export function quaysForTiles({ harbour }: Outlook): number[] {
  return harbour.berths.flatMap(({ shipId, event }, index) =>
    shipId !== null && event === null ? [index + 1] : [],
  );
}
