// All mutations of a source file that a test should notice.
import { changesOf } from './changes.ts';
import { isGuard, type Node, partsOf, treeOf } from './syntax.ts';

export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** Tests that run the code here judge it: for `a ?? b`, those that run `a`. */
  readonly place: number;
  readonly line: number;
  readonly kind: string;
  /** The whole original line, trimmed, and the replacement. */
  readonly text: string;
  readonly original: string;
  readonly replacement: string;
}

export function mutantsOf(file: string, source: string): Mutant[] {
  const lines = source.split('\n');
  const mutants: Mutant[] = [];
  const visit = (node: Node): void => {
    if (isBeyondTests(node)) return;
    for (const { start, end, kind, replacement } of changesOf(source, node)) {
      const line = source.slice(0, start).split('\n').length;
      const text = (lines[line - 1] ?? '').trim();
      const original = source.slice(start, end);
      if (original !== replacement)
        mutants.push({ file, start, end, place: node.start, line, kind, text, original, replacement });
    }
    for (const [field, part] of partsOf(node)) if (!isLeftAlone(node, field, part)) visit(part);
  };
  visit(treeOf(source));
  return mutants;
}

/**
 * The condition of a guard changes as a whole; and in `list[at] ?? 0` the literal mostly exists only for the
 * compiler, since the index is never out of range.
 */
function isLeftAlone(node: Node, field: string, part: Node): boolean {
  if (field === 'test') return isGuard(node);
  return field === 'right' && node['operator'] === '??' && part.type.endsWith('Literal');
}

export function applied(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** Text only: messages of bugs, and descriptions of schema fields. */
function isBeyondTests(node: Node): boolean {
  if (node.type === 'ThrowStatement') return true;
  if (node.type !== 'CallExpression') return false;
  const { callee } = node as { callee?: Node };
  const name = (callee?.['property'] as { name?: string } | undefined)?.name;
  if (name !== 'describe' && name !== 'meta') return false;
  return true;
}
