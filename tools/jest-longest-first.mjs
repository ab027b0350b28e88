// Without a memory of earlier runs, jest begins with the largest files. The contract suites of games are short files
// that take longest: begun last, they leave the other processors idle at the end.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { default: TestSequencer } = createRequire(require.resolve('jest/package.json'))(
  '@jest/test-sequencer',
);

const LONGEST = /[/\\]contract\.test\.ts$/;

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONGEST.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
