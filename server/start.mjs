// What `npm start` runs: starts the server, or says in one sentence what is missing. Any Node can read this file.
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const missing = !existsSync(new URL('../node_modules/zod', import.meta.url))
  ? 'run `npm install` first'
  : major < 22 || (major === 22 && minor < 18)
    ? `Node ${process.versions.node} is too old; \`npm start\` uses the one that \`npm install\` has brought`
    : undefined;
if (missing === undefined) await import('./main.ts');
else {
  process.stderr.write(`quayside: ${missing}\n`);
  process.exitCode = 1;
}
