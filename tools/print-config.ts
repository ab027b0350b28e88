// Writes the table of settings into docs/operations.md; `--check` only says whether it is up to date.
import { SETTINGS } from '../server/config.ts';
import { code, markdownTable, printInto } from './document.ts';

const rows = Object.entries(SETTINGS).map(([name, setting]) => [
  code(name),
  setting.default === '' ? '(empty)' : code(setting.default),
  setting.meaning + ('secret' in setting ? ' (secret)' : ''),
]);
const settings = markdownTable(['variable', 'default', 'meaning'], rows);
printInto([{ file: 'docs/operations.md', parts: { settings } }]);
