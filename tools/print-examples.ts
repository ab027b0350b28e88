// Writes the examples into the guide; `--check` only reports whether they are up to date.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printInto } from './document.ts';

const shown = (file: string) => {
  const text = readFileSync(join(import.meta.dirname, '../docs/examples', file), 'utf8').trimEnd();
  // Readers have the package.
  const source = text.replace("'../../client/index.ts'", "'quayside-client'");
  return `\n\`\`\`ts\n${source}\n\`\`\`\n`;
};
printInto([
  { file: 'docs/protocol.md', parts: { play: shown('play.ts'), typed: shown('typed.ts') } },
  { file: 'docs/colyseus.md', parts: { 'two-lines': shown('two-lines.ts') } },
]);
