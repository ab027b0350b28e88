// Tests the types that keep facts hidden: each weakened proof must fail to compile.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const TYPES = ['shared/testing/secrecy.types.ts', 'shared/testing/frame.types.ts'];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrecy-types-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'shared/kernel'), join(folder, 'shared/kernel'), {
    recursive: true,
    filter: (file) => !file.endsWith('.test.ts'),
  });
  for (const file of [...TYPES, 'tsconfig.json', 'package.json'])
    await cp(join(ROOT, file), join(folder, file));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The compiler's output with one file changed; empty if there are no errors. */
async function complaints(file: string, from: string, to: string): Promise<string> {
  const path = join(folder, file);
  const sound = await readFile(join(ROOT, file), 'utf8');
  expect(sound.split(from)).toHaveLength(2);
  await writeFile(
    path,
    sound.replace(from, () => to),
  );
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const compiler = spawn(process.execPath, [tsc, '-p', folder], { cwd: folder });
    let said = '';
    for (const stream of [compiler.stdout, compiler.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    const code = await new Promise((done) => compiler.once('close', done));
    expect(code === 0).toBe(said === '');
    return said;
  } finally {
    await writeFile(path, sound);
  }
}

const SECRECY = 'shared/kernel/secrecy.ts';
const FRAME = 'shared/kernel/frame.ts';
const HALF = 'shared/kernel/hidden-half.ts';

test('the unchanged proof compiles', async () => {
  expect(await complaints(SECRECY, 'export type IsWire', 'export type IsWire')).toBe('');
}, 180_000);

test('every error comes from the proof, not from a mistake in the test', async () => {
  const weakened = await complaints(SECRECY, 'false extends WireParts<T> ? false : true', 'true');
  const types = await readFile(join(ROOT, 'shared/testing/secrecy.types.ts'), 'utf8');
  const [refusals = '', opaque = ''] = types.split('export function aHiddenFactIsOpaque');
  const expected = [refusals, opaque.slice(opaque.indexOf('\n}\n'))].join('').split('@ts-expect-error ');
  expect(weakened.match(/secrecy\.types\.ts.*error TS2578/g)).toHaveLength(expected.length - 1);
}, 180_000);

test.each([
  ['everything may be sent', SECRECY, 'false extends WireParts<T> ? false : true', 'true'],
  ['nothing may be sent', SECRECY, 'false extends WireParts<T> ? false : true', 'false'],
  [
    'one sound part is enough',
    SECRECY,
    'false extends WireParts<T> ? false',
    'true extends WireParts<T> ? true',
  ],
  ['hidden facts are let through', SECRECY, 'type Unsendable = Hidden<unknown> | ', 'type Unsendable = '],
  ['functions are let through', SECRECY, '((...args: never[]) => unknown) | ', ''],
  ['symbols are let through', SECRECY, ' | symbol', ''],
  ['big integers are let through', SECRECY, ' | bigint', ''],
  ['unknown is let through', SECRECY, 'unknown extends T\n  ? false', 'unknown extends T\n  ? true'],
  [
    'objects that say nothing are let through',
    SECRECY,
    '[keyof T] extends [never]\n          ? false',
    '[keyof T] extends [never]\n          ? true',
  ],
  ['arrays are not looked into', SECRECY, '? WireParts<Item>', '? true'],
  ['objects are not looked into', SECRECY, '-?: WireParts<T[Key]>', '-?: true'],
  ['hidden is what it hides', SECRECY, 'readonly [hidden]: T;', ''],
  ['conceal gives the bare fact', SECRECY, 'conceal<T>(fact: T): Hidden<T> {', 'conceal<T>(fact: T): any {'],
  ['freezing opens hidden facts', SECRECY, '? Hidden<Frozen<Fact>>', '? Frozen<Fact>'],
  ['what is shown is not looked at', FRAME, "G['Shown'] | G['SeatView']", "G['SeatView']"],
  ['seat views are not looked at', FRAME, " | G['SeatView'] | G['Event']", " | G['Event']"],
  ['events are not looked at', FRAME, " | G['Event']> extends true", '> extends true'],
  ['the hidden half is not looked at', FRAME, "IsHidden<G['Secret']> extends true", 'true extends true'],
  ['games need no proof', FRAME, '  ..._proof: Proof<G>\n', ''],
  ['anything may be hidden', HALF, 'false extends HiddenParts<T> ? false : true', 'true'],
  ['nothing may be hidden', HALF, 'false extends HiddenParts<T> ? false : true', 'false'],
  ['bare facts may lie in the hidden half', HALF, '        : false;', '        : true;'],
])(
  'a proof weakened so that %s does not compile',
  async (_name, file, from, to) => {
    expect(await complaints(file, from, to)).toMatch(/(secrecy|frame)\.types\.ts.*error TS(2578|2345|2554)/);
  },
  60_000,
);
