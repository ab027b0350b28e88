// The departures of one turn, with gains and payments, from its events.
import type { Event } from './pieces.ts';

export interface Departure {
  readonly quay: number;
  shipId: string | null;
  goods: string | null;
  /** Paid per porter; null if no primes were paid with this move. */
  prime: number | null;
  /** By seat. */
  amounts: readonly number[];
  pirate: number | null;
  commission: { readonly payer: number; readonly paid: number; readonly due: number } | null;
  /** With whom the slate was left. */
  slateTo: number | null;
  /** `lost`: taken away by an event, without primes. */
  end: 'departed' | 'lost' | null;
  /** The ship that took its quay. */
  next: string | null;
}

export function departuresIn(events: readonly Event[]): Departure[] {
  const found: Departure[] = [];
  const at = (quay: number): Departure => {
    // A ship that has left is not the next one at its quay.
    const open = found.find((one) => one.quay === quay && one.end === null);
    if (open !== undefined) return open;
    const fresh: Departure = {
      quay,
      shipId: null,
      goods: null,
      prime: null,
      amounts: [],
      pirate: null,
      commission: null,
      slateTo: null,
      end: null,
      next: null,
    };
    found.push(fresh);
    return fresh;
  };
  for (const event of events) note(event, at, found);
  return found;
}

function note(event: Event, at: (quay: number) => Departure, found: readonly Departure[]): void {
  switch (event.type) {
    case 'primes-paid': {
      const { quay, shipId, primePerPorter: prime, amounts, pirateSeat: pirate } = event;
      Object.assign(at(quay), { shipId, prime, amounts, pirate });
      break;
    }
    case 'commission-paid': {
      const { quay, payerSeat: payer, paid, due } = event;
      Object.assign(at(quay), { commission: { payer, paid, due } });
      break;
    }
    case 'slate-moved': {
      const latest = found.at(-1);
      if (event.cause === 'left' && latest !== undefined) latest.slateTo = event.toSeat;
      break;
    }
    case 'ship-departed':
      Object.assign(at(event.quay), { shipId: event.shipId, goods: event.goods, end: 'departed' });
      break;
    case 'ship-removed':
      Object.assign(at(event.quay), { shipId: event.shipId, goods: event.goods, end: 'lost' });
      break;
    case 'ship-docked': {
      const gone = found.findLast(({ quay }) => quay === event.quay);
      if (gone !== undefined) gone.next = event.shipId;
    }
  }
}
