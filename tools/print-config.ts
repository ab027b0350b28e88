// Writes the table of settings into docs/operations.md; `--check` only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '../server/config.ts';

const file = join(import.meta.dirname, '../docs/operations.md');
const BETWEEN = /(<!-- settings: node tools\/print-config\.ts -->\n)[\s\S]*?(\n<!-- end of settings -->)/;
const before = readFileSync(file, 'utf8');
const after = before.replace(
  BETWEEN,
  (_all, open: string, close: string) => `${open}${settingsTable()}${close}`,
);
if (process.argv.includes('--check')) {
  if (after !== before) console.error(`${file}: the table of settings is out of date`);
  process.exitCode = after === before ? 0 : 1;
} else {
  writeFileSync(file, after);
  console.log(`${file}: ${after === before ? 'was up to date' : 'written'}`);
}
