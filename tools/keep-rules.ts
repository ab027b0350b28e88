// npm run keep-rules -- <game>: keeps the present rules of a game beside those that will replace them, for matches
// that began with them. To be run before rulesVersion is increased.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readCommandLine } from '../cli/command-line.ts';
import { families } from '../shared/games/index.ts';
import { Complaint, runCommand } from './read-file.ts';

/** What matches do not need: tests, the rules that players read, and versions kept already. */
const LEFT_OUT = /^(past|testing|rules|rules\.md|.*\.test\.ts)$/;

const GAMES = join(import.meta.dirname, '../shared/games');

await runCommand(() => {
  const { operands } = readCommandLine({
    usage: `usage: npm run keep-rules -- <game>
Copies the rules of a game to its folder past/<rulesVersion> and registers them in shared/games/past.ts, for
matches that began with them. Then increase rulesVersion, change the rules, and run npm run golden.`,
    operands: [1, 1],
  });
  const [id = ''] = operands;
  const family = families.find((one) => one.id === id);
  if (family === undefined) throw new Complaint(`there is no game ${id}`);
  const { rulesVersion } = family;
  const folder = join(GAMES, id);
  const kept = join(folder, 'past', String(rulesVersion));
  if (existsSync(kept)) throw new Complaint(`version ${rulesVersion} of ${id} is kept already`);
  for (const name of readdirSync(folder).filter((one) => !LEFT_OUT.test(one))) {
    const copied = (path: string) => !LEFT_OUT.test(basename(path));
    cpSync(join(folder, name), join(kept, name), { recursive: true, filter: copied });
  }
  for (const file of readdirSync(kept, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const path = join(kept, file);
    // Two folders deeper.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(?<=')(?=(?:\.\.\/)+kernel\/)/g, '../../'));
  }
  followKept(folder, rulesVersion);
  register(id, rulesVersion);
  console.log(`${id}: version ${rulesVersion} is kept in ${relative('.', kept)}`);
  return 0;
});

/** Versions that are described by what followed them: that is the kept one now, not the one to come. */
function followKept(folder: string, kept: number): void {
  const past = join(folder, 'past');
  for (const version of readdirSync(past).filter((name) => name !== String(kept))) {
    const file = join(past, version, 'index.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll("'../../index.ts'", `'../${kept}/index.ts'`));
  }
}

function register(id: string, rulesVersion: number): void {
  const registered = readFileSync(join(GAMES, 'registered.ts'), 'utf8');
  const name = new RegExp(`export \\{ (\\w+).* from './${id}/`).exec(registered)?.[1];
  if (name === undefined) throw new Complaint(`${id} is not in shared/games/registered.ts`);
  const file = join(GAMES, 'past.ts');
  const [head = '', ...lines] = readFileSync(file, 'utf8').replace('export {};\n', '').trimEnd().split('\n');
  const line = `export { ${name} as '${id} ${rulesVersion}' } from './${id}/past/${rulesVersion}/index.ts';`;
  // In the order of the linter: by what is imported.
  const sourceOf = (one: string) => one.slice(one.indexOf(' from '));
  const sorted = [...lines, line].sort((one, other) => (sourceOf(one) < sourceOf(other) ? -1 : 1));
  writeFileSync(file, `${[head, ...sorted].join('\n')}\n`);
}
