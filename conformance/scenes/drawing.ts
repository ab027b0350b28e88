// Whether a client could draw the table and describe what happens: catalogues, names and sentences.
import type { CatalogueContent } from '../../shared/kernel/catalogue.ts';
import { LANGUAGES } from '../../shared/kernel/game.ts';
import { idsIn } from '../../shared/protocol/ids.ts';
import type { JsonSchema } from '../../shared/protocol/schema-parts.ts';
import type { SentenceBook } from '../../shared/protocol/sentence-book.ts';
import { speakerOf } from '../../shared/protocol/speaker.ts';
import { Guest } from '../guest.ts';
import { type Kit, type Scene, startedTable } from '../scene.ts';

export const drawing: Scene = {
  name: 'what a table is drawn from',
  rules: ['P-2.1', 'P-7.4', 'P-7.5'],
  async play(kit) {
    const { game } = kit;
    const reader = await Guest.known(kit, 'Watcher');
    const { editions } = (await reader.must('GET', `/games/${game.id}`)) as unknown as {
      editions: readonly { name: string; hash: string }[];
    };
    const catalogues = new Map<string, CatalogueContent>();
    for (const { name, hash } of editions) {
      const content = await catalogueOf(kit, name, hash);
      catalogues.set(name, content);
      for (const language of LANGUAGES) {
        const path = `/games/${game.id}/sentences/${language}?edition=${hash}`;
        everythingNamed(kit, (await reader.must('GET', path)) as unknown as SentenceBook, content);
      }
    }
    await everythingShown(kit, catalogues.get(game.edition));
    await unknown(kit, reader, editions[0]?.hash ?? '');
  },
};

/** Requested without a token, as an image would be. */
async function catalogueOf(
  { verdicts, url, game }: Kit,
  name: string,
  hash: string,
): Promise<CatalogueContent> {
  const answer = await fetch(`${url}/api/v1/games/${game.id}/editions/${hash}`);
  const content = (await answer.json()) as CatalogueContent;
  const where = `the catalogue of ${name}`;
  verdicts.same('P-7.4', [content.game, content.edition], [game.id, name], where);
  verdicts.hold(
    'P-7.4',
    String(answer.headers.get('Cache-Control')).includes('immutable'),
    () => `${where} is not marked as immutable`,
  );
  const { colours, max } = content.seats ?? { colours: [], max: 1 };
  verdicts.hold('P-7.4', colours.length >= max, () => `${where} has no colour for every seat`);
  return content;
}

function everythingNamed(
  { verdicts, game }: Kit,
  book: SentenceBook,
  { components = {} }: CatalogueContent,
): void {
  const ids = Object.values(components).flatMap((pieces) => pieces.map(({ id }) => id));
  const nameless = ids.filter((id) => (book.components[id] ?? '') === '');
  verdicts.same('P-7.5', nameless, [], `components without a name (${book.language})`);
  const told = (part: object, names: readonly string[]) => names.filter((name) => !(name in part));
  verdicts.same('P-7.5', told(book.events, game.events), [], `events without a sentence (${book.language})`);
  verdicts.same(
    'P-7.5',
    told(book.commands, game.commands),
    [],
    `commands without a name (${book.language})`,
  );
  verdicts.same('P-7.5', told(book.codes, game.codes), [], `refusals without a sentence (${book.language})`);
  const kinds = told(book.decisions, Object.keys(game.kinds));
  verdicts.same('P-7.5', kinds, [], `decisions without a name (${book.language})`);
}

/** The table after the setup, and its news. */
async function everythingShown(kit: Kit, content: CatalogueContent | undefined): Promise<void> {
  const { verdicts, game } = kit;
  const { id, guests } = await startedTable(kit);
  const [ann] = guests;
  const { view } = (await ann.must('GET', `/matches/${id}`)) as { view: unknown };
  const { $defs } = (await ann.must('GET', `/games/${game.id}/schemas`)) as {
    $defs: Record<string, JsonSchema>;
  };
  const met = [...idsIn($defs['publicView'] ?? {}, view)];
  verdicts.hold('P-7.4', met.length > 0, () => 'the schemas name no ids in the public view');
  const lists = content?.components ?? {};
  const lacking = met.filter(
    ({ kinds, id }) => !kinds.some((kind) => lists[kind]?.some((one) => one.id === id)),
  );
  verdicts.same('P-7.4', lacking, [], 'ids of the public view that the catalogue lacks');
  const stream = ann.stream(id, '?since=-1');
  await stream.begun();
  const events = stream.of('news').flatMap((line) => (line['events'] ?? []) as { type: string }[]);
  stream.close();
  for (const language of LANGUAGES) await everythingTold(kit, ann, language, events);
}

async function everythingTold(
  { verdicts, game }: Kit,
  reader: Guest,
  language: (typeof LANGUAGES)[number],
  events: readonly { type: string }[],
): Promise<void> {
  const book = await reader.must('GET', `/games/${game.id}/sentences/${language}`);
  const { event: say } = speakerOf(book as unknown as SentenceBook);
  const silent = events.filter((event) => {
    try {
      return say(event, []) === '';
    } catch {
      return true;
    }
  });
  verdicts.same('P-7.5', silent, [], `events without a sentence (${language})`);
  const { codes } = await reader.must('GET', `/sentences/${language}`);
  const own = (codes ?? {}) as Record<string, string>;
  verdicts.hold('P-7.5', own['not-your-turn'] !== undefined, () => 'refusals of tables have no sentence');
}

async function unknown({ verdicts, game }: Kit, reader: Guest, known: string): Promise<void> {
  for (const [path, code] of [
    [`/games/none/editions/${known}`, 'unknown-game'],
    [`/games/${game.id}/editions/none`, 'unknown-edition'],
    ['/games/none/sentences/en', 'unknown-game'],
    [`/games/${game.id}/sentences/none`, 'unknown-language'],
    [`/games/${game.id}/sentences/en?edition=none`, 'unknown-edition'],
    ['/sentences/none', 'unknown-language'],
  ] as const) {
    verdicts.same('P-2.1', await reader.code('GET', path), code, `GET ${path}`);
  }
}
