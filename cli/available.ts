// Tests that need other programs run only where these are installed.

/**
 * Whether nothing is missing, as a condition for a group of tests. Otherwise a message says what is, and in CI,
 * where nothing may be left out silently, it is a failure.
 */
export function isAvailable(missing: readonly string[]): boolean {
  if (missing.length === 0) return true;
  if (process.env['CI'] !== undefined) throw new Error(missing.join('\n'));
  process.stderr.write(`SKIPPED: ${missing.join(', ')}\n`);
  return false;
}
