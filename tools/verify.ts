// npm run verify -- record.json [--edition edition.json]: verifies the record of a match.
import { readCommandLine } from '../cli/command-line.ts';
import { text } from '../cli/options.ts';
import { verifyRecord } from '../server/records/verify.ts';
import { families } from '../shared/games/index.ts';
import { readJson, runCommand } from './read-file.ts';

const CANNOT_JUDGE = 3;

await runCommand(() => {
  const { values, operands } = readCommandLine({
    usage: `usage: npm run verify -- record.json [--edition edition.json]
Verifies the record of a match.`,
    options: { edition: text({ shows: 'FILE', help: 'its components, if they are not built in' }) },
    operands: [1, 1],
  });
  const [path = ''] = operands;
  const edition = values.edition === undefined ? undefined : readJson(values.edition);
  const { ok, judged, checks } = verifyRecord(readJson(path), families, edition);
  const failed = judged ? 'FAIL' : '?   ';
  for (const check of checks) console.log(`${check.ok ? 'ok  ' : failed} ${check.what}`);
  if (!judged) {
    console.log('This program cannot judge the record: it may be valid or not.');
    return CANNOT_JUDGE;
  }
  console.log(ok ? 'This record is valid.' : 'This record is NOT valid.');
  return ok ? 0 : 1;
});
