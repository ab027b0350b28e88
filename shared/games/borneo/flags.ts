// The visible flags at a harbour, and who earns something for them.
import { pieceOf } from '../../kernel/pieces.ts';
import {
  COMPANIES,
  type Company,
  type Components,
  emptyTally,
  type Shipment,
  type ShipmentId,
  type Tally,
} from './components.ts';

/** BOR-6.4: row 1 of every card, and row 2 of the last one, which no other card covers. */
export function visibleFlags(components: Components, pile: readonly ShipmentId[]): Tally {
  const tally = emptyTally();
  for (let index = 0; index < pile.length; index++) {
    const shipment = pieceOf(components.shipmentOf, pile[index] as ShipmentId);
    const shown = index === pile.length - 1 ? shipment.tally : shipment.row1Tally;
    for (const company of COMPANIES) tally[company] += shown[company];
  }
  return tally;
}

/** BOR-8.1, BOR-8.3: among those that reach the value, the one whose flag is first on the last card. */
export function monopolist(last: Shipment, tally: Tally, monopoly: number): Company | undefined {
  return last.flags.find((flag) => tally[flag] >= monopoly);
}

/** BOR-9.2, BOR-9.3: most flags first; among equals, the one whose flag is read first (BOR-6.5). */
export function companyOrder(components: Components, pile: readonly ShipmentId[], tally: Tally): Company[] {
  const inReadingOrder = new Set<Company>();
  for (const [index, card] of pile.entries()) {
    const { flags, row1 } = pieceOf(components.shipmentOf, card);
    for (const flag of index === pile.length - 1 ? flags : row1) inReadingOrder.add(flag);
  }
  // The sort is stable: ties stay in reading order.
  return [...inReadingOrder].sort((a, b) => tally[b] - tally[a]);
}
