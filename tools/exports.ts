// Finds names that a source exports although no other source imports them.
import { dirname, join } from 'node:path';

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) ([\w$]+)/gm;
const LISTED = /^(?:import|export)(?: type)?(?: [\w$]+,)? \{([^}]*)\}(?: from '([^']+)')?/gm;
const WHOLE = /^(?:import|export)(?: type)? \*(?: as [\w$]+)? from '([^']+)'/gm;
const LATE = /\bimport\(\s*'([^']+)'/g;

/** `sources`: their texts by path. Names of `open` sources may have users outside the project. */
export function unusedExports(sources: ReadonlyMap<string, string>, open: readonly string[]): string[] {
  const used = new Set<string>();
  const whole = new Set(open);
  const exported: { readonly path: string; readonly name: string }[] = [];
  for (const [path, text] of sources) {
    const target = (from: string) => join(dirname(path), from);
    for (const [, name = ''] of text.matchAll(DECLARED)) exported.push({ path, name });
    for (const [all, list = '', from] of text.matchAll(LISTED)) {
      for (const part of list.split(',')) {
        const [name = '', alias = name] = part
          .trim()
          .replace(/^type /, '')
          .split(' as ');
        if (name === '') continue;
        if (from !== undefined) used.add(`${target(from)} ${name}`);
        if (all.startsWith('export')) exported.push({ path, name: alias });
      }
    }
    for (const [, from = ''] of [...text.matchAll(WHOLE), ...text.matchAll(LATE)]) whole.add(target(from));
  }
  return exported
    .filter(({ path, name }) => !whole.has(path) && !used.has(`${path} ${name}`))
    .map(({ path, name }) => `${path}: «${name}» is exported, but imported nowhere`);
}
