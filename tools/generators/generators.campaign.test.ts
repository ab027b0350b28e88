// Type generators find a name for every model in our documents.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compile } from 'json-schema-to-typescript';
import openapiTS, { astToString } from 'openapi-typescript';
import { ask, type Running, startServer } from '../../server/testing/start.ts';
import { families } from '../../shared/games/index.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => running.stop());

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8');

test.each(families.map(({ id }) => id))('json-schema-to-typescript: %s', async (id) => {
  const schemas = JSON.parse(read(`schemas/${id}.json`)) as object;
  const text = await compile(schemas, id, { unreachableDefinitions: true, format: false, maxItems: -1 });
  const names = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(names).toEqual(expect.arrayContaining(['Command', 'Event', 'PublicView', 'SeatView', 'Table']));
  // A number tells two models of one name apart.
  expect(names.filter((name) => /\d$|^NoName/.test(name ?? ''))).toEqual([]);
  // Written out where it is used; maps have no other name.
  const inline = [...text.matchAll(/^(.+)\{\n(?!\[k: string\])/gm)].map(([, before = '']) => before);
  expect(inline.filter((before) => !before.startsWith('export '))).toEqual([]);
});

test('openapi-typescript: every request and every answer is a named model', async () => {
  const document = (await ask(running.port, '/api/v1/openapi.json')).text;
  const text = astToString(await openapiTS(document));
  const contents = [...text.matchAll(/"application\/(?:problem\+)?json": (.*)/g)].map(
    ([, type = '']) => type,
  );
  expect(contents.length).toBeGreaterThan(50);
  const named = /^\(?components\["schemas"\]\["\w+"\]/;
  expect(contents.filter((type) => !named.test(type))).toEqual([]);
});

test('the AsyncAPI parser: every object has a name', async () => {
  const { document, diagnostics } = await new Parser().parse(read('asyncapi.json'));
  expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
  const schemas = document?.allSchemas().all() ?? [];
  const objects = schemas.filter((schema) => Object.keys(schema.properties() ?? {}).length > 0);
  expect(objects.length).toBeGreaterThan(50);
  expect(objects.filter((schema) => (schema.title() ?? '') === '').map((schema) => schema.id())).toEqual([]);
});
