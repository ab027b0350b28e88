// The web client as it is served: bundled, compressed, with names that change with their content.
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type BuildResult, buildSync } from 'esbuild';
import { WEB } from './place.ts';

/** Where the bundled files are served. */
const PUBLIC = '/web/';
const BOARD = /^web\/boards\/([^/]+)\/index\.tsx$/;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** Already compressed. */
const PACKED = new Set(['.png', '.woff2']);

export interface Asset {
  /** The path it is served under; `/` is the page itself. */
  readonly path: string;
  readonly type: string;
  readonly plain: Buffer;
  /** Compressed, if that makes it smaller. */
  readonly brotli?: Buffer;
  readonly gzip?: Buffer;
}

export async function buildAssets(): Promise<Asset[]> {
  const root = dirname(WEB);
  // Not `build`: it leaves a process running.
  const built = buildSync({
    absWorkingDir: root,
    entryPoints: { main: 'web/main.tsx' },
    outdir: 'web',
    publicPath: PUBLIC,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file', '.svg': 'file' },
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const files = built.outputFiles.map(({ path, contents }) => ({
    path: `${PUBLIC}${basename(path)}`,
    bytes: Buffer.from(contents),
  }));
  for (const name of [
    'icon.svg',
    'icon-turn.svg',
    'icon-180.png',
    'icon-192.png',
    'icon-512.png',
    'app.webmanifest',
  ])
    files.push({ path: `${PUBLIC}${name}`, bytes: readFileSync(join(WEB, 'icons', name)) });
  files.push({ path: '/', bytes: Buffer.from(pageOf(built.metafile)) });
  return await Promise.all(files.map(packed));
}

/** The page with the names of what it loads. */
function pageOf(meta: NonNullable<BuildResult['metafile']>): string {
  const outputs = Object.entries(meta.outputs);
  const url = (output: string | undefined) => `${PUBLIC}${basename(output ?? '')}`;
  const entry = outputs.find(([, { entryPoint }]) => entryPoint === 'web/main.tsx');
  const boards = outputs.flatMap(([, { entryPoint, cssBundle }]): [string, string][] => {
    const board = BOARD.exec(entryPoint ?? '')?.[1];
    return board === undefined || cssBundle === undefined ? [] : [[board, url(cssBundle)]];
  });
  // Fetched with the style that names them: text is drawn in them at once, or never on this page.
  const fonts = outputs.flatMap(([output]) =>
    extname(output) === '.woff2'
      ? [`<link rel="preload" href="${url(output)}" as="font" type="font/woff2" crossorigin>`]
      : [],
  );
  const page = readFileSync(join(WEB, 'index.html'), 'utf8');
  return page
    .replace('{{script}}', url(entry?.[0]))
    .replace('{{style}}', url(entry?.[1].cssBundle))
    .replace('{{fonts}}', fonts.join('\n'))
    .replace('{{boardStyles}}', JSON.stringify(Object.fromEntries(boards)).replaceAll('"', '&quot;'));
}

async function packed({ path, bytes }: { readonly path: string; readonly bytes: Buffer }): Promise<Asset> {
  const extension = path === '/' ? '.html' : extname(path);
  const type = TYPES[extension];
  if (type === undefined) throw new Error(`of what type is ${relative(WEB, path)}?`);
  const asset = { path, type, plain: bytes };
  if (PACKED.has(extension)) return asset;
  const [small, fair] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  return small.length < bytes.length ? { ...asset, brotli: small, gzip: fair } : asset;
}
