// npm run edition -- new GAME NAME | check FILE: editions of a host, the printed values of a game for example.
import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readCommandLine, refuseCommand } from '../cli/command-line.ts';
import { readConfig } from '../server/process/config.ts';
import { makeFolder } from '../server/process/folder.ts';
import { EDITION_NAME, editionHashOf } from '../server/process/shelf.ts';
import { sync } from '../server/process/sync.ts';
import { families } from '../shared/games/index.ts';
import type { GameFamily } from '../shared/kernel/game.ts';
import { Complaint, readJson, runCommand } from './read-file.ts';

const GAMES = families.map(({ id }) => id).join(', ');

await runCommand(() => {
  const {
    operands: [action, ...operands],
  } = readCommandLine({
    usage: `usage: npm run edition -- new GAME NAME   or: npm run edition -- check FILE
new: writes a copy of the built-in edition into the folder of editions (EDITIONS_DIR), for you to change.
check: says whether a server would load the file, which is in a folder named after its game, or why not.
Games: ${GAMES}. A server reads its editions when it starts.`,
    operands: [2, 3],
  });
  const [first = '', second] = operands;
  if (action === 'new' && second !== undefined) return create(familyOf(first), second);
  if (action === 'check' && second === undefined) return check(first);
  return refuseCommand('«new GAME NAME» or «check FILE»');
});

function familyOf(game: string): GameFamily {
  const family = families.find(({ id }) => id === game);
  if (family === undefined) throw new Complaint(`${game} is not a game; there are ${GAMES}`);
  return family;
}

function create(family: GameFamily, name: string): number {
  if (!EDITION_NAME.test(name))
    throw new Complaint(`${name}: a name has lower-case letters, digits, dots and dashes only`);
  const file = join(readConfig(process.env).editionsDir, family.id, `${name}.json`);
  if (existsSync(file)) throw new Complaint(`${file} exists already`);
  // The server may run as another user.
  makeFolder(dirname(file), 0o777);
  const edition = { ...(family.builtIn as object), edition: name };
  writeFileSync(file, `${JSON.stringify(edition, null, 2)}\n`, { flush: true });
  sync(dirname(file));
  console.log(`${file}
Change its values, then: npm run edition -- check ${file}
After a restart of the server, choose it as «edition» when you open a table.`);
  return 0;
}

/** Is as strict as a server, but says all reasons. */
function check(file: string): number {
  // Its folder tells a server its game.
  const family = familyOf(basename(dirname(resolve(file))));
  const raw = readJson(file);
  const edition = family.parseEdition(raw);
  const name = edition.ok ? family.withEdition(edition.value).edition : undefined;
  const reasons = [
    ...(edition.ok ? [] : edition.reasons),
    ...(name !== undefined && `${name}.json` !== basename(file)
      ? [`the file must be called ${name}.json, as the edition inside`]
      : []),
    ...(name !== undefined && !EDITION_NAME.test(name)
      ? ['its name may only contain lower-case letters, digits, dots and dashes']
      : []),
  ];
  for (const reason of reasons) console.log(`- ${reason}`);
  console.log(
    reasons.length > 0
      ? `${file} would be skipped.`
      : `${file} is an edition of ${family.id}, ${editionHashOf(raw)}.`,
  );
  return reasons.length > 0 ? 1 : 0;
}
