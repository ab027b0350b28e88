// Where each player's primes came from, and what they were spent on, from the events of a whole match.
import type { AccountLine, BoardModule } from '../board.ts';
import { departuresIn } from './departures.ts';
import type { Dockers } from './pieces.ts';
import { say } from './sight.ts';

type Account = NonNullable<BoardModule<Dockers>['account']>;

export const account: Account = (events, seats, { book }) => {
  const goods = new Map<string, number[]>();
  const commissions = nothing(seats);
  const auctions = nothing(seats);
  const claims = nothing(seats);
  const losses = nothing(seats);
  for (const departure of departuresIn(events)) {
    const name = book.components[departure.goods ?? ''] ?? '';
    const paid = goods.get(name) ?? nothing(seats);
    goods.set(name, paid);
    for (const [seat, amount] of departure.amounts.entries()) add(paid, seat, amount);
    if (departure.commission !== null)
      add(commissions, departure.commission.payer, -departure.commission.paid);
  }
  for (const event of events) {
    if (event.type === 'auction-won') add(auctions, event.seat, -event.amount);
    if (event.type !== 'primes-claimed') continue;
    add(claims, event.seat, event.gained);
    for (const [seat, lost] of event.losses.entries()) add(losses, seat, -lost);
  }
  const lines: readonly AccountLine[] = [
    ...[...goods].map(([name, amounts]) => ({ label: say('accountGoods', { goods: name }), amounts })),
    { label: say('accountClaims'), amounts: claims },
    { label: say('accountLosses'), amounts: losses },
    { label: say('accountCommissions'), amounts: commissions },
    { label: say('accountAuctions'), amounts: auctions },
  ];
  return lines.filter(({ amounts }) => amounts.some((amount) => amount !== 0));
};

function nothing(seats: number): number[] {
  return Array.from({ length: seats }, () => 0);
}

function add(amounts: number[], seat: number, amount: number): void {
  amounts[seat] = (amounts[seat] ?? 0) + amount;
}
