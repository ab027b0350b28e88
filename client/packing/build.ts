// Builds the contents of the package in `client/dist`: one module and its declarations. Runs before `npm pack`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { joinedClient } from './join.ts';
import { writtenTypes } from './types-of.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'client');
const DIST = join(CLIENT, 'dist');
/** What the client uses of `shared/`, except generated types. */
const SHARED = [
  'protocol/speaker.ts',
  'protocol/line-splitter.ts',
  'protocol/version.ts',
  'protocol/checksum.ts',
  'protocol/short-news.ts',
  'kernel/canonical.ts',
  'kernel/sha256.ts',
  'kernel/utf8.ts',
];

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);
writeFileSync(join(DIST, 'quayside.js'), joinedClient());
const folder = mkdtempSync(join(tmpdir(), 'quayside-client-'));
try {
  declare(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The compiler checks the client against the generated types. */
function declare(place: string): void {
  const sources = readdirSync(CLIENT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  for (const name of sources) copy(place, `client/${name}`);
  for (const name of SHARED) copy(place, `shared/${name}`);
  for (const [name, text] of Object.entries(writtenTypes())) write(join(place, 'client', name), text);
  copy(place, 'tsconfig.json');
  write(join(place, 'package.json'), '{ "type": "module" }');
  const options = {
    declaration: true,
    noEmit: false,
    emitDeclarationOnly: true,
    rootDir: '.',
    outDir: 'out',
  };
  const own = { types: [], lib: ['es2024', 'dom'], skipLibCheck: false, ...options };
  const config = { extends: './tsconfig.json', compilerOptions: own, include: ['client'] };
  writeFileSync(join(place, 'tsconfig.pack.json'), JSON.stringify(config));
  const { status, stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/tsc'),
    ['-p', join(place, 'tsconfig.pack.json')],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the types do not fit:\n${stdout}`);
  for (const name of readdirSync(join(place, 'out'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const text = readFileSync(join(place, 'out', name), 'utf8');
    write(join(DIST, name), text.replace(/(from '\.[^']*|import\("\.[^"]*)\.ts(?=['"])/g, '$1.js'));
  }
}

function copy(place: string, name: string): void {
  mkdirSync(dirname(join(place, name)), { recursive: true });
  cpSync(join(ROOT, name), join(place, name));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
