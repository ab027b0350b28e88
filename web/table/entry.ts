// Enters a table with everything that its screen draws from.
import type { GameId, Games, Quayside, Table, Teller } from '../../client/index.ts';
import type { BoardModule } from '../boards/board.ts';
import { BOARDS } from '../boards/index.ts';
import { language } from '../lib/language.ts';
import { overSockets } from '../lib/player.ts';
import { LiveTable } from './live-table.ts';

export type SomeGame = Games[GameId];

export interface Entered {
  readonly live: LiveTable<SomeGame>;
  readonly catalogue: SomeGame['Catalogue'];
  readonly teller: Teller<SomeGame>;
  /** Null: played at the text table. */
  readonly board: BoardModule<SomeGame> | null;
}

export async function entered(enter: (harbour: Quayside) => Promise<Table<SomeGame>>): Promise<Entered> {
  const harbour = await overSockets();
  const table = await enter(harbour);
  const game = table.facts.game as GameId;
  const { editionHash } = table.facts;
  const [catalogue, teller, board] = await Promise.all([
    harbour.catalogue(game, editionHash),
    harbour.sentences(game, language.value, editionHash),
    boardOf(game),
  ]);
  return { live: new LiveTable(table), catalogue, teller: teller as Teller<SomeGame>, board };
}

/** The board with its style. */
async function boardOf(game: string): Promise<BoardModule<SomeGame> | null> {
  const load = Object.hasOwn(BOARDS, game) ? BOARDS[game as GameId] : undefined;
  if (load === undefined) return null;
  const [board] = await Promise.all([load(), styled(game)]);
  return board as unknown as BoardModule<SomeGame>;
}

function styled(game: string): Promise<void> {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="board-styles"]');
  const href = (JSON.parse(meta?.content ?? '{}') as Record<string, string>)[game];
  if (href === undefined || document.querySelector(`link[href="${href}"]`) !== null) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  link.onload = () => resolve();
  // Without its style a board can still be played.
  link.onerror = () => resolve();
  document.head.append(link);
  return promise;
}
