// Everything needed to draw a table of one game: components, texts, and its board if it has one.
import type { GameId, GameSchemas, Games, Quayside, TableFacts, Teller } from '../../client/index.ts';
import { language } from '../lib/language.ts';
import type { BoardModule } from './board.ts';
import { BOARDS } from './index.ts';

export type SomeGame = Games[GameId];

export interface Furniture {
  readonly catalogue: SomeGame['Catalogue'];
  readonly teller: Teller<SomeGame>;
  /** What the fields of views and commands refer to. */
  readonly schemas: GameSchemas;
  /** Its own, or one that is drawn from the others. */
  readonly board: BoardModule<SomeGame>;
}

export async function furnished(
  harbour: Quayside,
  { game, editionHash }: Pick<TableFacts, 'game'> & Partial<Pick<TableFacts, 'editionHash'>>,
): Promise<Furniture> {
  const id = game as GameId;
  const [catalogue, told, schemas, board] = await Promise.all([
    harbour.catalogue(id, editionHash),
    harbour.sentences(id, language.value, editionHash),
    harbour.schemas(game),
    boardOf(game),
  ]);
  const teller = told as Teller<SomeGame>;
  return { catalogue, teller, schemas, board: board({ schemas, teller }) };
}

type Making = (known: Pick<Furniture, 'schemas' | 'teller'>) => BoardModule<SomeGame>;

/** The board with its style; all its files are asked for at once. */
async function boardOf(game: string): Promise<Making> {
  const load = Object.hasOwn(BOARDS, game) ? BOARDS[game as GameId] : undefined;
  const { scripts = [], style } = filesOf(load === undefined ? PLAIN : game);
  for (const href of scripts) link('modulepreload', href);
  const styled = style === undefined ? undefined : link('stylesheet', style);
  if (load === undefined) {
    const [{ plainBoard }] = await Promise.all([import('./plain/index.tsx'), styled]);
    return plainBoard;
  }
  const [board] = await Promise.all([load(), styled]);
  return () => board as unknown as BoardModule<SomeGame>;
}

/** The folder of the board for games without their own. */
const PLAIN = 'plain';

/** What the build says of it, in the page. */
function filesOf(game: string): { readonly scripts?: readonly string[]; readonly style?: string } {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="boards"]');
  return (JSON.parse(meta?.content ?? '{}') as Record<string, ReturnType<typeof filesOf>>)[game] ?? {};
}

/** Once; resolves when it has arrived, or failed: without its style a board can still be played. */
function link(rel: 'modulepreload' | 'stylesheet', href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`) !== null) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const element = document.createElement('link');
  element.rel = rel;
  element.href = href;
  element.onload = () => resolve();
  element.onerror = () => resolve();
  document.head.append(element);
  return promise;
}
