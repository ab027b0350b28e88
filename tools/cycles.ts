// Finds import cycles, those of types included: within one, there is no file to read first.
import { posix } from 'node:path';

const IMPORT = /\bfrom '(\.[^']*)'|\bimport\('(\.[^']*)'\)|^import '(\.[^']*)'/gm;

/** For each file, by path, the files that it imports. */
export function importsIn(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const importsOf = (path: string, text: string) =>
    [...text.matchAll(IMPORT)]
      .map(([, from, inner, bare]) => posix.join(posix.dirname(path), from ?? inner ?? bare ?? ''))
      .filter((target) => files.has(target));
  return new Map([...files].map(([path, text]) => [path, importsOf(path, text)]));
}

/** The groups of files that import each other, directly or through others. */
export function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const isMutual = (one: string, other: string) =>
    reach.get(one)?.has(other) === true && reach.get(other)?.has(one) === true;
  const files = [...imports.keys()].filter((file) => isMutual(file, file)).sort();
  return files
    .map((file) => files.filter((other) => isMutual(file, other)))
    .filter(([first], index) => first === files[index]);
}

function reachedFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
    for (const target of imports.get(file) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      waiting.push(target);
    }
  return reached;
}
