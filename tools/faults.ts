// Reads docs/faults.md: every scenario is proved by tests that exist.

/** The number of planned scenarios; each is in the document under its number. */
const PLANNED = 41;

const HEADING = /^## (\d+)\. \S/;
/** `- npm run soak` in backticks: a campaign. */
const CAMPAIGN = /^- `npm run ([\w:-]+)`/;
/** `- path: title` with the path in backticks; the title is the one in the source. */
const TEST = /^- `([\w./-]+\.test\.ts)`: (.+)$/;

export interface Sources {
  /** The text of a file; `undefined` if there is none. */
  read(path: string): string | undefined;
  readonly scripts: ReadonlySet<string>;
}

interface Faults {
  readonly proved: number;
  readonly problems: readonly string[];
}

export function readFaults(document: string, sources: Sources): Faults {
  const problems: string[] = [];
  const found = new Map<number, { tests: number }>();
  let number = 0;
  for (const line of document.split('\n')) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      number = Number(heading);
      if (found.has(number)) problems.push(`${number} occurs twice`);
      if (number < 1 || number > PLANNED) problems.push(`${number} is no scenario`);
      found.set(number, { tests: 0 });
    }
    const scenario = found.get(number);
    if (scenario === undefined) continue;
    if (!line.startsWith('- ')) continue;
    const problem = problemOf(line, sources);
    if (problem !== undefined) problems.push(`${number}: ${problem}`);
    else if (TEST.test(line)) scenario.tests += 1;
  }
  for (let n = 1; n <= PLANNED; n++) {
    const scenario = found.get(n);
    if (scenario === undefined) problems.push(`${n} is missing`);
    else if (scenario.tests === 0) problems.push(`${n} has no test`);
  }
  const all = [...found.values()];
  return { proved: all.filter(({ tests }) => tests > 0).length, problems };
}

function problemOf(line: string, { read, scripts }: Sources): string | undefined {
  const script = CAMPAIGN.exec(line)?.[1];
  if (script !== undefined) return scripts.has(script) ? undefined : `there is no npm run ${script}`;
  const [, path = '', title = ''] = TEST.exec(line) ?? [];
  if (path === '') return `neither a test nor a campaign: ${line}`;
  const source = read(path);
  if (source === undefined) return `there is no ${path}`;
  return hasTest(source, title) ? undefined : `${path} has no test «${title}»`;
}

/** A title is the first argument of a call that is not skipped. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    for (let at = -1; ; ) {
      at = source.indexOf(`${quote}${title}${quote},`, at + 1);
      if (at < 0) return false;
      const before = source.slice(0, at).trimEnd();
      if (before.endsWith('(') && !/\b(?:skip|todo|xtest|xit)\($/.test(before)) return true;
    }
  });
}
