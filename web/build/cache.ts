// Keeps the built client until one of its sources changes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Asset } from './assets.ts';
import { WEB } from './place.ts';

const ROOT = dirname(WEB);
/** The client's sources. */
const SOURCES = [
  'web',
  'client',
  ...['protocol', 'lang', 'kernel', 'games'].map((folder) => `shared/${folder}`),
  'package-lock.json',
];
const SUM_BYTES = 32;
const SKIPPED = new Set(['dist', 'node_modules', 'testing']);

interface Building {
  /** Called if the client has to be built, which takes a moment. */
  readonly begins: () => void;
  readonly folder?: string;
}

/** The client from the cache, or built. A folder that cannot be written only costs time at the next start. */
export async function readAssets({ begins, folder = join(WEB, 'dist') }: Building): Promise<Asset[]> {
  const file = join(folder, `${keyOf()}.bin`);
  const kept = existsSync(file) ? assetsIn(readFileSync(file)) : undefined;
  if (kept !== undefined) return kept;
  begins();
  // Only where it is needed: bundlers are large.
  const { buildAssets } = await import('./assets.ts');
  const assets = await buildAssets();
  keep(file, folder, assets);
  return assets;
}

function keep(file: string, folder: string, assets: readonly Asset[]): void {
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    const content = serialize(assets);
    writeFileSync(temporary, Buffer.concat([sumOf(content), content]));
    renameSync(temporary, file);
    for (const name of readdirSync(folder))
      if (name.endsWith('.bin') && join(folder, name) !== file) rmSync(join(folder, name), { force: true });
  } catch (error) {
    // A system error: full, read-only, not ours to write.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

/** Nothing if the file is damaged. */
function assetsIn(bytes: Buffer): Asset[] | undefined {
  const sum = bytes.subarray(0, SUM_BYTES);
  const content = bytes.subarray(SUM_BYTES);
  if (!sum.equals(sumOf(content))) return undefined;
  const buffer = (value: Uint8Array | undefined) => value && Buffer.from(value);
  return (deserialize(content) as Asset[]).map(({ path, type, plain, brotli, gzip }) => ({
    path,
    type,
    plain: Buffer.from(plain),
    ...(brotli && gzip && { brotli: buffer(brotli) ?? brotli, gzip: buffer(gzip) ?? gzip }),
  }));
}

/** A hash of all sources, by name and content. */
export function keyOf(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES.flatMap((name) => filesIn(name)))
    hash
      .update(source)
      .update('\0')
      .update(readFileSync(join(ROOT, source)))
      .update('\0');
  return hash.digest('hex').slice(0, 32);
}

function filesIn(path: string): string[] {
  if (path.endsWith('.json')) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name) && !name.includes('.test.'))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}

function sumOf(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
