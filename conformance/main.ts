// npm run conformance -- <url> [--game ID] [--json FILE] [--seed HEX]: does this server keep the protocol?
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readCommandLine, refuseCommand } from '../cli/command-line.ts';
import { oneOf, text, toggle, whole } from '../cli/options.ts';
import { families } from '../shared/games/index.ts';
import { whyUnreachable } from './reach.ts';
import { scenesFor, tryServer } from './run.ts';
import { type Finding, holds } from './verdicts.ts';

const USAGE = `usage: npm run conformance -- <url> [--game ID] [--json FILE] [--seed HEX]
Plays on a server as its clients do and reports which promises of docs/reference.md it keeps.
       npm run conformance -- --serve [--port N]
Runs a server behind a faulty network to test a client; lists the client's mistakes at the end.`;

const { values, operands } = readCommandLine({
  usage: USAGE,
  operands: [0, 1],
  options: {
    game: oneOf(
      families.map(({ id }) => id),
      { shows: 'ID', shown: 'all' },
    ),
    json: text({ shows: 'FILE', help: 'all findings' }),
    seed: text({ shows: 'HEX', help: 'repeats the same choices' }),
    serve: toggle('runs a server behind a faulty network to test a client'),
    port: whole({ least: 0, most: 65_535, otherwise: 2568, help: 'where it listens' }),
  },
});
const [url] = operands;
const chosen = families.filter(({ id }) => values.game === undefined || values.game === id);
if (values.serve) {
  const { serve } = await import('./serve.ts');
  process.exitCode = await serve(values.port);
} else if (url === undefined) {
  refuseCommand('the address of a server is missing');
} else {
  const code = await report(url.replace(/\/$/, ''));
  // An aborted scene may have left connections open.
  process.exit(code);
}

async function report(address: string): Promise<number> {
  const unreachable = await whyUnreachable(address);
  if (unreachable !== undefined) {
    console.error(unreachable);
    return 2;
  }
  const seed = values.seed ?? randomBytes(16).toString('hex');
  const reports: Record<string, Finding[]> = {};
  const progress = (text: string) => console.error(text);
  for (const [n, family] of chosen.entries()) {
    reports[family.id] = await tryServer({ url: address, family, seed, progress, scenes: scenesFor(n) });
  }
  const findings = Object.entries(reports).flatMap(([game, all]) => all.map((one) => ({ game, ...one })));
  const failed = findings.filter((finding) => !holds(finding));
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  for (const rule of rules) {
    const all = findings.filter((finding) => finding.rule === rule);
    const tried = all.reduce((sum, finding) => sum + finding.tried, 0);
    console.log(`${all.every(holds) ? 'ok  ' : 'FAIL'} ${rule}  ${all[0]?.text}  (${tried})`);
    for (const { game, wrong } of all) for (const what of wrong) console.log(`       ${game}: ${what}`);
  }
  const games = chosen.map(({ id }) => id).join(', ');
  console.log(
    failed.length === 0
      ? `\n${rules.length} rules hold, with ${games}.`
      : `\n${new Set(failed.map(({ rule }) => rule)).size} of ${rules.length} rules do NOT hold, with ${games}; --seed ${seed}`,
  );
  if (values.json !== undefined) {
    writeFileSync(
      values.json,
      `${JSON.stringify({ url: address, seed, ok: failed.length === 0, reports }, null, 2)}\n`,
    );
  }
  return failed.length === 0 ? 0 : 1;
}
