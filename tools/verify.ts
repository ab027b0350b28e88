// npm run verify -- record.json [--edition edition.json]: verifies the record of a match.
import { readCommandLine } from '../cli/command-line.ts';
import { text } from '../cli/options.ts';
import { verifyRecord } from '../server/records/verify.ts';
import { families } from '../shared/games/index.ts';
import { sayFinding } from '../shared/protocol/findings.ts';
import type { Check } from '../shared/protocol/verify.ts';
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
  for (const check of checks) console.log(`${check.ok ? 'ok  ' : failed} ${lineOf(check)}`);
  if (!judged) {
    if (checks.at(-1)?.code === 'unknown-edition') console.log('Give that file with --edition.');
    console.log('This program cannot judge the record: it may be valid or not.');
    return CANNOT_JUDGE;
  }
  console.log(ok ? 'This record is valid.' : 'This record is NOT valid.');
  return ok ? 0 : 1;
});

function lineOf({ place, ...finding }: Check): string {
  const sentence = sayFinding(finding, 'en');
  if (place === undefined) return sentence;
  const version = place.version === null ? '' : `version ${place.version}, `;
  return `${sentence} (${version}${place.field || 'the whole file'})`;
}
