// npm run bench: our server and others. npm run bench -- rules: the rules alone.
import { writeFileSync } from 'node:fs';
import { readCommandLine, refuseCommand, wholeNumber } from '../cli/command-line.ts';
import { families } from '../shared/games/index.ts';
import { compare } from './compare/compare.ts';
import { comparisonInWords } from './compare/compare-words.ts';
import { QUICK, SIZES } from './compare/measure.ts';
import { describeMachine, machineLine } from './machine.ts';
import { benchRules, type RulesFigures } from './rules-bench.ts';

const USAGE = `usage: npm run bench -- [compare] [--quick] [--recover N] [--only ID,ID] [--json FILE]
    our server, boardgame.io, plain Colyseus and a raw relay (quayside, boardgame.io, colyseus, relay);
    with --only also our server over a private PostgreSQL (quayside-postgres), and members of a cluster over PostgreSQL and
    Redis (quayside-one, quayside-two, quayside-two-home, and quayside-two-proxy behind Caddy), each process under the
    same load
       npm run bench -- rules [--game ID|all] [--seconds N] [--json FILE]
    the rules alone, on one core`;

const { values, operands } = readCommandLine({
  usage: USAGE,
  operands: [0, 1],
  options: {
    game: { type: 'string', default: 'all' },
    seconds: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    recover: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
const [what = 'compare'] = operands;
const seconds = Number(values.seconds);
const recover = values.recover === undefined ? undefined : wholeNumber('--recover', values.recover, 0);
const chosen = families.filter((family) => values.game === 'all' || family.id === values.game);

// One for every part of every system that must not outlive this process.
process.setMaxListeners(100);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
if (!(seconds > 0)) refuseCommand('--seconds: a number above 0 is needed');
if (chosen.length === 0) refuseCommand(`--game: one of ${families.map(({ id }) => id).join(', ')}, or all`);
if (what === 'rules') runRules();
else if (what === 'compare') await runCompare();
else refuseCommand(`«${what}» is neither compare nor rules`);

async function runCompare(): Promise<void> {
  const sizes = values.quick ? QUICK : SIZES;
  const only = values.only?.split(',') ?? [];
  const comparison = await compare({ ...sizes, recover: recover ?? sizes.recover }, only, progress);
  progress('');
  console.log(machineLine(comparison.machine));
  console.log(comparisonInWords(comparison));
  writeJson(comparison);
}

function runRules(): void {
  const machine = describeMachine();
  console.log(`rules bench: ${machineLine(machine)}`);
  const figures = chosen.flatMap((family) =>
    benchRules(family, seconds, (seats) => progress(`${family.id}, ${seats} seats …`)),
  );
  progress('');
  console.log(table(figures));
  console.log('per second, one core; a full step is decision + legal commands + apply + all views');
  writeJson({ machine, seconds, figures });
}

function writeJson(outcome: object): void {
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(outcome, null, 2)}\n`);
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(70)}\r`);
}

function table(figures: readonly RulesFigures[]): string {
  const head = [
    'game',
    'seats',
    'apply',
    'full steps',
    'legal',
    'views',
    'previews',
    'greedy',
    'legal/position',
    'state bytes',
  ];
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  const rows = figures.map((row) => [
    row.game,
    String(row.seats),
    whole(row.applyPerSecond),
    whole(row.fullStepsPerSecond),
    whole(row.legalPerSecond),
    whole(row.viewsPerSecond),
    whole(row.previewsPerSecond),
    whole(row.greedyPerSecond),
    row.legalPerPosition.toFixed(1),
    whole(row.stateBytes),
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [line(head), ...rows.map(line)].join('\n');
}
