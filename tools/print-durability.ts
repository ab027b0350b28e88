// Writes the figures of campaigns into docs/durability.md, from what these wrote with --json; `--check` only reports
// whether the document is up to date.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { code, markdownTable, printInto } from './document.ts';

const FOLDER = join(import.meta.dirname, '../docs/durability');

/** A campaign that has found something has no place in the document. */
const passed = z.object({
  commit: z.string().min(1),
  seed: z.string(),
  ok: z.literal(true),
  matches: z.int(),
  acknowledged: z.int(),
  findings: z.array(z.string()).length(0),
});
const checked = { repeated: z.int(), sightings: z.int() };

function number(value: number): string {
  return value.toLocaleString('en');
}

const cut = { cuts: z.int(), torn: z.int(), writes: z.int(), syncs: z.int() };
const disksOf = ({ cuts, torn, writes, syncs }: z.infer<z.ZodObject<typeof cut>>) =>
  `${number(cuts)} disks out of ${number(writes)} writes and ${number(syncs)} syncs, ${number(torn)} of them with torn writes`;

/** What each campaign did, in words, by the name of its file; what follows a space is an option. */
const DONE: Readonly<Record<string, z.ZodType<string>>> = {
  crash: z
    .object({ kills: z.int(), ...checked })
    .transform(
      ({ kills, repeated, sightings }) =>
        `${number(kills)} kills of a server under load; ${number(repeated)} commands sent again, ${number(sightings)} views compared`,
    ),
  chaos: z
    .object({ suffered: z.array(z.unknown()), news: z.int(), ...checked })
    .transform(
      ({ suffered, repeated, sightings, news }) =>
        `${number(suffered.length)} faults of three servers, their database and Redis; ${number(repeated)} commands sent again, ${number(sightings)} views compared, ${number(news)} news followed`,
    ),
  powercut: z
    .object({ ...cut, starts: z.object({ used: z.int(), backups: z.int(), restored: z.int() }) })
    .transform(
      ({ starts, ...done }) =>
        `${disksOf(done)}; ${number(starts.used)} starts on them, ${number(starts.backups)} on backups and ${number(starts.restored)} on restored folders`,
    ),
  simulate: z
    .object({
      worlds: z.int(),
      simulatedHours: z.number(),
      faults: z.int(),
      commands: z.int(),
      timeOuts: z.int(),
      shown: z.int(),
    })
    .transform(
      ({ worlds, simulatedHours, faults, commands, timeOuts, shown }) =>
        `${number(worlds)} simulated worlds, ${number(Math.round(simulatedHours))} hours in them, ${number(faults)} faults; ${number(commands)} commands, ${number(timeOuts)} of them time-outs, ${number(shown)} views compared`,
    ),
  'powercut -- --postgres': z
    .object(cut)
    .transform((done) => `the same with the matches in PostgreSQL: ${disksOf(done)}`),
};

const rows = globSync('*.json', { cwd: FOLDER })
  .sort()
  .map((file) => {
    const name = basename(file, '.json').replace('-', ' -- --');
    const written: unknown = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
    const { matches, acknowledged, findings, seed, commit } = passed.parse(written);
    const done = DONE[name]?.parse(written);
    if (done === undefined) throw new Error(`${file} is of no campaign`);
    const figures = [matches, acknowledged, findings.length].map(number);
    return [code(`npm run ${name}`), done, ...figures, code(seed), code(commit)];
  });

const head = ['campaign', 'what was done', 'matches', 'acknowledged', 'lost', 'seed', 'commit'];
printInto([{ file: 'docs/durability.md', parts: { figures: markdownTable(head, rows) } }]);
