// The classes of the synchronized state that we hand out: a stock SDK decodes a real room with them, and schema-codegen
// makes classes of them for every language that it knows.
import { execFile, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, type Room } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { RoomStates } from '../../client/room-states.ts';
import { shelve } from '../../server/process/shelf.ts';
import { type Running, startServer } from '../../server/testing/start.ts';
import { families } from '../../shared/games/index.ts';
import { type StateClass, stateClassesOf } from '../room-classes.ts';

jest.setTimeout(300_000);

const ROOT = join(import.meta.dirname, '../..');
const SHARED = new Set(
  [...readFileSync(join(ROOT, 'docs/schemas/table.state.ts'), 'utf8').matchAll(/export const (\w+)/g)].map(
    ([, name = '']) => name,
  ),
);
const LANGUAGES = ['csharp', 'cpp', 'haxe', 'ts', 'js', 'java', 'lua', 'c', 'gdscript', 'dart', 'swift'];

const run = promisify(execFile);

let running: Running;
let folder = '';
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off', BOT_PAUSE_MS: '0' } });
  folder = mkdtempSync(join(tmpdir(), 'quayside-classes-'));
  // The generator needs an older compiler than ours.
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@colyseus'), { recursive: true });
  cpSync(join(ROOT, 'node_modules/@colyseus/schema'), join(modules, '@colyseus/schema'), { recursive: true });
  symlinkSync(join(import.meta.dirname, 'node_modules/typescript'), join(modules, 'typescript'));
  writeFileSync(join(folder, 'tsconfig.json'), '{}');
  for (const file of [...families.map(({ id }) => fileOf(id)), 'table.state.ts'])
    copyFileSync(join(ROOT, 'docs/schemas', file), join(folder, file));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await running.stop();
});

const fileOf = (id: string) => `${id}.state.ts`;

/** As rooms make them, with the names that what all games share has in our files. */
const classesOf = (id: string): readonly StateClass[] => {
  const family = families.find((one) => one.id === id);
  if (family === undefined) throw new Error(`no game ${id}`);
  const classes = stateClassesOf(shelve(family, family.builtIn).game);
  const prefix = new RegExp(`^${classes.at(-1)?.name}`);
  const named = classes.map((one) => {
    const shared = one.name.replace(prefix, '');
    return SHARED.has(shared) ? { ...one, name: shared } : one;
  });
  // What is imported is written first.
  return named.toSorted((one, other) => Number(SHARED.has(other.name)) - Number(SHARED.has(one.name)));
};

type Modules = Readonly<Record<string, new () => object>>;

/** Once this seat is asked, nothing changes any more. */
async function settled(room: Room): Promise<unknown> {
  const state = () => room.state as RoomStates['borneo'];
  const isAsked = () => state().decisions?.some(({ seat }) => seat === 0) === true;
  while (!isAsked()) await new Promise<void>((resolve) => room.onStateChange.once(() => resolve()));
  return (room.state as { toJSON(): unknown }).toJSON();
}

test.each(families.map(({ id }) => id))(
  'a stock SDK reads %s with our classes as it does without',
  async (id) => {
    const client = new Client(running.url);
    await client.auth.signInAnonymously();
    const plain = await client.joinOrCreate(id, { seats: 3, bots: 2, clock: 'none' });
    plain.reconnection.enabled = false;
    const expected = await settled(plain);
    const made = (await import(join(ROOT, 'docs/schemas', fileOf(id)))) as Modules;
    const root = made[classesOf(id).at(-1)?.name ?? ''];
    if (root === undefined) throw new Error('no class');
    const typed = await client.joinById(plain.roomId, {}, root as never);
    typed.reconnection.enabled = false;
    expect(typed.state).toBeInstanceOf(root);
    expect(await settled(typed as Room)).toEqual(expected);
    await typed.leave();
  },
);

/** Joins with a class of a generated module, beside nothing but a stock SDK, and prints the state. */
const READER = `
const { Client } = require('@colyseus/sdk');
const [, , file, root, url, token, roomId] = process.argv;
const client = new Client(url);
client.auth.token = token;
client.joinById(roomId, {}, require(file)[root]).then(async (room) => {
  room.reconnection.enabled = false;
  if (room.state.constructor.name !== root) throw new Error('another class');
  const isAsked = () => room.state.decisions.some(({ seat }) => seat === 0);
  while (!isAsked()) await new Promise((resolve) => room.onStateChange.once(resolve));
  process.stdout.write(JSON.stringify(room.state.toJSON()), () => process.exit());
});`;

test('the JavaScript and the TypeScript of schema-codegen read rooms as the SDK does without them', async () => {
  const used = join(folder, 'used');
  mkdirSync(used);
  // The generated modules and the SDK must find the same library.
  symlinkSync(join(ROOT, 'node_modules'), join(used, 'node_modules'));
  writeFileSync(join(used, 'reader.js'), READER);
  for (const { id } of families) {
    writeFileSync(join(used, `${id}-plain.js`), generated(id, 'js'));
    writeFileSync(join(used, `${id}-typed.ts`), generated(id, 'ts'));
  }
  const compiler = join(folder, 'node_modules/typescript/bin/tsc');
  const options = ['--strict', '--experimentalDecorators', '--target', 'es2022', '--skipLibCheck'];
  const forNode = [
    '--module',
    'commonjs',
    '--moduleResolution',
    'node10',
    '--useDefineForClassFields',
    'false',
  ];
  const typed = families.map(({ id }) => `${id}-typed.ts`);
  await run(process.execPath, [compiler, ...typed, ...options, ...forNode], { cwd: used });
  for (const { id } of families) {
    const client = new Client(running.url);
    await client.auth.signInAnonymously();
    const room = await client.joinOrCreate(id, { seats: 3, bots: 2, clock: 'none' });
    room.reconnection.enabled = false;
    const expected: unknown = JSON.parse(JSON.stringify(await settled(room)));
    const root = classesOf(id).at(-1)?.name ?? '';
    for (const module of [`./${id}-plain.js`, `./${id}-typed.js`]) {
      const args = ['reader.js', module, root, running.url, client.auth.token ?? '', room.roomId];
      const { stdout } = await run(process.execPath, args, { cwd: used, maxBuffer: 10_000_000 });
      expect(JSON.parse(stdout)).toEqual(expected);
    }
  }
});

test.each(LANGUAGES)('schema-codegen --%s: every class and every field', (language) => {
  for (const { id } of families) {
    const text = generated(id, language);
    expect(missingIn(text, classesOf(id))).toEqual([]);
  }
});

test('a class that lost a field, or a field in another place, is noticed', () => {
  const text = generated('borneo', 'csharp');
  const classes = classesOf('borneo');
  expect(missingIn(text.replaceAll(/\bbanks\b/g, 'other'), classes)).toEqual(['Borneo.banks']);
  for (const name of ['BorneoViewPlayers', 'Decisions'])
    expect(missingIn(text.replace(new RegExp(`\\b${name}\\b`, 'g'), 'Other'), classes)).toEqual([name]);
  expect(indexesIn(text)).toEqual(indexesOf(classes));
  expect(indexesIn(text.replace('Type(3, ', 'Type(2, '))).not.toEqual(indexesOf(classes));
});

function generated(id: string, language: string): string {
  const out = join(folder, language, id);
  mkdirSync(out, { recursive: true });
  const generator = join(folder, 'node_modules/@colyseus/schema/bin/schema-codegen');
  const args = [generator, fileOf(id), '--output', out, `--${language}`, '--bundle'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return readFileSync(join(out, /\(bundled\): (\S+)/.exec(stdout)?.[1] ?? ''), 'utf8');
}

function missingIn(text: string, classes: readonly StateClass[]): string[] {
  const has = (word: string) => new RegExp(`\\b${word}\\b`).test(text);
  return classes.flatMap(({ name, fields }) => [
    ...(has(name) ? [] : [name]),
    ...fields.filter((field) => !has(field.name)).map((field) => `${name}.${field.name}`),
  ]);
}

function indexesIn(csharp: string): string[] {
  const found = csharp.matchAll(/Type\((\d+),.*\n\s*public \S+ @?(\w+)/g);
  return [...found].map(([, index = '', name = '']) => `${index} ${name}`);
}

function indexesOf(classes: readonly StateClass[]): string[] {
  return classes.flatMap(({ fields }) => fields.map(({ name }, index) => `${index} ${name}`));
}
