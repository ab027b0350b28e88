// Schemas of the usual fields, and what the fields of any schema hold.
import { z } from 'zod';
import { type References, SEAT } from './catalogue.ts';

export const count = z.int().min(0);
export const seat = z
  .int()
  .min(0)
  .meta({ refersTo: [SEAT] });

/** The id of a piece of one of these kinds; without a kind, text that names no piece. */
export function pieceId(...kinds: readonly string[]) {
  return z.string().max(64).meta({ refersTo: kinds });
}

/** A part of a schema that has no parts of its own. */
interface Leaf {
  /** The fields that lead to it; `#` for the keys of a record. */
  readonly path: readonly string[];
  readonly schema: z.ZodType;
}

/** What is in a list has the path of the list. */
export function* leavesIn(schema: z.ZodType, path: readonly string[] = []): Generator<Leaf> {
  const bare = unwrapped(schema);
  if (bare instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(bare.shape))
      yield* leavesIn(inner as z.ZodType, [...path, name]);
  } else if (bare instanceof z.ZodArray) {
    yield* leavesIn(bare.element as z.ZodType, path);
  } else if (bare instanceof z.ZodRecord) {
    yield* leavesIn(bare.keyType as z.ZodType, [...path, '#']);
    yield* leavesIn(bare.valueType as z.ZodType, path);
  } else if (bare instanceof z.ZodUnion) {
    for (const option of bare.options) yield* leavesIn(option as z.ZodType, path);
  } else {
    yield { path, schema: bare };
  }
}

/** The kinds of piece that it names; `undefined` if nothing is said. */
export function kindsNamedBy(schema: z.ZodType): readonly string[] | undefined {
  return schema.meta()?.['refersTo'] as readonly string[] | undefined;
}

/** The schema of the value, where there is one. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

/** What the fields of these schemas refer to, as `pieceId` and `seat` say. */
export function referencesIn(schemas: Iterable<z.ZodType>): References {
  const found: Record<string, readonly string[]> = {};
  for (const schema of schemas) {
    for (const { path, schema: leaf } of leavesIn(schema)) {
      const field = path.slice(path.at(-1) === '#' ? -2 : -1).join('.');
      const kinds = kindsNamedBy(leaf);
      if (kinds !== undefined) found[field] = [...new Set([...(found[field] ?? []), ...kinds])];
    }
  }
  return found;
}
