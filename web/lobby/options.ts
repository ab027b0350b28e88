// The options of a game as fields of a form, from the JSON Schema that the server gives of them.

export type OptionField =
  | { readonly kind: 'flag'; readonly name: string; readonly usual: boolean }
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly usual: number;
      readonly min: number;
      readonly max: number;
    }
  /** A seat of the table, or one drawn at random. */
  | { readonly kind: 'seat'; readonly name: string; readonly usual: 'random' }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly usual: string;
      readonly values: readonly string[];
    };

export type OptionValue = boolean | number | string;
export type OptionValues = Readonly<Record<string, OptionValue>>;

type Schema = Readonly<Record<string, unknown>>;

/** An option of a form that is not known here keeps its default: the table can be opened all the same. */
export function fieldsOf(options: Schema): OptionField[] {
  return Object.entries(schemasIn(options['properties'])).flatMap(
    ([name, schema]) => fieldOf(name, schema) ?? [],
  );
}

function fieldOf(name: string, schema: Schema): OptionField | undefined {
  const { type, default: usual, minimum, maximum, enum: values, anyOf } = schema;
  if (type === 'boolean') return { kind: 'flag', name, usual: usual === true };
  if (type === 'integer' && typeof minimum === 'number' && typeof maximum === 'number')
    return {
      kind: 'number',
      name,
      usual: typeof usual === 'number' ? usual : minimum,
      min: minimum,
      max: maximum,
    };
  if (Array.isArray(values) && typeof usual === 'string')
    return { kind: 'choice', name, usual, values: values.filter((value) => typeof value === 'string') };
  const isRandom = (one: Schema) => one['const'] === 'random';
  if (Array.isArray(anyOf) && anyOf.map(schemaIn).some(isRandom))
    return { kind: 'seat', name, usual: 'random' };
  return undefined;
}

/** Only changed options are sent; the server has the defaults. */
export function changed(fields: readonly OptionField[], values: OptionValues): OptionValues {
  return Object.fromEntries(
    fields.flatMap(({ name, usual }) => {
      const value = values[name];
      return value === undefined || value === usual ? [] : [[name, value]];
    }),
  );
}

/** The setting that a refusal concerns, from its detail; `undefined`: none in particular. */
export function settingIn(detail: string | undefined): string | undefined {
  return /^(\w+)(?:$|:)/.exec(detail ?? '')?.[1];
}

function schemasIn(value: unknown): Readonly<Record<string, Schema>> {
  const entries = Object.entries(schemaIn(value));
  return Object.fromEntries(entries.map(([name, schema]) => [name, schemaIn(schema)]));
}

function schemaIn(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
