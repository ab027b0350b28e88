// What the fields of a game's schemas refer to: ids get a type that says what they are ids of.
import { type References, SEAT } from '../kernel/catalogue.ts';
import { type JsonSchema, withParts } from './schema-parts.ts';

/** What a field names; `undefined` if it is not declared. */
export function referencesAt(references: References, path: readonly string[]): readonly string[] | undefined {
  for (let from = 0; from < path.length; from++) {
    const end = path.slice(from).join('.');
    if (Object.hasOwn(references, end)) return references[end];
  }
  return undefined;
}

/** The name of the type under `$defs`. */
function typeNameOf(kind: string): string {
  return kind === SEAT ? SEAT : `${kind}-id`;
}

/** One for everything that fields name. */
export function namedTypes(...all: readonly References[]): Record<string, JsonSchema> {
  const kinds = new Set(all.flatMap((references) => Object.values(references).flat()));
  return Object.fromEntries(
    [...kinds].sort().map((kind) => [
      typeNameOf(kind),
      kind === SEAT
        ? { type: 'integer', minimum: 0, description: 'A seat, counted from 0.' }
        : {
            type: 'string',
            description: `The id of a component: in the catalogue of the edition under components, ${kind}.`,
          },
    ]),
  );
}

/** The schema with its ids given those types; `path` leads to it, from the name of its definition on. */
export function named(schema: JsonSchema, references: References, path: readonly string[]): JsonSchema {
  const result = withParts(schema, (part, { word, step }) =>
    named(part, references, word === 'properties' || word === 'propertyNames' ? [...path, step] : path),
  );
  return 'const' in schema ? result : typed(result, referencesAt(references, path) ?? []);
}

/** What `seat` says itself. */
const SAID_BY_SEAT: Readonly<Record<string, readonly unknown[]>> = {
  type: ['integer'],
  minimum: [0, Number.MIN_SAFE_INTEGER],
  maximum: [Number.MAX_SAFE_INTEGER],
};

function typed(schema: JsonSchema, kinds: readonly string[]): JsonSchema {
  const { type, minimum } = schema;
  if (Array.isArray(type)) {
    const [own] = type.filter((one) => one !== 'null');
    const inner = typed({ ...schema, type: own }, kinds);
    return '$ref' in inner || 'anyOf' in inner ? { anyOf: [inner, { type: 'null' }] } : schema;
  }
  // A number that may be −1 is not always a seat.
  const wanted =
    type === 'integer'
      ? kinds.filter((kind) => kind === SEAT && minimum !== -1)
      : type === 'string'
        ? kinds.filter((kind) => kind !== SEAT)
        : [];
  const refs = wanted.map((kind) => ({ $ref: `#/$defs/${typeNameOf(kind)}` }));
  const [first] = refs;
  if (first === undefined) return schema;
  const more = Object.entries(schema).filter(([word, value]) =>
    type === 'string' ? word !== 'type' : SAID_BY_SEAT[word]?.includes(value) !== true,
  );
  const rest = more.length === 0 ? {} : { ...Object.fromEntries(more), type };
  return refs.length === 1 ? { ...rest, ...first } : { ...rest, anyOf: refs };
}
