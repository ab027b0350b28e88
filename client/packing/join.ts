// Joins the modules of the client into one, without types, for the package and for servers.
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import packageJson from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

export function joinedClient(): string {
  // Not `build`: it leaves a process running.
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: ['client/index.ts'],
    bundle: true,
    format: 'esm',
    // Neither a browser's nor Node's packages: the client needs none.
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: `// quayside-client ${packageJson.version}, the typed client of Quayside. MIT licence.` },
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
