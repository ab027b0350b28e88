// Writes the examples into the documents that show them; `--check` only says whether they are the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printInto } from './document.ts';

const shown = (file: string) => {
  const source = readFileSync(join(import.meta.dirname, '../docs/examples', file), 'utf8').trimEnd();
  return `\n\`\`\`ts\n${source}\n\`\`\`\n`;
};
printInto([
  { file: 'README.md', parts: { example: shown('play.ts') } },
  { file: 'docs/protocol.md', parts: { typed: shown('typed.ts') } },
]);
