// Writes docs/schemas/<game>.json and docs/asyncapi.json; `--check` only reports whether they are up to date.
import { shelve } from '../server/process/shelf.ts';
import { families } from '../shared/games/index.ts';
import { asyncApiOf } from '../shared/protocol/asyncapi.ts';
import { gameSchemas } from '../shared/protocol/describe.ts';
import { printFiles } from './document.ts';

const shelved = families.map((family) => ({ family, game: shelve(family, family.builtIn).game }));
const documents: readonly (readonly [string, object])[] = [
  ...shelved.map(
    ({ family, game }) => [`docs/schemas/${game.id}.json`, gameSchemas(game, family.catalogue)] as const,
  ),
  ['docs/asyncapi.json', asyncApiOf(shelved.map(({ game }) => game))],
];
printFiles(
  Object.fromEntries(documents.map(([file, document]) => [file, `${JSON.stringify(document, null, 2)}\n`])),
);
