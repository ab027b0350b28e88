// Tables as the directory has them.
import type { PublishedTable } from '../../rooms/berth/cluster.ts';

interface TableWish {
  readonly game?: string;
  readonly status?: PublishedTable['line']['status'];
  readonly seats?: number;
  readonly free?: number;
  readonly host?: string;
  /** The address of a waiting player. */
  readonly from?: string | undefined;
  readonly createdAt?: number;
  readonly startsAt?: number;
}

/** By default a higher number in the id means a later table; each has its own host. */
export function listedTableOf(matchId: string, wish: TableWish = {}): PublishedTable {
  const { game = 'borneo', status = 'lobby', seats = 3, free = 1, host = `host of ${matchId}` } = wish;
  const { createdAt = 1_000 + Number(/\d+/.exec(matchId)?.[0] ?? 0) } = wish;
  const people = Array.from({ length: seats }, (_, seat) => (seat < free ? null : `Zoë ${seat}`));
  return {
    line: {
      matchId,
      game,
      edition: 'standard',
      status,
      clock: 'normal',
      seats,
      free,
      players: people,
      names: people,
      spectatorsAllowed: true,
      startsAt: wish.startsAt ?? null,
      createdAt: new Date(createdAt).toISOString(),
    },
    host,
    attendedFrom: wish.from,
    createdAt,
  };
}
