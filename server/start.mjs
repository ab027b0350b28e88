// What `npm start` runs: starts the server, or says in one sentence what is missing. Any Node can read this file.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const missing = !existsSync(new URL('../node_modules/zod', import.meta.url))
  ? 'run `npm install` first'
  : major < 22 || (major === 22 && minor < 18)
    ? `Node ${process.versions.node} is too old; \`npm start\` uses the one that \`npm install\` has brought`
    : undefined;
if (missing === undefined) {
  // Compiled code is kept for the next start, and for threads: it halves the work of a start. Where the folder
  // cannot be written, every start compiles, as without it.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../node_modules/.cache/compiled', import.meta.url),
  );
  nodeModule.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  await import('./main.ts');
} else {
  process.stderr.write(`quayside: ${missing}\n`);
  process.exitCode = 1;
}
