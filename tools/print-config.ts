// Writes the settings into docs/operations.md and .env.example; `--check` only says whether it is up to date.
import { SETTINGS } from '../server/config.ts';
import { code, markdownTable, printFiles, printInto } from './document.ts';

const rows = Object.entries(SETTINGS).map(([name, setting]) => [
  code(name),
  setting.default === '' ? '(empty)' : code(setting.default),
  setting.meaning + ('secret' in setting ? ' (secret)' : ''),
]);
const settings = markdownTable(['variable', 'default', 'meaning'], rows);
printInto([{ file: 'docs/operations.md', parts: { settings } }]);

/** What the container decides itself (docker-compose.yml). */
const FIXED: readonly string[] = ['HOST', 'DATA_DIR', 'EDITIONS_DIR'];
const wrapped = (text: string) => text.replaceAll(/(?=\S)(.{1,96})(?:\s+|$)/g, '# $1\n');
const examples = Object.entries(SETTINGS)
  .filter(([name]) => !FIXED.includes(name))
  .map(([name, setting]) => `${wrapped(setting.meaning)}#${name}=${setting.default}\n`);
printFiles({
  '.env.example': [
    `${wrapped('Settings for docker compose: copy this file to .env and take the # away from what you change. Made by npm run docs; all is explained in docs/operations.md.')}`,
    '# Of this machine: the address that takes players; 127.0.0.1 where the https profile is used.\n#BIND=0.0.0.0\n',
    '# The https profile only: the name of the machine on the internet, such as play.example.org\n#DOMAIN=\n',
    ...examples,
  ].join('\n'),
});
