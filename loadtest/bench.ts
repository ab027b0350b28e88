// npm run bench -- rules [--game ID] [--seconds N] [--json FILE]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { families } from '../shared/games/index.ts';
import { describeMachine, machineLine } from './machine.ts';
import { benchRules, type RulesFigures } from './rules-bench.ts';

const USAGE = 'npm run bench -- rules [--game ID|all] [--seconds N] [--json FILE]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    game: { type: 'string', default: 'all' },
    seconds: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const chosen = families.filter((family) => values.game === 'all' || family.id === values.game);

if (values.help || positionals[0] !== 'rules' || chosen.length === 0 || !(seconds > 0)) {
  console.error(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  run();
}

function run(): void {
  const machine = describeMachine();
  console.log(`rules bench: ${machineLine(machine)}`);
  const figures = chosen.flatMap((family) =>
    benchRules(family, seconds, (seats) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${family.id}, ${seats} seats …          `);
    }),
  );
  if (process.stderr.isTTY) process.stderr.write('\r');
  console.log(table(figures));
  console.log('per second, one core; a full step is decision + legal commands + apply + all views');
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ machine, seconds, figures }, null, 2)}\n`);
  }
}

function table(figures: readonly RulesFigures[]): string {
  const head = [
    'game',
    'seats',
    'apply',
    'full steps',
    'legal',
    'views',
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
