// npm run bench: our server and others. npm run bench -- rules: the rules alone.
import { writeFileSync } from 'node:fs';
import { exitOnSignals, readCommandLine, refuseCommand } from '../cli/command-line.ts';
import { decimal, list, text, toggle, whole } from '../cli/options.ts';
import { compare } from './compare/compare.ts';
import { comparisonInWords } from './compare/compare-words.ts';
import { QUICK, QUICK_CHECK, SIZES } from './compare/measure.ts';
import {
  better,
  CHECKED,
  changesInWords,
  changesOf,
  isWorse,
  type Ratios,
  ratiosOf,
  storedRatios,
  storeRatios,
} from './compare/ratios.ts';
import { familyOf, gameOf, gamesOption } from './games.ts';
import { describeMachine, machineLine } from './machine.ts';
import { benchRules, type RulesFigures } from './rules-bench.ts';
import { benchStarts, startsInWords } from './start-bench.ts';
import { benchWire, type WireFigures, wireInWords } from './wire-bench.ts';

/** Runs of `--check`, unless the first finds nothing. */
const CHECKS = 3;

const USAGE = `usage: npm run bench -- [compare] [options]
    our server, a plain Colyseus room with the same rules and a journal, boardgame.io, plain Colyseus with a toy game and a
    raw relay (quayside, colyseus-journal, boardgame.io, colyseus, relay);
    with --only also our server over a private PostgreSQL (quayside-postgres), and members of a cluster over PostgreSQL and
    Redis (quayside-one, quayside-two, quayside-two-home, and quayside-two-proxy behind Caddy), each process under the
    same load
       npm run bench -- --check [--quick] [--keep]
    measures our server beside the plain room with the same rules, and says what got worse than the stored ratios
    (loadtest/compare/ratios.json): exit code 1; --keep stores the new ones
       npm run bench -- rules [options]
    the rules alone, on one core
       npm run bench -- bytes [options]
    what a move's bytes to each client are, with full news (any SDK) and with short ones (the typed client)
       npm run bench -- starts [options]
    how long a start takes: without parts of the deal, with parts of all players, and with one who stays silent`;

const { values, operands } = readCommandLine({
  usage: USAGE,
  operands: [0, 1],
  options: {
    games: gamesOption('all'),
    seconds: decimal({ least: 0.001, otherwise: 1, help: 'for each measurement of the rules' }),
    quick: toggle('smaller numbers of everything'),
    recover: whole({ least: 0, help: 'matches with which a killed server starts again' }),
    only: list(text({ shows: 'ID' }), { otherwise: [], help: 'only these systems' }),
    check: toggle('what got worse than the stored ratios'),
    keep: toggle('with --check: stores the ratios instead'),
    json: text({ shows: 'FILE', help: 'all figures' }),
  },
});
const [what = 'compare'] = operands;

// One for every part of every system that must not outlive this process.
process.setMaxListeners(100);
exitOnSignals();
if (what === 'rules') runRules();
else if (what === 'compare') await (values.check ? runCheck() : runCompare());
else if (what === 'bytes') await runBytes();
else if (what === 'starts') await runStarts();
else refuseCommand(`«${what}» is neither compare, rules, bytes nor starts`);

async function runCompare(): Promise<void> {
  const sizes = values.quick ? QUICK : SIZES;
  const { only, recover = sizes.recover } = values;
  const comparison = await compare({ ...sizes, recover }, only, progress);
  progress('');
  console.log(machineLine(comparison.machine));
  console.log(comparisonInWords(comparison));
  writeJson(comparison);
}

/** Further runs tell what got worse from what other programs disturbed. */
async function runCheck(): Promise<void> {
  const size = values.quick ? 'quick' : 'whole';
  const sizes = values.quick ? QUICK_CHECK : { ...SIZES, recover: 0 };
  const before = storedRatios()[size];
  let now: Ratios | undefined;
  for (let run = 1; run <= CHECKS; run++) {
    const comparison = await compare(sizes, CHECKED, progress);
    progress('');
    console.log(machineLine(comparison.machine));
    now = better(ratiosOf(comparison), now);
    const changes = changesOf(before, now, size);
    console.log(changesInWords(changes));
    writeJson(comparison);
    if (values.keep) return storeRatios(size, now);
    if (!changes.some(isWorse)) return;
  }
  process.exitCode = 1;
}

async function runBytes(): Promise<void> {
  const figures: WireFigures[] = [];
  for (const shortNews of [false, true]) {
    for (const game of values.games) {
      progress(`${game}, ${shortNews ? 'short' : 'full'} news …`);
      figures.push(await benchWire(gameOf(game), { movesPerTable: values.quick ? 40 : 400, shortNews }));
    }
  }
  progress('');
  console.log(wireInWords(figures));
  writeJson({ figures });
}

async function runStarts(): Promise<void> {
  const figures = await benchStarts(
    values.quick ? { starts: 20, silent: 2 } : { starts: 200, silent: 10 },
    progress,
  );
  progress('');
  console.log(machineLine(describeMachine()));
  console.log(startsInWords(figures));
  writeJson({ figures });
}

function runRules(): void {
  const machine = describeMachine();
  console.log(`rules bench: ${machineLine(machine)}`);
  const { seconds } = values;
  const figures = values.games
    .map(familyOf)
    .flatMap((family) => benchRules(family, seconds, (seats) => progress(`${family.id}, ${seats} seats …`)));
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
