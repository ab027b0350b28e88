// Replaces `@jest/globals` while mutants are tested: the same functions, run in this process.
import { expect } from 'expect';

type Body = (...row: never[]) => unknown;

interface Named {
  readonly title: string;
  readonly run: () => unknown;
}

/** Tests registered by the files imported since the last `takeTests`. One list per worker, as in Jest. */
const collected: Named[] = [];
const path: string[] = [];
/** Functions to run after all tests. */
const last: Named[] = [];
/** What runs before each test: of the file, and of every `describe` around it. */
const setups: Body[][] = [[]];

export { expect };

export function takeTests(): Named[] {
  setups.splice(0, setups.length, []);
  return [...collected.splice(0), ...last.splice(0)];
}

export function test(title: string, run: Body): void {
  const around = [...setups];
  const runAfterSetups = async () => {
    for (const setup of around.flat()) await setup();
    await run();
  };
  collected.push({ title: [...path, title].join(' › '), run: runAfterSetups });
}

export function beforeEach(run: Body): void {
  setups.at(-1)?.push(run);
}

/** Applies to the whole file, wherever it is called. */
export function beforeAll(run: Body): void {
  collected.push({ title: 'beforeAll', run });
}

export function afterAll(run: Body): void {
  last.push({ title: 'afterAll', run });
}

export function describe(title: string, body: Body): void {
  path.push(title);
  setups.push([]);
  try {
    body();
  } finally {
    setups.pop();
    path.pop();
  }
}

/** Array rows are spread over the parameters, as in Jest. */
function forEachRow(declare: (title: string, body: Body) => void) {
  return (rows: readonly unknown[]) =>
    (title: string, body: Body): void => {
      for (const row of rows) {
        const args = (Array.isArray(row) ? row : [row]) as never[];
        declare(title, () => body(...args));
      }
    };
}

test.each = forEachRow(test);
describe.each = forEachRow(describe);
