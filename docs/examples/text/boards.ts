// The boards of the four games in characters. Words and names come from the server; only the layout is ours.
import type { Fields, Piece, Scene } from './server.ts';
import type { Speaker } from './speaker.ts';

type Draw = (scene: Scene, speak: Speaker) => string[];
type Counts = Readonly<Record<string, number>>;

/** Any other game is shown as a list of the fields of its view. */
export function boardOf(scene: Scene, speak: Speaker): string[] {
  const draw: Draw | undefined = BOARDS[scene.truth.table.game];
  return draw === undefined ? listed(scene.view, speak) : draw(scene, speak);
}

/** What only this seat sees: its hand. */
export function handOf({ truth }: Scene, speak: Speaker): string[] {
  return listed(truth.seatView ?? {}, speak);
}

const BOARDS: Readonly<Record<string, Draw>> = {
  borneo: ({ view, catalogue }, speak) => {
    const { slots, companies, availableMissions, players } = view as unknown as BorneoView;
    const face = faces(catalogue.components['harbour']);
    const owner = new Map((catalogue.components['merchant'] ?? []).map(({ id, seat }) => [id, Number(seat)]));
    return [
      ...slots.map(({ harbourId, pile, counts }) => {
        const { spice, units, monopoly } = face.get(harbourId) ?? { spice: '', units: 0, monopoly: 0 };
        const printed = `${speak.component(String(spice))} ×${units}, ${monopoly}`;
        return `⚓ ${speak.component(harbourId)} (${printed})  ${amounts(counts, speak)}  ${names(pile, speak)}`;
      }),
      ...Object.entries(companies).map(([company, merchants]) => {
        const ranks = merchants.map(
          (id, rank) => `${rank + 1}. ${speak.seat(owner.get(id) ?? 0)} (${speak.component(id)})`,
        );
        return `▸ ${speak.component(company)}: ${ranks.join('  ') || '·'}`;
      }),
      `★ ${names(availableMissions, speak)}`,
      ...players.map(
        ({ seat, handCount, warehouse }) => `${speak.seat(seat)}: ✋${handCount}  ${names(warehouse, speak)}`,
      ),
    ];
  },

  'cabo-da-roca': ({ view, catalogue }, speak) => {
    const { board, ships, sailors, seats } = view as unknown as CaboView;
    const tiles = new Map(board.map((tile) => [`${tile.x} ${tile.y}`, tile]));
    const face = faces(catalogue.components['tile']);
    const pieces = [...ships, ...sailors];
    const cell = (x: number, y: number): string[] => {
      const tile = tiles.get(`${x} ${y}`);
      if (tile === undefined) return ['', ''];
      const here = pieces.filter((piece) => piece.x === x && piece.y === y);
      const corners = (face.get(tile.tileId)?.['corners'] ?? []) as readonly number[];
      const land = turned(corners, tile.rotation).map((corner) => (corner === 0 ? '·' : '▪'));
      return [
        `${land.join('')} ${speak.component(tile.tileId)}`,
        here.map(({ seat }) => `⛵${seat + 1}`).join(' '),
      ];
    };
    return [
      ...grid(board, cell),
      ...pieces.map((piece) => {
        const tile = tiles.get(`${piece.x} ${piece.y}`);
        const cargo = piece.cargo ? ` [${speak.component(piece.cargo)}]` : '';
        const where = tile === undefined ? '' : speak.component(tile.tileId);
        return `⛵${piece.seat + 1} ${speak.component(piece.id)} → ${where} (${piece.x}, ${piece.y})${cargo}`;
      }),
      ...seats.map(
        ({ coins, homePort, reserve }, seat) =>
          `${speak.seat(seat)}: ${coins} ¤, ${speak.component(homePort)}; ${amounts(reserve, speak)}`,
      ),
    ];
  },

  dockers: ({ view }, speak) => {
    const { quays, players } = view as unknown as DockersView;
    return [
      ...quays.map(({ quay, shipId, goods, event, porters }) => {
        const who = porters.flatMap((count, seat) => (count === 0 ? [] : [`${speak.seat(seat)} ×${count}`]));
        const load = names(
          [shipId, goods, event?.id ?? null].filter((id) => id !== null),
          speak,
        );
        return `${quay} | ${load} | ${who.join(', ') || '·'}`;
      }),
      ...players.map(({ seat, primes, reserve, relationsInHand, events }) => {
        const tiles = events.length === 0 ? '' : `; ${names(events, speak)}`;
        return `${speak.seat(seat)}: ${primes} ¤, ⚒${reserve}; ${names(relationsInHand, speak)}${tiles}`;
      }),
    ];
  },

  rotterdam: ({ view, catalogue }, speak) => {
    const { ships, players, stock, harbourQueues, productDecks } = view as unknown as RotterdamView;
    const positions = catalogue.components['position'] ?? [];
    const at = new Map<string, string[]>();
    for (const [id, { owner, position, cargo }] of Object.entries(ships)) {
      const load = cargo === null ? '' : ` [${speak.component(cargo)}]`;
      const ship = `${speak.seat(owner)}: ${speak.component(id)}${load}`;
      at.set(position ?? '', [...(at.get(position ?? '') ?? []), ship]);
    }
    const numbers = new Map(positions.map(({ id }, n) => [id, n + 1]));
    const ways = (from: string) =>
      (catalogue.components['channel'] ?? [])
        .filter((channel) => channel['from'] === from)
        .map(
          (channel) =>
            `${speak.component(String(channel['colour']))} → ${numbers.get(String(channel['to']))}`,
        );
    return [
      ...chart(positions, (piece) => `${numbers.get(piece.id)}${at.has(piece.id) ? '⛵' : ''}`),
      ...positions.map(({ id }) =>
        [`${numbers.get(id)}. ${speak.component(id)}`, ways(id).join(', '), ...(at.get(id) ?? [])]
          .filter((part) => part !== '')
          .join('; '),
      ),
      ...Object.entries(harbourQueues).map(
        ([harbour, queue]) =>
          `⚓ ${speak.component(harbour)}: ${names(queue, speak)} (${productDecks[harbour]?.count ?? 0})`,
      ),
      ...(at.get('') ?? []),
      amounts(stock, speak),
      ...players.map(
        ({ seat, missionPoints, laid, fulfilled, productCount }) =>
          `${speak.seat(seat)}: ${missionPoints} ★, ✋${productCount}; ${names([...laid, ...fulfilled], speak)}`,
      ),
    ];
  },
};

interface BorneoView {
  readonly slots: readonly {
    readonly harbourId: string;
    readonly pile: readonly string[];
    readonly counts: Counts;
  }[];
  readonly companies: Readonly<Record<string, readonly string[]>>;
  readonly availableMissions: readonly string[];
  readonly players: readonly {
    readonly seat: number;
    readonly handCount: number;
    readonly warehouse: readonly string[];
  }[];
}

interface CaboPiece {
  readonly id: string;
  readonly seat: number;
  readonly x: number;
  readonly y: number;
  readonly cargo?: string | null;
}
interface CaboView {
  readonly board: readonly {
    readonly tileId: string;
    readonly x: number;
    readonly y: number;
    readonly rotation: number;
  }[];
  readonly ships: readonly CaboPiece[];
  readonly sailors: readonly CaboPiece[];
  readonly seats: readonly { readonly coins: number; readonly homePort: string; readonly reserve: Counts }[];
}

interface DockersView {
  readonly quays: readonly {
    readonly quay: number;
    readonly shipId: string | null;
    readonly goods: string | null;
    readonly event: { readonly id: string } | null;
    readonly porters: readonly number[];
  }[];
  readonly players: readonly {
    readonly seat: number;
    readonly primes: number;
    readonly reserve: number;
    readonly relationsInHand: readonly string[];
    readonly events: readonly string[];
  }[];
}

interface RotterdamView {
  readonly ships: Readonly<
    Record<
      string,
      { readonly owner: number; readonly position: string | null; readonly cargo: string | null }
    >
  >;
  readonly harbourQueues: Readonly<Record<string, readonly string[]>>;
  readonly productDecks: Readonly<Record<string, { readonly count: number }>>;
  readonly stock: Counts;
  readonly players: readonly {
    readonly seat: number;
    readonly missionPoints: number;
    readonly laid: readonly string[];
    readonly fulfilled: readonly string[];
    readonly productCount: number;
  }[];
}

const names = (ids: readonly string[], speak: Speaker) =>
  ids.map((id) => speak.component(id)).join(', ') || '·';

const amounts = (counts: Counts, speak: Speaker) =>
  Object.entries(counts)
    .map(([id, count]) => `${speak.component(id)} ×${count}`)
    .join(', ');

const faces = (pieces: readonly Piece[] = []) => new Map(pieces.map((piece) => [piece.id, piece]));

/** The corners of a tile after a number of quarter turns clockwise. */
const turned = (corners: readonly number[], quarters: number) =>
  corners.map((_, n) => corners[(n - quarters + corners.length) % corners.length] ?? 0);

/** Every field with ids replaced by names, however deep. */
function listed(fields: Fields, speak: Speaker): string[] {
  const said = (value: unknown): string => {
    if (typeof value === 'string') return speak.component(value);
    if (Array.isArray(value)) return value.map(said).join(', ');
    if (typeof value !== 'object' || value === null) return String(value);
    return Object.entries(value)
      .map(([key, inner]) => `${speak.component(key)} ×${said(inner)}`)
      .join(', ');
  };
  return Object.values(fields).flatMap((value) => {
    const text = said(value);
    return text === '' ? [] : [`✋ ${text}`];
  });
}

const WIDTH = 22;

/** Tiles side by side, as they lie. */
function grid(
  places: readonly { x: number; y: number }[],
  cell: (x: number, y: number) => string[],
): string[] {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const lines: string[] = [];
  for (let y = Math.min(...ys); y <= Math.max(...ys); y++) {
    const row: string[][] = [];
    for (let x = Math.min(...xs); x <= Math.max(...xs); x++) row.push(cell(x, y));
    for (const n of [0, 1])
      lines.push(row.map((texts) => (texts[n] ?? '').slice(0, WIDTH).padEnd(WIDTH)).join('|'));
  }
  return lines;
}

const COLUMNS = 100;
const ROWS = 22;

/** Pieces at their x and y, scaled to characters. */
function chart(pieces: readonly Piece[], label: (piece: Piece) => string): string[] {
  const [xs, ys] = [pieces.map(({ x }) => Number(x)), pieces.map(({ y }) => Number(y))];
  const scaled = (value: number, all: number[], size: number) => {
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return Math.round(((value - least) / Math.max(1, most - least)) * (size - 1));
  };
  const lines = Array.from({ length: ROWS }, () => ' '.repeat(COLUMNS + 4));
  for (const piece of pieces) {
    const [column, row] = [scaled(Number(piece['x']), xs, COLUMNS), scaled(Number(piece['y']), ys, ROWS)];
    const text = label(piece);
    const line = lines[row] ?? '';
    lines[row] = line.slice(0, column) + text + line.slice(column + text.length);
  }
  return lines.map((line) => line.trimEnd());
}
