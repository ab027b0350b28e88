// The AsyncAPI document: valid for the specification's parser, and correct for real messages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { expect, test } from '@jest/globals';
import { Ajv, type AnySchema } from 'ajv';
import { seatAndStart, TestPlayer, until } from '../rooms/testing/player.ts';
import { startTableServer } from '../rooms/testing/table-server.ts';
import { families } from '../shared/games/index.ts';
import { isModel, Models } from '../shared/protocol/models.ts';
import type { JsonSchema } from '../shared/protocol/schema-parts.ts';

const text = readFileSync(join(import.meta.dirname, '../docs/asyncapi.json'), 'utf8');

test('is valid, and has a channel for each game and an operation for each message', async () => {
  const { document, diagnostics } = await new Parser().parse(text);
  const faults = diagnostics.filter(({ severity }) => severity === 0 || severity === 1);
  expect(faults.map(({ message, path }) => `${path.join('.')}: ${message}`)).toEqual([]);
  const channels =
    document
      ?.channels()
      .all()
      .map((channel) => channel.id()) ?? [];
  expect([...channels].sort()).toEqual(families.map((family) => family.id).sort());
  for (const family of families) {
    const edition = family.parseEdition(family.builtIn);
    if (!edition.ok) throw new Error('edition');
    const operations =
      document
        ?.operations()
        .all()
        .map((operation) => operation.id()) ?? [];
    const commands = family.withEdition(edition.value).commands.map((type) => `${family.id}.${type}`);
    expect(operations).toEqual(
      expect.arrayContaining([...commands, `${family.id}.chat`, `${family.id}.room.news`]),
    );
  }
});

test('every payload, and every object and choice within, is a model with a name', () => {
  const { components } = JSON.parse(text) as {
    components: {
      messages: Record<string, { payload: JsonSchema }>;
      schemas: Record<string, JsonSchema>;
    };
  };
  for (const [key, { payload }] of Object.entries(components.messages))
    expect([key, Object.keys(payload)]).toEqual([key, ['$ref']]);
  const nameless = Object.entries(components.schemas).flatMap(([name, schema]) =>
    partsOf(schema)
      .filter(isModel)
      .map((part) => `${name}: ${JSON.stringify(part)}`),
  );
  expect(nameless).toEqual([]);
  for (const [name, { title }] of Object.entries(components.schemas)) expect(title).toBe(name);
});

/** Everything within a schema. */
function partsOf(schema: object): JsonSchema[] {
  return Object.values(schema).flatMap((part: unknown) =>
    typeof part === 'object' && part !== null ? [part as JsonSchema, ...partsOf(part)] : [],
  );
}

test('models of the same name and different content get a number', () => {
  const models = new Models('#/');
  const choice = (...values: string[]) => ({ properties: { side: { type: 'string', enum: values } } });
  expect(
    [choice('a', 'b'), choice('a', 'b'), choice('c', 'd')].map((one) => models.add('Turn', one)),
  ).toEqual([{ $ref: '#/Turn' }, { $ref: '#/Turn' }, { $ref: '#/Turn2' }]);
  expect(Object.keys(models.schemas)).toEqual(['TurnSide', 'Turn', 'TurnSide2', 'Turn2']);
});

test('real messages fit their description, both ways', async () => {
  const server = await startTableServer();
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  ajv.addSchema(JSON.parse(text) as AnySchema, 'room');
  const fits = (message: string, payload: unknown) => {
    const validate = ajv.getSchema(`room#/components/messages/${message}/payload`);
    if (validate === undefined) throw new Error(`there is no ${message}`);
    expect([message, validate(payload), validate.errors ?? []]).toEqual([message, true, []]);
  };
  try {
    const table = await seatAndStart(
      ['a', 'b', 'c'].map((name) => server.client(name)),
      'borneo',
    );
    const [ann] = table as [TestPlayer];
    const watcher = new TestPlayer(await server.client('w').joinById(ann.matchId, {}));
    const welcomes: object[] = [];
    watcher.room.onMessage('welcome', (welcome: object) => welcomes.push(welcome));
    for (let moves = 0; moves < 30; moves++) {
      const asked = ann.state.decisions[0]?.seat;
      const actor = table.find((player) => player.seat === asked) ?? ann;
      const answer = (await actor.room.request('legal')) as {
        decision: number;
        commands: { type: string }[];
      };
      fits('table.legal.answer', answer);
      const { type, ...fields } = answer.commands[0] ?? { type: '' };
      const payload = { decision: answer.decision, ...fields };
      fits(`borneo.${type}`, payload);
      const version = await actor.room.request(type, payload);
      fits('accepted', version);
      await until(() => table.every((player) => player.state.version === moves + 1), 'the move');
    }
    fits('refusal', await ann.refused('rematch'));
    ann.room.send('fly', {});
    await until(() => ann.rejected.length === 1, 'the refusal');
    fits('room.rejected', ann.rejected[0]);
    expect(() => fits('room.rejected', { code: 7 })).toThrow();
    expect(welcomes).toHaveLength(1);
    fits('room.welcome', welcomes[0]);
    fits('table.chat', { text: 'hello' });
    expect(await ann.room.request('chat', { text: 'hello' })).toEqual({});
    await until(() => watcher.chat.length === 1, 'the chat');
    fits('room.chat', watcher.chat[0]);
    fits('table.news-since.answer', await watcher.room.request('news-since', { version: 3 }));
    for (const message of [...ann.news, ...watcher.news]) fits('room.news', message);
    expect(ann.news.length).toBeGreaterThan(29);
  } finally {
    await server.close();
  }
});
