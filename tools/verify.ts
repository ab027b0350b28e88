// npm run verify -- record.json [--edition edition.json]: is this record a true match?
import { parseArgs } from 'node:util';
import { verifyRecord } from '../server/verify.ts';
import { families } from '../shared/games/index.ts';
import { readJson, runCommand } from './read-file.ts';

runCommand(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { edition: { type: 'string' } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length !== 1) {
    console.error('usage: npm run verify -- record.json [--edition edition.json]');
    return 2;
  }
  const edition = values.edition === undefined ? undefined : readJson(values.edition);
  const { ok, checks } = verifyRecord(readJson(path), families, edition);
  for (const check of checks) console.log(`${check.ok ? 'ok  ' : 'FAIL'} ${check.what}`);
  console.log(ok ? 'This record is true.' : 'This record is NOT to be believed.');
  return ok ? 0 : 1;
});
