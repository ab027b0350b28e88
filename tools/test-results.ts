// Results of jest --json, and the sum of a first run and a second run of its failed suites.

interface Suite {
  /** Its file. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

export interface Results {
  readonly testResults: readonly Suite[];
}

interface Sum {
  readonly passed: number;
  readonly failed: number;
  /** Suites that failed at first and then passed. */
  readonly unsteady: readonly string[];
}

export function failedSuites({ testResults }: Results): string[] {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** A suite that was run again counts as it ended then. */
export function afterSecondRun(first: Results, second: Results | undefined): Sum {
  const again = new Map(second?.testResults.map((suite) => [suite.name, suite]));
  const last = first.testResults.map((suite) => again.get(suite.name) ?? suite);
  return {
    passed: last.reduce((sum, suite) => sum + count(suite, 'passed'), 0),
    failed: last.reduce((sum, suite) => sum + failuresOf(suite), 0),
    unsteady: first.testResults.flatMap((suite) => {
      const repeated = again.get(suite.name);
      if (repeated === undefined || failuresOf(repeated) > 0) return [];
      const tests = suite.assertionResults.filter(({ status }) => status === 'failed');
      return tests.length === 0 ? [suite.name] : tests.map(({ fullName }) => `${suite.name}: ${fullName}`);
    }),
  };
}

/** A suite that fails without a failed test, as it could not be loaded, counts as one. */
function failuresOf(suite: Suite): number {
  return Math.max(count(suite, 'failed'), suite.status === 'failed' ? 1 : 0);
}

function count({ assertionResults }: Suite, wanted: string): number {
  return assertionResults.filter(({ status }) => status === wanted).length;
}
