// The OpenAPI document, made from the routes themselves and the schemas that check their traffic.

import { z } from 'zod';
import { modelName } from '../../shared/kernel/catalogue.ts';
import { jsonSchemaOf, titled } from '../../shared/protocol/describe.ts';
import { LINES } from '../../shared/protocol/lines.ts';
import type { JsonSchema } from '../../shared/protocol/schema-parts.ts';
import { statusOf } from '../../shared/protocol/status.ts';
import type { Route, Success } from '../http/route.ts';

/** Refusals that any route may answer with. */
const EVERYWHERE = ['bad-payload', 'rate-limited', 'internal-error', 'shutting-down'];
const WITH_BODY = ['bad-json', 'too-large', 'unsupported-media-type'];

const problem = z
  .strictObject({
    type: z.string().describe('`urn:quayside:problem:` followed by the code'),
    title: z.string().describe('For people, in the language of `Accept-Language`.'),
    status: z.int(),
    code: z.string().describe('Stable; for programs.'),
    rule: z
      .nullable(z.string())
      .optional()
      .describe('The rule of the game that forbids it, such as BOR-6.3.'),
    message: z.string().optional().describe('For people, if the table or the rules refuse.'),
    detail: z.string().optional().describe('For developers: which field is wrong, and how.'),
  })
  .meta({ id: 'Problem', description: 'A refusal, as in RFC 9457.' });

const TAGS = [
  { name: 'You', description: 'Your identity and your seats.' },
  {
    name: 'Games',
    description: 'The games of this server, with schemas of every command, event and view.',
  },
  {
    name: 'Tables',
    description: 'Finding, opening and joining tables; agreements before and after a match.',
  },
  { name: 'Matches', description: 'Playing: state, legal commands, commands, stream, record.' },
  { name: 'Client', description: 'A client in TypeScript and JavaScript.' },
];

const DESCRIPTION = `Everything a client or bot needs, in JSON. Get a token (\`POST /guests\`), open a table or follow an invitation, read \`GET /matches/{id}/stream\`, and answer your decisions with \`POST /matches/{id}/commands\`.

Refusals are problem documents with a stable \`code\`. Requests over the rate limit get 429 with \`Retry-After\`. Times are milliseconds since 1970 unless written as dates.`;

export function openApiOf(routes: readonly Route[], version: string): JsonSchema {
  const components = new Components();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const item of routes) {
    const path = paths[item.path] ?? {};
    paths[item.path] = path;
    path[item.method] = operationOf(item, components);
  }
  components.add(problem, 'output');
  for (const line of Object.values(LINES)) components.add(line, 'output');
  return {
    openapi: '3.1.1',
    info: {
      title: 'Quayside',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/api/v1' }],
    tags: TAGS,
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'From `POST /guests`, or from the host’s own login.',
        },
      },
    },
  };
}

/** Named schemas appear once, under `components`; references are rewritten. */
class Components {
  readonly schemas: Record<string, unknown> = {};

  /** `otherwise`: the name of an object without an id. */
  add(schema: z.ZodType, io: 'input' | 'output', otherwise?: string): JsonSchema {
    const { $defs, ...own } = jsonSchemaOf(schema, io);
    for (const [name, definition] of Object.entries($defs ?? {})) this.#keep(name, definition);
    const name = schema.meta()?.id ?? ('properties' in own ? otherwise : undefined);
    if (name === undefined) return this.#rewritten(own) as JsonSchema;
    if (!('$ref' in own)) this.#keep(name, own);
    return { $ref: `#/components/schemas/${name}` };
  }

  #keep(name: string, schema: JsonSchema): void {
    this.schemas[name] = this.#rewritten(titled(schema, name));
  }

  #rewritten(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#rewritten(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]) => {
      if (key === '$ref' && typeof inner === 'string') {
        return [key, inner.replace('#/$defs/', '#/components/schemas/')];
      }
      return [key, this.#rewritten(inner)];
    });
    return Object.fromEntries(entries);
  }
}

function operationOf(item: Route, components: Components): JsonSchema {
  return {
    operationId: item.id,
    tags: [item.tag],
    summary: item.summary,
    ...(item.description === undefined ? {} : { description: item.description }),
    security: item.auth === 'player' ? [{ token: [] }] : [],
    parameters: [
      ...parametersOf(item.params, 'path', components),
      ...parametersOf(item.query, 'query', components),
    ],
    ...(item.body === undefined
      ? {}
      : { requestBody: bodyOf(item, item.described ?? item.body, components) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(item.answers).map(([status, success]) => [
          status,
          answerOf(success, item.id, components),
        ]),
      ),
      ...refusalsOf(item),
    },
  };
}

function parametersOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
  components: Components,
): JsonSchema[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    // Path and query texts become numbers where the schema says so.
    const { description, ...rest } = components.add(field as z.ZodType, 'output');
    const optional = (field as z.ZodType).safeParse(undefined).success;
    return {
      name,
      in: place,
      required: place === 'path' || !optional,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function bodyOf(item: Route, schema: z.ZodObject, components: Components): JsonSchema {
  return {
    required: !schema.safeParse({}).success,
    content: {
      'application/json': {
        schema: components.add(schema, 'input', `${modelName(item.id)}Request`),
        ...(item.example === undefined ? {} : { example: item.example }),
      },
    },
  };
}

function answerOf(
  { description, schema, example, mediaType, textType }: Success,
  id: string,
  components: Components,
): JsonSchema {
  if (mediaType !== undefined && schema !== undefined)
    return { description, content: { [mediaType]: { schema: components.add(schema, 'output') } } };
  if (mediaType !== undefined) {
    const lines = Object.values(LINES).map((line) => components.add(line, 'output'));
    // One line; OpenAPI 3.1 cannot describe a sequence of them.
    return { description, content: { [mediaType]: { schema: { oneOf: lines } } } };
  }
  if (schema === undefined) return { description };
  return {
    description,
    content: {
      'application/json': {
        schema: components.add(schema, 'output', `${modelName(id)}Answer`),
        ...(example === undefined ? {} : { example }),
      },
      ...(textType === undefined ? {} : { [textType]: { schema: { type: 'string' } } }),
    },
  };
}

/** Routes that can answer `unknown-match` access a room, which may have to be woken. */
function wakes(item: Route): boolean {
  return item.auth === 'player' && item.refusals?.includes('unknown-match') === true;
}

/** By status, with the possible codes. */
function refusalsOf(item: Route): Record<string, JsonSchema> {
  const codes = [
    ...EVERYWHERE,
    ...(item.body === undefined ? [] : WITH_BODY),
    ...(item.auth === 'player' ? ['unauthenticated'] : []),
    ...(item.refusals ?? []),
    ...(wakes(item) ? ['server-full'] : []),
  ];
  const byStatus = new Map<number, string[]>();
  for (const code of codes) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        String(status),
        {
          description: list.map((code) => `\`${code}\``).join(', '),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          ...(status === 429 || status === 503
            ? { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' } } }
            : {}),
        },
      ]),
  );
}
