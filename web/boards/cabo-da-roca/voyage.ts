// What a cargo brings where it is sold. Pure functions.
import type { Atlas, Laid, TradeCard, View } from './pieces.ts';

interface Sale {
  readonly portId: string;
  readonly zone: number;
  readonly price: number;
}

/** CAB-13.6: the longer side of the “L”. */
export function distance(one: Pick<Laid, 'x' | 'y'>, other: Pick<Laid, 'x' | 'y'>): number {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
}

/** CAB-13.5: the laid ports that buy the goods and are not where they come from, the best price first. */
export function salesOf(
  { zones }: Pick<Atlas, 'zones'>,
  { board }: Pick<View, 'board'>,
  card: Pick<TradeCard, 'buyers' | 'prices'>,
  origin: string | null,
): Sale[] {
  const from = board.find(({ tileId }) => tileId === origin);
  return board
    .flatMap((port) => {
      if (port.tileId === origin || !card.buyers.includes(port.tileId)) return [];
      const far = from === undefined ? 0 : distance(from, port);
      const zone = zones.find(({ min, max }) => far >= min && (max === null || far <= max))?.zone ?? 1;
      return [{ portId: port.tileId, zone, price: card.prices[zone - 1] ?? 0 }];
    })
    .sort((one, other) => other.price - one.price);
}
