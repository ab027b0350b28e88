// Files that import each other are found, even if it is for types only, and the rules of the games have none.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cyclesIn, importsIn } from './cycles.ts';

function cyclesAmong(files: Readonly<Record<string, string>>): string[][] {
  return cyclesIn(importsIn(new Map(Object.entries(files))));
}

test.each([
  "import { b } from './phases/b.ts';",
  "import type { B } from './phases/b.ts';",
  "import {\n  type B,\n} from './phases/b.ts';",
  "export { b } from './phases/b.ts';",
  "import './phases/b.ts';",
  "type B = import('./phases/b.ts').B;",
])('a circle through %j is found', (line) => {
  const circle = { 'g/a.ts': line, 'g/phases/b.ts': "import { c } from './c.ts';" };
  const files = { ...circle, 'g/phases/c.ts': "import { a } from '../a.ts';" };
  expect(cyclesAmong(files)).toEqual([['g/a.ts', 'g/phases/b.ts', 'g/phases/c.ts']]);
});

test('files that only share what they import, and packages, make no circle', () => {
  const [a, b] = ["import { c } from './c.ts';", "import { c } from './c.ts';\nimport { a } from './a.ts';"];
  expect(cyclesAmong({ 'a.ts': a, 'b.ts': b, 'c.ts': "import { z } from 'zod';" })).toEqual([]);
});

test('circles that do not touch are told apart', () => {
  const pair = (other: string) => `import { x } from './${other}.ts';`;
  const files = { 'a.ts': pair('b'), 'b.ts': pair('a'), 'c.ts': pair('d'), 'd.ts': pair('c') };
  expect(cyclesAmong(files)).toEqual([
    ['a.ts', 'b.ts'],
    ['c.ts', 'd.ts'],
  ]);
});

test.each(['shared/games/whist', 'rooms/play', 'server/store/postgres'])(
  'the command fails where one is planted: %s',
  (where) => {
    const folder = mkdtempSync(join(tmpdir(), 'cycles-'));
    const check = () =>
      spawnSync(process.execPath, [join(import.meta.dirname, 'check-cycles.ts')], {
        cwd: folder,
        encoding: 'utf8',
      });
    try {
      mkdirSync(join(folder, where), { recursive: true });
      writeFileSync(join(folder, where, 'a.ts'), "import type { B } from './b.ts';\n");
      writeFileSync(join(folder, where, 'b.ts'), 'export {};\n');
      expect(check()).toMatchObject({ status: 0, stdout: 'cycles: 2 files, 0 cycles\n' });
      writeFileSync(join(folder, where, 'b.ts'), "import type { A } from './a.ts';\n");
      const { status, stderr } = check();
      expect(status).toBe(1);
      expect(stderr).toContain(`${where}/a.ts ${where}/b.ts`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
