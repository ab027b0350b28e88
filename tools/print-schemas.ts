// Writes docs/schemas/<game>.json and docs/asyncapi.json; `--check` only says whether they are up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shelve } from '../server/shelf.ts';
import { families } from '../shared/games/index.ts';
import { gameSchemas } from '../shared/protocol/describe.ts';
import { asyncApiOf } from './asyncapi.ts';
import { wantsCheck } from './document.ts';

const isChecking = wantsCheck();

const games = families.map((family) => shelve(family, family.builtIn).game);
const documents: readonly (readonly [string, object])[] = [
  ...games.map((game) => [`schemas/${game.id}.json`, gameSchemas(game)] as const),
  ['asyncapi.json', asyncApiOf(games)],
];
for (const [name, document] of documents) {
  const file = join(import.meta.dirname, '../docs', name);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const upToDate = existsSync(file) && readFileSync(file, 'utf8') === text;
  if (upToDate) continue;
  if (isChecking) {
    console.error(`docs/${name} is out of date: npm run docs`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`docs/${name}: written`);
  }
}
