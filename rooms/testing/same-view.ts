// Compares what a client decoded with the view it represents. Knows how values are encoded
// (null is absent, mixed unions and nested private data are text), not how they are written.
import { canonicalJson } from '../../shared/kernel/canonical.ts';

/** The differences, as readable lines; empty if the client has exactly the view. */
export function differences(seen: unknown, view: unknown, path = ''): string[] {
  const complain = () => [`${path}: seen ${shown(seen)}, should be ${shown(view)}`];
  if (view === null || view === undefined) return seen === undefined || seen === null ? [] : complain();
  if (Array.isArray(view)) {
    if (typeof seen === 'string') return isJsonOf(seen, view) ? [] : complain();
    if (!Array.isArray(seen) || seen.length !== view.length) return complain();
    return view.flatMap((item, index) => differences(seen[index], item, `${path}[${index}]`));
  }
  if (typeof view === 'object') {
    if (typeof seen === 'string') return isJsonOf(seen, view) ? [] : complain();
    if (!isFields(seen)) return complain();
    const keys = new Set([...Object.keys(view), ...Object.keys(seen)]);
    return [...keys].flatMap((key) =>
      differences(seen[key], (view as Record<string, unknown>)[key], `${path}.${key}`),
    );
  }
  return seen === view || (typeof view !== 'string' && seen === String(view)) ? [] : complain();
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJsonOf(text: string, view: object): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(view);
  } catch {
    return false;
  }
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
