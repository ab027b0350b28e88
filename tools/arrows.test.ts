// The linter enforces the direction of imports between layers: a planted wrong import is refused.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
/** The parts that the rules are written with. */
const PURE = ['zod', '@noble/ciphers'];
const impure = [
  ...Object.keys(dependencies).filter((name) => !PURE.includes(name)),
  '@colyseus/core',
  'node:fs',
  'a-package-of-tomorrow',
];

interface Plant {
  /** The importing file. */
  readonly zone: string;
  readonly imports: string;
  readonly isAllowed: boolean;
}
const plants: Plant[] = [];
const plant = (isAllowed: boolean) => (zone: string, imports: readonly string[]) => {
  for (const one of imports) plants.push({ zone, imports: one, isAllowed });
};
const refused = plant(false);
const allowed = plant(true);

const OUTSIDE = ['../../../rooms/ports.ts', '../../../server/app.ts', '../../../loadtest/table.ts'];
const FURTHER = ['../../../conformance/run.ts', '../../../tools/document.ts', '../../../web/lib/router.ts'];
for (const file of ['derive', 'seat-view', 'state', 'phases/turn', 'index']) {
  const zone = `shared/games/borneo/${file}.ts`;
  const up = (path: string) => (file.includes('/') ? `../${path}` : path);
  refused(zone, [...OUTSIDE, ...FURTHER].map(up));
  refused(zone, impure);
  refused(zone, ['../../protocol/table.ts', '../../../client/index.ts', '../../testing/play.ts'].map(up));
  allowed(zone, ['zod', ...['../../kernel/game.ts', '../../kernel/seat.ts'].map(up)]);
}
// Hidden facts are revealed only by the rules and for their owner.
for (const file of [
  'bot',
  'bot/turn',
  'imagine',
  'index',
  'play',
  'commands',
  'questions',
  'events',
  'codes',
  'options',
])
  refused(`shared/games/borneo/${file}.ts`, [`${file.includes('/') ? '../' : ''}../../kernel/reveal.ts`]);
// The same in kept versions of the rules, two folders deeper.
for (const file of ['bot', 'bot/turn', 'imagine', 'events'])
  refused(`shared/games/borneo/past/1/${file}.ts`, [
    `${file.includes('/') ? '../' : ''}../../../../kernel/reveal.ts`,
  ]);
allowed('shared/games/borneo/past/1/setup.ts', ['../../../../kernel/reveal.ts']);
for (const file of ['state', 'derive', 'seat-view', 'setup', 'score', 'invariants'])
  allowed(`shared/games/borneo/${file}.ts`, ['../../kernel/reveal.ts']);
allowed('shared/games/borneo/phases/turn.ts', ['../../../kernel/reveal.ts']);

refused('shared/kernel/match.ts', [
  './reveal.ts',
  '../games/index.ts',
  '../protocol/table.ts',
  '../../client/index.ts',
]);
refused('shared/kernel/match.ts', [
  ...impure,
  '../../rooms/ports.ts',
  '../../server/app.ts',
  '../testing/play.ts',
]);
allowed('shared/kernel/match.ts', ['./seat.ts', 'zod', '@noble/ciphers/chacha.js']);
refused('shared/protocol/table.ts', ['../kernel/reveal.ts', '../games/index.ts', '../../client/index.ts']);
refused('shared/protocol/table.ts', [...impure, '../../rooms/ports.ts', '../../server/app.ts']);
allowed('shared/protocol/table.ts', ['../kernel/seat.ts', 'zod']);
refused('client/index.ts', [
  '../shared/kernel/reveal.ts',
  '../rooms/ports.ts',
  '../server/app.ts',
  ...impure,
]);
allowed('client/index.ts', [
  '../shared/kernel/game.ts',
  '../shared/games/index.ts',
  '../shared/protocol/table.ts',
]);

refused('rooms/play/session.ts', [
  '../../shared/kernel/reveal.ts',
  '../../server/app.ts',
  '../../loadtest/table.ts',
]);
refused('rooms/play/session.ts', [
  '../../conformance/run.ts',
  '../../tools/document.ts',
  '../testing/player.ts',
]);
refused('rooms/play/session.ts', ['../../client/index.ts']);
refused('server/app.ts', ['../client/index.ts']);
allowed('rooms/play/session.ts', [
  '../../shared/games/index.ts',
  '../../shared/kernel/match.ts',
  './clock.ts',
]);
// A transport is one file in its own folder; the rest of rooms/ does not know what carries it.
for (const zone of ['rooms/play/session.ts', 'rooms/index.ts', 'rooms/show/delivery.ts'])
  refused(zone, ['colyseus', '@colyseus/core', '@colyseus/schema', 'ws']);
allowed('rooms/colyseus/sockets.ts', ['colyseus', '@colyseus/schema', 'ws', '../people/viewer.ts']);
refused('rooms/colyseus/sockets.ts', ['../../server/app.ts', '../testing/player.ts']);
refused('rooms/testing/player.ts', ['../../shared/kernel/reveal.ts', '../../server/app.ts']);

refused('server/app.ts', ['../shared/kernel/reveal.ts', '../loadtest/table.ts', '../conformance/run.ts']);
refused('server/app.ts', ['../tools/document.ts', './testing/start.ts']);
refused('server/http/route.ts', ['../../shared/kernel/reveal.ts', '../testing/start.ts']);
allowed('server/app.ts', ['../rooms/ports.ts', '../shared/games/index.ts', 'express', 'node:fs']);
// The folders of the server in their order: each knows those before it, and none the assembly of the process.
const FOLDERS = ['process', 'records', 'store', 'people', 'http', 'cluster', 'api', 'admin', 'door'];
for (const [at, folder] of FOLDERS.entries()) {
  const zone = `server/${folder}/planted.ts`;
  refused(
    zone,
    FOLDERS.slice(at + 1).map((other) => `../${other}/planted.ts`),
  );
  refused(zone, [
    '../app.ts',
    '../core.ts',
    '../doors.ts',
    '../testing/start.ts',
    '../../shared/kernel/reveal.ts',
  ]);
  allowed(
    zone,
    FOLDERS.slice(0, at).map((other) => `../${other}/planted.ts`),
  );
  allowed(zone, ['../../rooms/people/language.ts', '../../rooms/life/administration.ts', './other.ts']);
}
refused('server/store/postgres/planted.ts', ['../../people/silences.ts', '../../core.ts']);
allowed('server/store/postgres/planted.ts', ['../../process/clock.ts', '../rows.ts']);
refused('tools/verify.ts', ['../shared/kernel/reveal.ts', '../loadtest/table.ts']);
allowed('tools/verify.ts', ['../server/records/verify.ts', '../shared/testing/golden.ts']);

refused('cli/command-line.ts', ['../server/app.ts', '../rooms/ports.ts', '../shared/games/index.ts']);
allowed('cli/command-line.ts', ['node:util', '../shared/kernel/reason.ts']);
for (const zone of ['shared/kernel/match.ts', 'shared/protocol/table.ts'])
  refused(zone, ['../../cli/command-line.ts']);
refused('rooms/play/session.ts', ['../../cli/command-line.ts']);
allowed('server/main.ts', ['../cli/command-line.ts']);
allowed('loadtest/bench.ts', ['../cli/command-line.ts']);

refused('loadtest/table.ts', ['../shared/kernel/reveal.ts', '../rooms/play/session.ts', '../server/app.ts']);
refused('loadtest/crash/door.ts', [
  '../../rooms/play/session.ts',
  '../../server/app.ts',
  '../../conformance/run.ts',
]);
allowed('loadtest/table.ts', ['@colyseus/sdk', '../shared/kernel/game.ts', '../shared/games/index.ts']);
refused('conformance/run.ts', ['../rooms/play/session.ts', '../server/app.ts', '../server/testing/start.ts']);
refused('conformance/scenes/match.ts', ['../../rooms/ports.ts', '../../server/api/route.ts']);
refused('conformance/scenes/match.ts', [
  '../../rooms/testing/player.ts',
  '../../server/records/verify.ts',
  '../../server/testing/process.ts',
  '../../shared/testing/registry.ts',
  '../../loadtest/games.ts',
]);
allowed('conformance/scenes/match.ts', [
  '@colyseus/sdk',
  '../../cli/command-line.ts',
  '../../shared/kernel/game.ts',
  '../../shared/protocol/verify.ts',
  '../testing/faults/index.ts',
]);

for (const zone of ['docs/examples/play.ts', 'web/table/seats.tsx', 'web/boards/borneo/ships.tsx']) {
  refused(zone, [
    '../../shared/games/index.ts',
    '../../shared/kernel/game.ts',
    '../../shared/kernel/reveal.ts',
  ]);
  refused(zone, ['../../rooms/play/session.ts', '../../server/app.ts', '../../loadtest/table.ts']);
  allowed(zone, ['@colyseus/sdk', '../../client/index.ts', '../../shared/protocol/messages.ts']);
}
refused('web/table/seats.tsx', ['node:fs', 'colyseus', 'express', '../boards/borneo/index.tsx']);
refused('web/boards/borneo/ships.tsx', ['node:fs', 'colyseus', 'express']);
allowed('web/table/seats.tsx', ['preact', '@preact/signals', '../boards/board.ts', '../../client/index.ts']);
allowed('web/boards/borneo/ships.tsx', ['preact', '../board.ts', '../parts/card.tsx', './harbour.tsx']);
// The rules of the games are known by the page that checks records, in one file, and by nothing else in the client.
refused('web/verify/verdict.tsx', ['../../shared/games/index.ts', '../../shared/kernel/match.ts']);
allowed('web/verify/verdict.tsx', ['../../shared/protocol/verify.ts', './checker.ts']);
refused('web/verify/checker.ts', ['../../shared/kernel/reveal.ts', '../../server/app.ts', 'node:crypto']);
allowed('web/verify/checker.ts', ['../../shared/games/index.ts', '../../shared/kernel/sha256.ts']);
// The server knows only how the web client is built.
refused('server/door/web.ts', ['../../web/lib/router.ts', '../../web/app.tsx']);
allowed('server/door/web.ts', ['../../web/build/cache.ts', 'express']);

/** The import in each of its forms, each on one line. */
const FORMS: readonly ((from: string, n: number) => string)[] = [
  (from, n) => `import { it${n} } from '${from}';`,
  (from, n) => `import type { Type${n} } from '${from}';`,
  (from, n) => `export { other${n} } from '${from}';`,
  (from) => `export * from '${from}';`,
  (from, n) => `export const late${n} = await import('${from}');`,
];

let folder: string;
/** `file:line` of every refused import. */
const complained = new Set<string>();

const zones = [...new Set(plants.map(({ zone }) => zone))];
const plantsOf = (zone: string) => plants.filter((one) => one.zone === zone);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'arrows-')));
  for (const file of ['biome.json', 'tools/no-own-chance.grit', 'tools/server-folders.grit']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  for (const zone of zones) {
    const lines = plantsOf(zone).flatMap(({ imports }, n) => FORMS.map((write) => write(imports, n)));
    mkdirSync(dirname(join(folder, zone)), { recursive: true });
    writeFileSync(join(folder, zone), `${lines.join('\n')}\n`);
  }
  const { stdout, stderr, error } = spawnSync(
    join(ROOT, 'node_modules/.bin/biome'),
    ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  if (error !== undefined) throw error;
  for (const line of `${stdout}${stderr}`.split('\n')) {
    const found = /^::error title=(?:lint\/style\/noRestrictedImports|plugin),file=([^,]+),line=(\d+),/.exec(
      line,
    );
    if (found !== null) complained.add(`${relative(folder, found[1] ?? '')}:${found[2]}`);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(zones)('%s imports only what it may', (zone) => {
  const expected: string[] = [];
  const found: string[] = [];
  for (const [n, { imports, isAllowed }] of plantsOf(zone).entries()) {
    for (const form of FORMS.keys()) {
      const line = n * FORMS.length + form + 1;
      const what = `${imports} in form ${form}`;
      expected.push(`${what}: ${isAllowed ? 'allowed' : 'refused'}`);
      found.push(`${what}: ${complained.has(`${zone}:${line}`) ? 'refused' : 'allowed'}`);
    }
  }
  expect(found).toEqual(expected);
});

test('rules and views have no clock and no randomness except the generator', () => {
  const at = (name: string) => join(folder, `shared/games/borneo/${name}`);
  const misuse = 'export const now = Date.now();\nexport const luck = Math.random();\n';
  for (const name of ['seat-view.ts', 'phases/turn.ts']) writeFileSync(at(name), misuse);
  for (const name of ['seat-view.ts', 'phases/turn.ts']) {
    const { stdout } = spawnSync(
      join(ROOT, 'node_modules/.bin/biome'),
      ['lint', '--vcs-enabled=false', '--reporter=github', at(name)],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(stdout).toMatch(/noRestrictedGlobals,[^\n]*line=1,/);
    expect(stdout).toMatch(/line=2,[^\n]*randomness comes from the generator/);
  }
});

test('files do not import each other in a circle, except for types', () => {
  const at = (name: string) => join(folder, `shared/games/circle/${name}`);
  mkdirSync(at('.'), { recursive: true });
  const lint = () =>
    spawnSync(
      join(ROOT, 'node_modules/.bin/biome'),
      ['lint', '--vcs-enabled=false', '--reporter=github', at('.')],
      { cwd: folder, encoding: 'utf8' },
    ).stdout;
  writeFileSync(at('hen.ts'), "import { egg } from './egg.ts';\nexport const hen = () => egg();\n");
  writeFileSync(at('egg.ts'), "import { hen } from './chick.ts';\nexport const egg = () => hen();\n");
  writeFileSync(at('chick.ts'), "export { hen } from './hen.ts';\n");
  for (const name of ['hen', 'egg', 'chick'])
    expect(lint()).toMatch(new RegExp(`noImportCycles,file=[^,]*${name}\\.ts,line=1,`));
  writeFileSync(at('egg.ts'), "import type { Hen } from './hen.ts';\nexport const egg = (): Hen => ({});\n");
  writeFileSync(
    at('hen.ts'),
    "import { egg } from './egg.ts';\nexport interface Hen {}\nexport const hen = () => egg();\n",
  );
  expect(lint()).not.toContain('noImportCycles');
});
