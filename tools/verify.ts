// npm run verify -- record.json [--edition edition.json]: is this record a true match?
import { parseArgs } from 'node:util';
import { verifyRecord } from '../server/verify.ts';
import { families } from '../shared/games/index.ts';
import { readJson, runCommand } from './read-file.ts';

const CANNOT_JUDGE = 3;

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
  const { ok, judged, checks } = verifyRecord(readJson(path), families, edition);
  const failed = judged ? 'FAIL' : '?   ';
  for (const check of checks) console.log(`${check.ok ? 'ok  ' : failed} ${check.what}`);
  if (!judged) {
    console.log('This program cannot judge the record: it may be true or not.');
    return CANNOT_JUDGE;
  }
  console.log(ok ? 'This record is true.' : 'This record is NOT to be believed.');
  return ok ? 0 : 1;
});
