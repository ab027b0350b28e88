// The web client as it is served: bundled, compressed, with names that change with their content.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildSync, type Metafile } from 'esbuild';
import { COMMON, PUBLIC } from './bundling.ts';
import { checkingPage } from './checking-page.ts';
import { BUILD_FILE, WORKER_FILE } from './named.ts';
import { WEB } from './place.ts';

const ENTRY = 'web/main.tsx';
const WORKER = 'web/worker/main.ts';
const BOARD = /^web\/boards\/([^/]+)\/index\.tsx$/;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** What is larger is packed faster: the last few per cent would cost seconds at the first start. */
const LARGE = 768 * 1024;
/** Already compressed. */
const PACKED = new Set(['.jpg', '.png', '.woff2']);
/** What the page names, or a notification shows. */
const ICONS = ['icon.svg', 'icon-turn.svg', 'icon-180.png', 'icon-192.png', 'app.webmanifest'];
/** What only systems ask for that install the client. */
const FOR_SYSTEMS = ['icon-512.png', 'icon-maskable-512.png', 'screen-narrow.jpg', 'screen-wide.jpg'];

export interface Asset {
  /** The path it is served under; `/` and `/verify` are pages. */
  readonly path: string;
  readonly type: string;
  readonly plain: Buffer;
  /** Compressed, if that makes it smaller. */
  readonly brotli?: Buffer;
  readonly gzip?: Buffer;
}

export async function buildAssets(): Promise<Asset[]> {
  // Not `build`: it leaves a process running.
  const scripts = buildSync({
    ...COMMON,
    entryPoints: { main: ENTRY },
    entryNames: '[name]-[hash]',
    splitting: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  const style = styleOf(scripts.metafile);
  const plan = planOf(scripts.metafile, Object.keys(style.metafile.outputs).find(isStyle) ?? '');
  const files = new Map<string, Buffer>();
  for (const { path, contents } of [...scripts.outputFiles, ...style.outputFiles])
    if (basename(path) !== plan.swollen) files.set(`${PUBLIC}${basename(path)}`, Buffer.from(contents));
  const lay = (name: string) => files.set(`${PUBLIC}${name}`, readFileSync(join(WEB, 'icons', name)));
  for (const name of ICONS) lay(name);
  const kept = [...files.keys()];
  for (const name of FOR_SYSTEMS) lay(name);
  const complete = (build: string) =>
    files.set(WORKER_FILE, workerOf(build, kept)).set('/', Buffer.from(pageOf(plan, build)));
  const build = hashOf(complete(''));
  complete(build).set(BUILD_FILE, Buffer.from(JSON.stringify({ build, worker: true })));
  // Not kept in browsers: it has a form of its own that works without a server.
  for (const [path, bytes] of checkingPage()) files.set(path, bytes);
  return await Promise.all([...files].map(([path, bytes]) => packed({ path, bytes })));
}

function hashOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of files) hash.update(path).update('\0').update(bytes).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** The service worker; `files`: what it keeps besides the page. */
function workerOf(build: string, files: readonly string[]): Buffer {
  const { outputFiles } = buildSync({
    ...COMMON,
    entryPoints: [WORKER],
    format: 'iife',
    define: { BUILD: JSON.stringify(build), FILES: JSON.stringify(files) },
  });
  return Buffer.from(outputFiles[0]?.contents ?? []);
}

const isStyle = (output: string) => extname(output) === '.css';

/** The bundler adds the styles of what is imported later to the first style, too. */
function styleOf({ inputs, outputs }: Metafile) {
  const first = new Set<string>();
  const follow = (path: string): void => {
    if (first.has(path)) return;
    first.add(path);
    for (const { kind, path: next } of inputs[path]?.imports ?? [])
      if (kind === 'import-statement') follow(next);
  };
  follow(ENTRY);
  const { entry } = entryOf(outputs);
  const styles = Object.keys(outputs[entry.cssBundle ?? '']?.inputs ?? {}).filter((path) => first.has(path));
  const contents = styles.map((path) => `@import ${JSON.stringify(`./${path}`)};`).join('\n');
  const stdin = { contents, loader: 'css', resolveDir: COMMON.absWorkingDir } as const;
  return buildSync({ ...COMMON, stdin, entryNames: 'main-[hash]' });
}

function entryOf(outputs: Metafile['outputs']) {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY);
  if (found === undefined) throw new Error(`${ENTRY} was not built`);
  return { script: found[0], entry: found[1] };
}

/** What the page names. */
interface Plan {
  readonly script: string;
  readonly style: string;
  /** The bundler's own first style, which is not used. */
  readonly swollen: string;
  readonly fonts: readonly string[];
  /** Scripts that the first one imports; otherwise they would be asked for only once it has arrived. */
  readonly imported: readonly string[];
  /** Needed at every table, but not by the first page. */
  readonly sdk: string;
  readonly boards: Readonly<Record<string, { readonly style: string; readonly scripts: readonly string[] }>>;
}

function planOf({ outputs }: Metafile, style: string): Plan {
  const url = (output: string | undefined) => `${PUBLIC}${basename(output ?? '')}`;
  const { script, entry } = entryOf(outputs);
  const imported = importedBy(outputs, script);
  const boards = Object.entries(outputs).flatMap(([output, { entryPoint, cssBundle }]) => {
    const board = BOARD.exec(entryPoint ?? '')?.[1];
    if (board === undefined) return [];
    const scripts = [output, ...importedBy(outputs, output)].filter((one) => !imported.includes(one));
    return [[board, { style: url(cssBundle), scripts: scripts.map(url) }] as const];
  });
  const sdk = Object.keys(outputs).find((output) => outputs[output]?.entryPoint?.includes('@colyseus/sdk'));
  return {
    script: url(script),
    style: url(style),
    swollen: basename(entry.cssBundle ?? ''),
    fonts: Object.keys(outputs)
      .filter((output) => extname(output) === '.woff2')
      .map(url),
    imported: imported.map(url),
    sdk: url(sdk),
    boards: Object.fromEntries(boards),
  };
}

/** All that is loaded with a script, without itself. */
function importedBy(outputs: Metafile['outputs'], script: string): string[] {
  const found = new Set([script]);
  for (const one of found)
    for (const { kind, path } of outputs[one]?.imports ?? [])
      if (kind === 'import-statement') found.add(path);
  found.delete(script);
  return [...found];
}

/** The page with the names of what it loads. */
function pageOf({ script, style, fonts, imported, sdk, boards }: Plan, build: string): string {
  const preloads = [
    // Fetched with the style that names them: text is drawn in them at once, or never on this page.
    ...fonts.map((url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`),
    ...imported.map((url) => `<link rel="modulepreload" href="${url}">`),
    `<link rel="modulepreload" href="${sdk}" fetchpriority="low">`,
  ];
  return readFileSync(join(WEB, 'index.html'), 'utf8')
    .replace('{{build}}', build)
    .replace('{{script}}', script)
    .replace('{{style}}', style)
    .replace('{{preloads}}', preloads.join('\n'))
    .replace('{{boards}}', JSON.stringify(boards).replaceAll('"', '&quot;'));
}

async function packed({ path, bytes }: { readonly path: string; readonly bytes: Buffer }): Promise<Asset> {
  const extension = extname(path) || '.html';
  const type = TYPES[extension];
  if (type === undefined) throw new Error(`of what type is ${relative(WEB, path)}?`);
  const asset = { path, type, plain: bytes };
  if (PACKED.has(extension)) return asset;
  const quality = bytes.length < LARGE ? 11 : 9;
  const [small, fair] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  return small.length < bytes.length ? { ...asset, brotli: small, gzip: fair } : asset;
}
