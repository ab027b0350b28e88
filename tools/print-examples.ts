// Writes the examples into the documents that show them; `--check` only says whether they are the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printInto } from './document.ts';

const source = readFileSync(join(import.meta.dirname, '../docs/examples/play.ts'), 'utf8').trimEnd();
printInto([{ file: 'README.md', parts: { example: `\n\`\`\`ts\n${source}\n\`\`\`\n` } }]);
