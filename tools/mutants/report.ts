// The report: a line per folder, and every mutant that no test noticed.
import { dirname } from 'node:path';
import type { Tried } from './campaign.ts';

interface Row {
  readonly folder: string;
  readonly mutants: number;
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly notCovered: number;
  readonly equivalent: number;
  /** Survivors, covered or not, among those that are not equivalent; in percent. */
  readonly share: number;
}

/** Built-in opponents: a slightly different weight plays slightly differently, which is not a bug. */
const OPPONENTS = /^(shared\/games\/[^/]+)\/(bot\.ts|bot\/.*|outlook\.ts)$/;

export function folderOf(file: string): string {
  const [, game] = OPPONENTS.exec(file) ?? [];
  if (game !== undefined) return `${game} (opponent)`;
  return /^shared\/games\/[^/]+(?=\/)/.exec(file)?.[0] ?? dirname(file);
}

export function rowsOf(tried: readonly Tried[]): Row[] {
  const folders = [...new Set(tried.map(({ mutant }) => folderOf(mutant.file)))].sort();
  return folders.map((folder) =>
    rowOf(
      folder,
      tried.filter(({ mutant }) => folderOf(mutant.file) === folder),
    ),
  );
}

function rowOf(folder: string, tried: readonly Tried[]): Row {
  const count = (fate: Tried['fate']) => tried.filter((one) => one.fate === fate).length;
  const [survived, notCovered, equivalent] = [count('survived'), count('not-covered'), count('equivalent')];
  const killable = tried.length - equivalent;
  return {
    folder,
    mutants: tried.length,
    killed: count('killed'),
    timedOut: count('timed-out'),
    survived,
    notCovered,
    equivalent,
    share: killable === 0 ? 0 : (100 * (survived + notCovered)) / killable,
  };
}

interface Facts {
  readonly revision: string;
  readonly seed: string;
  readonly of: number;
  readonly seconds: number;
  readonly failing: readonly { readonly test: string; readonly reason: string }[];
  /** Entries of the list of equivalents that no longer match a mutant. */
  readonly stale: readonly string[];
}

export function markdownOf(tried: readonly Tried[], facts: Facts): string {
  const rows = [...rowsOf(tried), rowOf('all', tried)];
  const table = rows.map((row) =>
    [
      row.folder,
      row.mutants,
      row.killed,
      row.timedOut,
      row.survived,
      row.notCovered,
      row.equivalent,
      `${row.share.toFixed(1)} %`,
    ].join(' | '),
  );
  const drawn =
    tried.length === facts.of
      ? `all ${facts.of} mutants`
      : `${tried.length} of ${facts.of} mutants, --seed ${facts.seed}`;
  return [
    '# Mutants',
    '',
    `${facts.revision}, ${drawn}, ${Math.round(facts.seconds)} s.`,
    '',
    '| folder | mutants | killed | timed out | survived | not covered | equivalent | survivors of the killable |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...table.map((cells) => `| ${cells} |`),
    '',
    ...section('Survivors', tried.filter(({ fate }) => fate === 'survived').map(lineOf)),
    ...section('Not run by any test', tried.filter(({ fate }) => fate === 'not-covered').map(lineOf)),
    ...section(
      'Test files that judge nothing',
      facts.failing.map(({ test, reason }) => `- ${test}: ${reason}`),
    ),
    ...section(
      'Entries of tools/mutants-equivalent.json that fit nothing',
      facts.stale.map((entry) => `- ${entry}`),
    ),
  ].join('\n');
}

export function lineOf({ mutant }: Tried): string {
  const { file, line, kind, text, original, replacement } = mutant;
  const short = (piece: string) => piece.replace(/\s+/g, ' ').slice(0, 60);
  return `- ${file}:${line} ${kind}: \`${short(original)}\` → \`${short(replacement)}\` in \`${text.slice(0, 100)}\``;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}
