// Checks real traffic against the published documents, with an independent validator.
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answered } from './start.ts';

type Json = Record<string, unknown>;

export function validator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, validateSchema: false });
  addFormats.default(ajv);
  return ajv;
}

/** A validator's complaints about a value; empty if it is valid. */
export function complaints(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export class Conformance {
  readonly #document: Json;
  readonly #ajv = validator();

  constructor(document: Json) {
    this.#document = document;
    // OpenAPI's own keywords around the schemas.
    this.#ajv.addVocabulary(Object.keys(document));
    this.#ajv.addSchema(document as AnySchema, 'api');
  }

  /** All operations, such as `get /tables/{id}`. */
  get operations(): string[] {
    return Object.entries(this.#document['paths'] as Record<string, Json>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
  }

  /** The operation that a request belongs to. */
  operationOf(method: string, path: string): string | undefined {
    const [bare = ''] = path.split('?');
    return this.operations.find((operation) => {
      const [verb, template = ''] = operation.split(' ');
      const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
      return verb === method.toLowerCase() && pattern.test(bare);
    });
  }

  /** The errors in an answer. */
  check(operation: string, answer: Answered): string[] {
    const [method = '', path = ''] = operation.split(' ');
    const where = ['paths', path, method, 'responses', String(answer.status)];
    const described = this.#at(where);
    if (described === undefined) return [`${operation}: ${answer.status} is not described`];
    const [type = ''] = String(answer.headers['content-type'] ?? '').split(';');
    if (answer.text === '') return described['content'] === undefined ? [] : [`${operation}: no body`];
    const content = (described['content'] as Record<string, Json> | undefined)?.[type];
    if (content === undefined) return [`${operation}: ${type} is not described for ${answer.status}`];
    const value = /[/+]json$/.test(type) ? answer.json() : answer.text;
    return this.against([...where, 'content', type, 'schema'], value);
  }

  against(where: readonly string[], value: unknown): string[] {
    return complaints(this.#compiled(where), value).map((complaint) => `${where.join(' ')}: ${complaint}`);
  }

  line(value: { readonly type: string }): string[] {
    const where = [
      'paths',
      '/matches/{id}/stream',
      'get',
      'responses',
      '200',
      'content',
      'application/x-ndjson',
    ];
    return this.against([...where, 'schema'], value);
  }

  /** All examples, with the paths of their schemas. */
  examples(): { readonly where: string[]; readonly example: unknown }[] {
    const found: { where: string[]; example: unknown }[] = [];
    const walk = (value: unknown, where: string[]) => {
      if (typeof value !== 'object' || value === null) return;
      if ('example' in value && 'schema' in value)
        found.push({ where: [...where, 'schema'], example: value.example });
      for (const [key, inner] of Object.entries(value)) if (key !== 'example') walk(inner, [...where, key]);
    };
    walk(this.#document['paths'], ['paths']);
    return found;
  }

  #compiled(where: readonly string[]): ValidateFunction {
    const pointer = where
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    return this.#ajv.getSchema(`api#/${pointer}`) ?? this.#ajv.compile({ $ref: `api#/${pointer}` });
  }

  #at(where: readonly string[]): Json | undefined {
    let value: unknown = this.#document;
    for (const part of where) value = (value as Json | undefined)?.[part];
    return value as Json | undefined;
  }
}
