// What a move's bytes to each client consist of, by game: matches of greedy bots over sockets, every message by its kind.
import { Protocol } from 'colyseus';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import type { Game } from '../shared/kernel/game.ts';
import { startQuayside } from './compare/quayside.ts';
import { type BenchTable, SEATS } from './compare/system.ts';

const KINDS = ['patch', 'news', 'answer', 'other', 'framing'] as const;
type Kind = (typeof KINDS)[number];
type WireBytes = Readonly<Record<Kind, number>>;

export interface WireFigures {
  readonly game: string;
  readonly shortNews: boolean;
  readonly moves: number;
  /** Per move and client. */
  readonly bytes: WireBytes;
  readonly total: number;
}

const TABLES = 4;

/** Over a real server, since what it writes is what counts. */
export async function benchWire(
  game: Game,
  { movesPerTable, shortNews }: { readonly movesPerTable: number; readonly shortNews: boolean },
): Promise<WireFigures> {
  const { folder, remove } = temporaryFolder('wire');
  const sums: Record<Kind, number> = { patch: 0, news: 0, answer: 0, other: 0, framing: 0 };
  const heard = (frame: Uint8Array) => {
    sums[kindOf(frame)] += frame.byteLength;
    sums.framing += headerOf(frame.byteLength);
  };
  const server = await startQuayside(folder, { game, shortNews, heard });
  try {
    const tables = await Promise.all(Array.from({ length: TABLES }, () => server.openTable()));
    for (const kind of KINDS) sums[kind] = 0;
    const counts = await Promise.all(tables.map((table) => play(table, movesPerTable)));
    const moves = counts.reduce((sum, count) => sum + count, 0);
    const each = (kind: Kind) => sums[kind] / moves / SEATS;
    const bytes = Object.fromEntries(KINDS.map((kind) => [kind, each(kind)])) as Record<Kind, number>;
    const total = KINDS.reduce((sum, kind) => sum + bytes[kind], 0);
    return { game: game.id, shortNews, moves, bytes, total };
  } finally {
    await server.stop();
    remove();
  }
}

async function play(table: BenchTable, most: number): Promise<number> {
  let moves = 0;
  while (moves < most && table.prepare()) {
    await table.send();
    moves += 1;
  }
  return moves;
}

export function wireInWords(figures: readonly WireFigures[]): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column < 2 ? cell.padEnd(14) : cell.padStart(9))).join('');
  const rows = figures.map(({ game, shortNews, bytes, total }) =>
    line([
      game,
      shortNews ? 'short' : 'full',
      ...[...KINDS.map((kind) => bytes[kind]), total].map(oneDecimal),
    ]),
  );
  return [line(['per client', 'news', ...KINDS, 'together']), ...rows].join('\n');
}

function oneDecimal(value: number): string {
  return value.toFixed(1);
}

function kindOf([code]: Uint8Array): Kind {
  if (code === Protocol.ROOM_STATE_PATCH) return 'patch';
  if (code === Protocol.ROOM_DATA) return 'news';
  return code === Protocol.ROOM_RESPONSE ? 'answer' : 'other';
}

/** Of a frame from a server (RFC 6455, 5.2). */
function headerOf(length: number): number {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : 10;
}
