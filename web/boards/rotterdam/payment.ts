// The ways to pay for a mission: with products, or with Jokers for some of them. Jokers are alike.
import type { Command } from './atlas.ts';

export type Payment = Extract<Command, { readonly type: 'fulfil-mission' }>['jokers'];

/** ROT-8.2, ROT-8.3: of payments that differ by which Joker is used only, the one with the first in the hand. */
export function paymentsOf(
  commands: readonly Command[],
  hand: readonly string[],
  mission: string,
): Payment[] {
  const ways = new Map<string, Payment>();
  for (const command of commands) {
    if (command.type !== 'fulfil-mission' || command.mission !== mission) continue;
    const { jokers } = command;
    const key = jokers
      .map(({ as }) => as)
      .sort()
      .join(' ');
    const known = ways.get(key);
    if (known === undefined || rankOf(jokers, hand) < rankOf(known, hand)) ways.set(key, jokers);
  }
  return [...ways.values()].toSorted((one, other) => one.length - other.length);
}

function rankOf(jokers: Payment, hand: readonly string[]): number {
  return jokers.reduce((sum, { card }) => sum * 10 + hand.indexOf(card), 0);
}
