// Decodes the synchronized state into views: some values are sent as text, and `null` is not sent. The server's
// schemas say which.

interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** As served at `/games/{id}/schemas`. */
export interface GameSchemas {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

type Data = Readonly<Record<string, unknown>>;

/** The value as the definition describes it. */
export function decoded(schemas: GameSchemas, definition: string, value: unknown): unknown {
  const { $defs } = schemas;

  function read(schema: JsonSchema, sent: unknown): unknown {
    const choices = choicesOf(schema);
    if (sent === undefined || sent === null) return choices.some(isNull) ? null : undefined;
    // A text that is not allowed here is a number or boolean of a mixed field, or JSON.
    if (typeof sent === 'string') return choices.some((choice) => takes(choice, sent)) ? sent : parsed(sent);
    if (Array.isArray(sent)) {
      const items = part(choices, 'items');
      return sent.map((item) => read(items, item));
    }
    return isRecord(sent) ? readFields(choices, sent) : sent;
  }

  function readFields(choices: readonly JsonSchema[], sent: Data): Data {
    const known = part(choices, 'properties');
    const others = part(choices, 'additionalProperties');
    const fields: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(known)) {
      const value = read(asSchema(schema), sent[name]);
      if (value !== undefined) fields[name] = value;
    }
    for (const [name, value] of Object.entries(sent))
      if (!Object.hasOwn(known, name)) fields[name] = read(others, value);
    return fields;
  }

  /** The allowed values, with references resolved. */
  function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
    const name = /^#\/\$defs\/(.+)$/.exec(String(schema['$ref']))?.[1];
    const inner = [schema['anyOf'], schema['oneOf']].flat().filter(isRecord);
    if (name !== undefined) return [schema, ...choicesOf($defs[name] ?? {})];
    return inner.length === 0 ? [schema] : inner.flatMap(choicesOf);
  }

  return read($defs[definition] ?? {}, value);
}

function isNull({ type }: JsonSchema): boolean {
  return [type].flat().includes('null');
}

function takes(schema: JsonSchema, text: string): boolean {
  if ('const' in schema) return schema['const'] === text;
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(text);
  return [schema['type']].flat().includes('string');
}

function part(choices: readonly JsonSchema[], word: string): JsonSchema {
  return choices.map((choice) => choice[word]).find(isRecord) ?? {};
}

function asSchema(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text that a newer server allows here.
    return text;
  }
}
