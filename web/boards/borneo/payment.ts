// Warehouses by spice, and the cheapest payments.
import { known } from '../parts/atlas.ts';
import { type Atlas, type Command, WARES } from './pieces.ts';

type Completion = Extract<Command, { readonly type: 'complete-mission' }>;

export type Trade = NonNullable<Completion['trade']>;

/** The cards of one spice in a warehouse. */
interface Stock {
  readonly spice: string;
  readonly cards: number;
  readonly units: number;
}

export function stocksOf({ cards }: Atlas, warehouse: readonly string[]): Stock[] {
  return WARES.flatMap((spice) => {
    const found = known(cards, warehouse).filter((card) => card.spice === spice);
    const units = found.reduce((sum, card) => sum + card.units, 0);
    return found.length === 0 ? [] : [{ spice, cards: found.length, units }];
  });
}

/** By spice, then by the number of spices, so that equal cards are together. */
export function sortedStock({ cards }: Atlas, warehouse: readonly string[]): string[] {
  const place = (id: string) => {
    const card = cards.get(id);
    return WARES.indexOf(card?.spice ?? '') * 10 + (card?.units ?? 0);
  };
  return warehouse.toSorted((one, other) => place(one) - place(other));
}

export function isCompletion(command: Command): command is Completion {
  return command.type === 'complete-mission';
}

/** Every card is worth a point: the fewest cards, without the pirates if possible; then the fewest jokers and spices. */
export function cheapest(atlas: Atlas, commands: readonly Command[]): Completion | undefined {
  const costs = commands.filter(isCompletion).map((command) => ({ command, cost: costOf(atlas, command) }));
  return costs.toSorted((one, other) => one.cost - other.cost)[0]?.command;
}

function costOf({ cards: all, constants }: Atlas, { cards, trade }: Completion): number {
  const paid = known(all, cards);
  const units = paid.reduce((sum, { units }) => sum + units, 0);
  const jokers = paid.filter(({ spice }) => spice === 'crate').length;
  const penalty = trade === undefined ? 0 : (constants['piratePenalty'] ?? 0);
  return (paid.length + penalty) * 10_000 + jokers * 100 + units;
}

/** The different trades with the pirates that payments have. */
export function tradesIn(commands: readonly Command[]): Trade[] {
  const trades = commands.filter(isCompletion).flatMap(({ trade }) => (trade === undefined ? [] : [trade]));
  return [...new Map(trades.map((trade) => [`${trade.card} ${trade.as}`, trade])).values()];
}
