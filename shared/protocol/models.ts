// JSON Schemas as named models: every object and every choice has a name, as code generators need.
import { modelName } from '../kernel/catalogue.ts';
import { constantsOf, isSchema, type JsonSchema, withParts } from './schema-parts.ts';

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
    const content = withParts(rest, (part, { word, step, among }) => {
      if (word === 'propertyNames') return part;
      if (word !== 'anyOf' && word !== 'oneOf') return this.#part(name + modelName(step), part);
      const isOptional = among.filter((choice) => choice['type'] !== 'null').length === 1;
      return this.#part(isOptional ? name : `${name}${modelName(constantsOf(part)[0] ?? step)}`, part);
    });
    // A reference with a description: no keyword is allowed next to `$ref` itself.
    const { allOf } = rest;
    return Array.isArray(allOf)
      ? { ...content, allOf: allOf.map((part: JsonSchema) => this.#moved(part)) }
      : content;
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
  if (isSchema(schema['properties'])) return true;
  const choices = schema['oneOf'] ?? schema['anyOf'];
  return (
    Array.isArray(choices) && choices.filter((choice: JsonSchema) => choice['type'] !== 'null').length > 1
  );
}
