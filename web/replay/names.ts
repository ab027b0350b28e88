// The players' names in a replay.
import type { TableFacts } from '../../client/index.ts';
import { say } from './texts.ts';

export function nameAt({ seats }: TableFacts, seat: number | null): string {
  return seats.find((one) => one.seat === seat)?.name ?? say('seat', { number: (seat ?? 0) + 1 });
}

export function namesOf({ seats }: TableFacts): (string | null)[] {
  return seats.map(({ name }) => name);
}
