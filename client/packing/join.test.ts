// The client as one module: what it offers is what its sources offer.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import project from '../../package.json' with { type: 'json' };
import * as sources from '../index.ts';
import { joinedClient } from './join.ts';

const strip = (source: string) => stripTypeScriptTypes(source);

test('the joined module offers the same as the sources', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'joined-'));
  const file = join(folder, 'quayside.mjs');
  const text = joinedClient(strip);
  // Both are released together.
  expect(text).toMatch(`// quayside-client ${project.version},`);
  writeFileSync(file, text);
  const offered = (await import(pathToFileURL(file).href)) as object;
  rmSync(folder, { recursive: true });
  expect(Object.keys(offered).sort()).toEqual(Object.keys(sources).sort());
});

test.each([
  "import zod from 'zod';",
  "import { z } from 'zod';",
  "import { a as b } from './types.ts';",
  'export default 7;',
])('refused: %s', (line) => {
  expect(() => joinedClient((source) => `${line}\n${strip(source)}`)).toThrow(/^(?:client|shared)\//);
});
