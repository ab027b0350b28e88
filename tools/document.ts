// Generated parts of documents, between marker comments:
// `<!-- name: node tools/print-x.ts -->` … `<!-- end of name -->`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readCommandLine } from '../cli/command-line.ts';
import { toggle } from '../cli/options.ts';

const ROOT = join(import.meta.dirname, '..');

/** A document and its generated parts, by name. */
interface GeneratedDocument {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly parts: Readonly<Record<string, string>>;
}

/** The options of all generators. */
export function wantsCheck(): boolean {
  const { values } = readCommandLine({
    usage: `usage: node tools/${basename(process.argv[1] ?? '')} [--check]
Regenerates parts of the documents.`,
    options: { check: toggle('only reports whether they are up to date') },
  });
  return values.check;
}

/** Writes whole files, by their path in the project; with `--check` only reports whether they are up to date. */
export function printFiles(files: Readonly<Record<string, string>>): void {
  const isChecking = wantsCheck();
  for (const [file, text] of Object.entries(files)) {
    const path = join(ROOT, file);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    if (isChecking) {
      console.error(`${file} is out of date: npm run docs`);
      process.exitCode = 1;
    } else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      console.log(`${file}: written`);
    }
  }
}

/** Writes the parts into their documents; with `--check` only reports whether they are up to date. */
export function printInto(documents: readonly GeneratedDocument[]): void {
  const isChecking = wantsCheck();
  for (const { file, parts } of documents) {
    const path = join(ROOT, file);
    const before = readFileSync(path, 'utf8');
    const after = Object.entries(parts).reduce((text, [name, part]) => replaced(text, name, part), before);
    if (isChecking && after !== before) {
      console.error(`${file} is out of date: npm run docs`);
      process.exitCode = 1;
    }
    if (!isChecking) {
      writeFileSync(path, after);
      console.log(`${file}: ${after === before ? 'was up to date' : 'written'}`);
    }
  }
}

export function replaced(text: string, name: string, part: string): string {
  const between = new RegExp(
    `(<!-- ${name}: node tools/[\\w-]+\\.ts -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`,
  );
  if (!between.test(text)) throw new Error(`there is no place for «${name}»`);
  return text.replace(between, (_all, open: string, close: string) => `${open}${part}\n${close}`);
}

/** A table, formatted like the formatter's. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...table.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill: string) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [first = [], ...body] = table;
  return [line(first, ' '), line([], '-'), ...body.map((row) => line(row, ' '))].join('\n');
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}
