// The board of a game that has none of its own: drawn from its components, schemas and words.
import './board.css';
import { useMemo } from 'preact/hooks';
import type { GameSchemas, Teller } from '../../../client/index.ts';
import { isNothing } from '../../wording/said.ts';
import type { BoardModule } from '../board.ts';
import type { SomeGame } from '../furnish.ts';
import type { Ways } from '../parts/lines.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Drawn } from './drawn.tsx';
import { Own } from './own.tsx';
import { panelsOf } from './panels.ts';
import { Seat } from './seat.tsx';
import { type PlainProps, say, useSight } from './sight.ts';

function Board(props: PlainProps) {
  const sight = useSight(props);
  const { view, wording } = sight;
  const fields = useMemo(() => wording.view('publicView', view), [wording, view]);
  const isThere = ({ said }: (typeof fields)[number]) => !isNothing(said, wording.nothing);
  const { options = {} } = view as { readonly options?: Readonly<Record<string, unknown>> };
  const panels = panelsOf(fields.filter(isThere), options);
  const empty = panelsOf(fields.filter((field) => !isThere(field))).map(({ title }) => title);
  return (
    <Sheet sight={sight} class="pln" ways={NO_WAYS} foreseen={say('foreseen')}>
      {panels.map((panel) => (
        <Drawn key={panel.field} sight={sight} panel={panel} />
      ))}
      {empty.length === 0 ? null : <p class="pln-empty">{say('empty', { names: empty.join(', ') })}</p>}
    </Sheet>
  );
}

/** Of a game that is unknown, nothing says where pieces come from. */
const NO_WAYS: Ways = { lines: [], back: [] };

interface Known {
  readonly schemas: GameSchemas;
  readonly teller: Teller<SomeGame>;
}

export function plainBoard({ schemas, teller }: Known): BoardModule<SomeGame> {
  const verbs = Object.entries(teller.book.commands).filter(([type]) => isPlain(schemas, type));
  return {
    Board: (props) => <Board {...props} schemas={schemas} />,
    Own: (props) => <Own {...props} schemas={schemas} />,
    Seat: (props) => <Seat {...props} schemas={schemas} />,
    points: (view, seat) => (view as Ended).result?.scores?.[seat]?.total ?? null,
    verbs: Object.fromEntries(verbs.map(([type, name]) => [type, () => name])),
    guide: { en: { decisions: {} }, fr: { decisions: {} } },
  };
}

interface Ended {
  readonly result?: { readonly scores?: readonly { readonly total?: number }[] } | null;
}

/** A command that nothing has to be picked for, and that answers a question. */
function isPlain({ $defs }: GameSchemas, type: string): boolean {
  const { properties = {} } = ($defs[`command-${type}`] ?? {}) as { readonly properties?: object };
  const fields = Object.keys(properties);
  return fields.includes('decision') && fields.every((field) => field === 'type' || field === 'decision');
}
