// The page of the kit's parts and its files, by their paths.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { COMMON, PUBLIC } from './bundling.ts';
import { WEB } from './place.ts';

export function galleryFiles(): Map<string, Buffer> {
  const { outputFiles } = buildSync({
    ...COMMON,
    entryPoints: { gallery: 'web/boards/gallery/main.tsx' },
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  const files = outputFiles.map(
    ({ path, contents }) => [`${PUBLIC}${basename(path)}`, Buffer.from(contents)] as const,
  );
  return new Map([['/parts', readFileSync(join(WEB, 'boards/gallery/page.html'))], ...files]);
}
