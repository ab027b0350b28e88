// What the server itself documents, as requests: the OpenAPI document is where attacks on HTTP begin.
import { z } from 'zod';

export interface Operation {
  readonly method: string;
  /** With `{parameters}`, and all documented ones of the query. */
  readonly path: string;
  readonly body?: unknown;
}

const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ example: z.unknown() }).optional() }) })
    .optional(),
});
const document = z.object({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/** What is no part of the API. */
const OTHERS: readonly Operation[] = [
  { method: 'POST', path: '/matchmake/create/borneo', body: { bots: 2 } },
  { method: 'POST', path: '/matchmake/joinById/{id}', body: { spectate: true } },
  { method: 'POST', path: '/matchmake/join/borneo', body: {} },
  { method: 'POST', path: '/matchmake/joinOrCreate/borneo', body: {} },
  { method: 'POST', path: '/matchmake/reconnect/{id}', body: { reconnectionToken: 'x' } },
  ...['/', '/style.css', '/health', '/ready', '/metrics', '/__healthcheck', '/admin/', '/nothing'].map(
    (path) => ({ method: 'GET', path }),
  ),
];

function operationsOf(openapi: unknown): readonly Operation[] {
  const { servers, paths } = document.parse(openapi);
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]): Operation => {
      const asked = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const query = asked.length === 0 ? '' : `?${asked.map((name) => `${name}={${name}}`).join('&')}`;
      const example = requestBody?.content['application/json']?.example;
      return {
        method: method.toUpperCase(),
        path: `${servers[0].url}${path}${query}`,
        ...(requestBody !== undefined && { body: example ?? {} }),
      };
    }),
  );
  return [...documented, ...OTHERS];
}

export async function readOperations(url: string): Promise<readonly Operation[]> {
  const response = await fetch(`${url}/api/v1/openapi.json`);
  if (!response.ok) throw new Error(`no OpenAPI document: ${response.status}`);
  return operationsOf(await response.json());
}
