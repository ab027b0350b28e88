// How everything in the web client is bundled.
import { dirname } from 'node:path';
import { WEB } from './place.ts';

/** Where the bundled files are served. */
export const PUBLIC = '/web/';

export const COMMON = {
  absWorkingDir: dirname(WEB),
  outdir: 'web',
  publicPath: PUBLIC,
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  target: 'es2022',
  loader: { '.woff2': 'file', '.svg': 'file' },
  minify: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const;
