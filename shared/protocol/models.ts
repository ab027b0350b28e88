// JSON Schemas as named models: every object and every choice has a name, as code generators need.
import type { JsonSchema } from './describe.ts';

/** `table.take-seat` is called TableTakeSeat. */
export function modelName(key: string): string {
  return key
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

export class Models {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #at: string;

  /** `at`: where in the document the schemas are, ending with a slash. */
  constructor(at: string) {
    this.#at = at;
  }

  /** Adds a schema with everything in it, and returns the reference to it. */
  add(name: string, { definitions, ...schema }: JsonSchema): JsonSchema {
    for (const [part, definition] of Object.entries(definitions ?? {}))
      this.#keep(part, this.#content(part, definition));
    // An alias of a definition is that definition.
    if (typeof schema['$ref'] === 'string') return this.#moved(schema);
    return this.#keep(name, this.#content(name, schema));
  }

  #keep(wanted: string, content: JsonSchema): JsonSchema {
    const text = JSON.stringify(content);
    let name = wanted;
    for (let number = 2; !this.#isFree(name, wanted, text); number++) name = `${wanted}${number}`;
    this.schemas[name] = { title: name, ...content };
    return { $ref: `${this.#at}${name}` };
  }

  /** Free, or taken by the same. */
  #isFree(name: string, wanted: string, text: string): boolean {
    const known = this.schemas[name];
    return known === undefined || JSON.stringify({ ...known, title: wanted }) === withTitle(wanted, text);
  }

  /** The schema with its parts as references. */
  #content(name: string, schema: JsonSchema): JsonSchema {
    const { title: _title, ...rest } = this.#moved(schema);
    const result: Record<string, unknown> = { ...rest };
    const inner = (part: unknown, step: string) => this.#part(name + modelName(step), part as JsonSchema);
    if (isObject(rest['properties'])) {
      result['properties'] = Object.fromEntries(
        Object.entries(rest['properties']).map(([key, part]) => [key, inner(part, key)]),
      );
    }
    if (isObject(rest['additionalProperties']))
      result['additionalProperties'] = inner(rest['additionalProperties'], 'value');
    if (isObject(rest['items'])) result['items'] = inner(rest['items'], 'item');
    // A reference with a description: no keyword is allowed next to `$ref` itself.
    if (Array.isArray(rest['allOf']))
      result['allOf'] = rest['allOf'].map((part: JsonSchema) => this.#moved(part));
    for (const word of ['anyOf', 'oneOf']) {
      const choices = rest[word];
      if (!Array.isArray(choices)) continue;
      const isOptional = choices.filter((choice: JsonSchema) => choice['type'] !== 'null').length === 1;
      result[word] = choices.map((choice: JsonSchema, n) =>
        this.#part(isOptional ? name : `${name}${modelName(kindOf(choice) ?? String(n + 1))}`, choice),
      );
    }
    return result;
  }

  #part(name: string, schema: JsonSchema): JsonSchema {
    const content = this.#content(name, schema);
    return isModel(content) ? this.#keep(name, content) : content;
  }

  #moved(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    return { ...schema, $ref: $ref.replace('#/definitions/', this.#at) };
  }
}

function withTitle(title: string, text: string): string {
  return JSON.stringify({ title, ...(JSON.parse(text) as object) });
}

/** What generators make a type of. */
export function isModel(schema: JsonSchema): boolean {
  if (Array.isArray(schema['enum']) && schema['enum'].length > 1) return true;
  if (isObject(schema['properties'])) return true;
  const choices = schema['oneOf'] ?? schema['anyOf'];
  return (
    Array.isArray(choices) && choices.filter((choice: JsonSchema) => choice['type'] !== 'null').length > 1
  );
}

/** The constant that distinguishes one choice from the others. */
function kindOf(choice: JsonSchema): string | undefined {
  const properties = isObject(choice['properties']) ? choice['properties'] : {};
  const kinds = Object.values(properties).map((part) => (isObject(part) ? part['const'] : undefined));
  return kinds.find((kind) => typeof kind === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
