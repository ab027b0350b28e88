// Every field that a player may read or choose has a name, and so has every word that may be its value.
import { describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../kernel/game.ts';
import { gameSchemas } from '../protocol/describe.ts';
import { testedGames } from './registry.ts';

interface Schema {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** They belong to the protocol: who answers what, and in which version. */
const COMMON: readonly string[] = ['version', 'decisions', 'type', 'decision', 'commandId'];

interface Found {
  readonly field: string;
  /** A word that may be the value. */
  readonly word?: string;
}

function* fieldsIn(schema: Schema, path: readonly string[]): Generator<Found> {
  const field = path.at(-1) ?? '';
  for (const word of [schema.const, ...(schema.enum ?? [])])
    if (typeof word === 'string') yield { field, word };
  for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* fieldsIn(inner, path);
  if (schema.items !== undefined) yield* fieldsIn(schema.items, path);
  if (typeof schema.additionalProperties === 'object') yield* fieldsIn(schema.additionalProperties, path);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (path.length === 0 && COMMON.includes(name)) continue;
    // Options have names of their own.
    if (path[0] === 'options') continue;
    yield { field: name };
    yield* fieldsIn(inner, [...path, name]);
  }
}

describe.each(testedGames.map(({ id, family, game }) => [id, family, game] as const))(
  '%s',
  (_id, family, game) => {
    const { $defs } = gameSchemas(game, family.catalogue) as { $defs: Readonly<Record<string, Schema>> };
    const described = Object.entries($defs).filter(
      ([name]) => name === 'publicView' || name === 'seatView' || name.startsWith('command-'),
    );
    const found = described.flatMap(([, schema]) => [...fieldsIn(schema, [])]);

    test.each(LANGUAGES)('in %s', (language) => {
      const { fields, values, components, decisions, results } = family.sentences[language];
      const isNamed = ({ field, word }: Found) =>
        word === undefined
          ? [fields, components].some((names) => Object.hasOwn(names, field))
          : Object.hasOwn(values, `${field}=${word}`) ||
            [components, decisions, results].some((names) => Object.hasOwn(names, word));
      expect(found.length).toBeGreaterThan(10);
      expect(found.filter((one) => !isNamed(one))).toEqual([]);
    });

    test('nothing else has a name', () => {
      const all = Object.values($defs).flatMap((schema) => [...fieldsIn(schema, [])]);
      const known = new Set(
        all.flatMap(({ field, word }) => (word === undefined ? field : `${field}=${word}`)),
      );
      const { fields, values } = family.sentences.en;
      // Numbers and nothing have names in some fields; schemas do not list them.
      const unlisted = /=(?:\d+|null|true|false)$/;
      const named = [
        ...Object.keys(fields).map((path) => path.split('.').at(-1) ?? ''),
        ...Object.keys(values).map((value) => value.replace(unlisted, '')),
      ];
      expect(named.filter((name) => !known.has(name))).toEqual([]);
    });

    test('all languages name the same fields', () => {
      const [one, other] = LANGUAGES.map((language) => family.sentences[language]);
      for (const part of ['fields', 'values'] as const)
        expect(Object.keys(one?.[part] ?? {})).toEqual(Object.keys(other?.[part] ?? {}));
    });
  },
);
