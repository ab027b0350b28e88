// Every piece in views, events and legal commands is in the catalogue, has a name, and is of the declared kind.
import { describe, expect, test } from '@jest/globals';
import { families } from '../games/index.ts';
import { type CatalogueContent, SEAT } from '../kernel/catalogue.ts';
import { type Game, type GameFamily, LANGUAGES } from '../kernel/game.ts';
import { seatsFrom } from '../kernel/seat.ts';
import { gameSchemas } from '../protocol/describe.ts';
import { idsIn, kindsOf } from '../protocol/ids.ts';
import { referencesAt } from '../protocol/references.ts';
import type { JsonSchema } from '../protocol/schema-parts.ts';
import { goldenRows } from './golden.ts';
import { optionsOf, playSteps, randomCommand, seedOf } from './play.ts';

/** The number of commands taken from each legal set; some sets are huge. */
const LEGAL = 30;

/** All views, news and legal commands of whole games. */
function* traffic(game: Game): Generator<readonly [definition: string, value: object]> {
  const rows = goldenRows(game).filter(
    ({ seats, unasked }, n, all) => unasked || all[n + 1]?.seats !== seats,
  );
  for (const [n, row] of rows.entries()) {
    const options = optionsOf(game, row.seats, row.options);
    const seed = seedOf(n + 1);
    const begun = game.setup(options, row.seats, seed);
    const seats = seatsFrom(0, row.seats);
    const steps = [
      { after: begun.state, news: begun.news },
      ...playSteps(game, begun.state, seed, () => randomCommand),
    ];
    for (const { after, news } of steps) {
      yield ['publicView', game.publicView(after as never)];
      for (const seat of seats) yield ['seatView', game.seatView(after as never, seat)];
      for (const { all, only = [] } of news)
        for (const event of [all, ...only.map((one) => one.event)]) yield [`event-${event.type}`, event];
      for (const seat of seats) {
        let left = LEGAL;
        for (const command of game.legal(after as never, seat)) {
          yield [`command-${command.type}`, command];
          if (--left === 0) break;
        }
      }
    }
  }
}

function withEdition(family: GameFamily, raw: unknown): Game {
  const parsed = family.parseEdition(raw);
  if (!parsed.ok) throw new Error(parsed.reasons.join());
  return family.withEdition(parsed.value);
}

/** Pieces among them that the catalogue lacks. */
function missing(family: GameFamily, raw: unknown): string[] {
  const game = withEdition(family, raw);
  const defs = (gameSchemas(game, family.catalogue) as { $defs: Record<string, JsonSchema> }).$defs;
  const content: CatalogueContent = family.catalogue.of(raw);
  const met = new Map<string, readonly string[]>();
  for (const [name, value] of traffic(game)) {
    for (const { id, kinds } of idsIn(defs[name] ?? {}, value)) met.set(`${kinds.join('|')} ${id}`, kinds);
  }
  expect(met.size).toBeGreaterThan(20);
  return [...met]
    .filter(([one, kinds]) => {
      const id = one.slice(one.indexOf(' ') + 1);
      return !kinds.some((kind) => content.components[kind]?.some((piece) => piece.id === id));
    })
    .map(([one]) => one);
}

/** What components say of each other and the catalogue lacks. */
function dangling({ catalogue, builtIn }: GameFamily, defs: Record<string, JsonSchema>): string[] {
  const content = catalogue.of(builtIn);
  const met = [...idsIn(defs[String(catalogue.schema.meta()?.id)] ?? {}, content)];
  const links = Object.values(catalogue.links).flat();
  expect(new Set(met.flatMap(({ kinds }) => kinds))).toEqual(new Set(links.filter((kind) => kind !== SEAT)));
  const found = ({ id, kinds }: (typeof met)[number]) =>
    kinds.some((kind) => content.components[kind]?.some((piece) => piece.id === id));
  return met.filter((one) => !found(one)).map(({ id }) => id);
}

/** Fields of a schema with free text or a seat whose references are not declared. */
function unsaid(family: GameFamily): string[] {
  const game = withEdition(family, family.builtIn);
  const { $defs } = gameSchemas(game, family.catalogue) as { $defs: Record<string, JsonSchema> };
  const views = ['publicView', 'seatView'];
  const events = game.events.map((type) => `event-${type}`);
  const commands = game.commands.map((type) => `command-${type}`);
  const found: string[] = [];
  const visit = (schema: JsonSchema, path: readonly string[]): void => {
    const name = path.at(-1) ?? '';
    const said = referencesAt(family.catalogue.references, path) !== undefined || name === 'commandId';
    const { type, minimum } = schema;
    const isText = String(type).split(',').includes('string') && !('const' in schema) && !('enum' in schema);
    const isSeat =
      type === 'integer' && minimum !== -1 && /(^s|S)eat$/.test(name) && schema['$ref'] === undefined;
    if (kindsOf(schema).length === 0 && ((isText && !said) || isSeat)) found.push(path.join('.'));
    for (const word of ['anyOf', 'oneOf'])
      for (const inner of (schema[word] ?? []) as JsonSchema[]) visit(inner, path);
    for (const word of ['items', 'additionalProperties'])
      if (typeof schema[word] === 'object') visit(schema[word] as JsonSchema, path);
    if (schema['propertyNames'] !== undefined) visit(schema['propertyNames'] as JsonSchema, [...path, '#']);
    for (const [key, inner] of Object.entries((schema['properties'] ?? {}) as object))
      visit(inner as JsonSchema, [...path, key]);
  };
  for (const name of [...views, ...events, ...commands]) visit($defs[name] ?? {}, [name]);
  return found;
}

describe.each(families.map((family) => [family.id, family] as const))('%s', (_id, family) => {
  test('every id that any viewer sees in whole games is in the catalogue, under its kind', () => {
    expect(missing(family, family.builtIn)).toEqual([]);
  });

  test('so is every id of an edition with other ids', () => {
    const text = JSON.stringify(family.builtIn);
    const other = JSON.parse(text.replaceAll(/"(ship|relation|mission)-(?!value)/g, '"other-$1-')) as unknown;
    expect(JSON.stringify(other)).not.toBe(text);
    expect(missing(family, other)).toEqual([]);
  });

  test('it has its game, edition and seats', () => {
    const { game, edition, seats } = family.catalogue.of(family.builtIn);
    const { min, max } = withEdition(family, family.builtIn).seats;
    expect({ game, edition, seats }).toMatchObject({
      game: family.id,
      edition: (family.builtIn as { edition: string }).edition,
      seats: { min, max },
    });
    expect(new Set(seats.colours).size).toBe(max);
  });

  test('references between components exist, and the schema types them', () => {
    const game = withEdition(family, family.builtIn);
    const { $defs } = gameSchemas(game, family.catalogue) as { $defs: Record<string, JsonSchema> };
    expect(dangling(family, $defs)).toEqual([]);
  });

  test('everything in the catalogue has a name in every language', () => {
    const { components } = family.catalogue.of(family.builtIn);
    const ids = Object.values(components).flatMap((pieces) => pieces.map(({ id }) => id));
    for (const language of LANGUAGES) {
      const names = family.sentences[language].components;
      expect(ids.filter((id) => !Object.hasOwn(names, id))).toEqual([]);
    }
  });

  test('every text field in commands, events and views is declared to refer to something, or to nothing', () => {
    expect(unsaid(family)).toEqual([]);
  });

  test('no field is declared to refer to a missing list', () => {
    const { components } = family.catalogue.of(family.builtIn);
    const kinds = Object.values(family.catalogue.references).flat();
    expect(kinds.filter((kind) => kind !== 'seat' && !Object.hasOwn(components, kind))).toEqual([]);
  });
});
