// What went wrong, in words and as Node's code.
export { reasonOf } from '../../shared/kernel/reason.ts';

/** Node's code of an error, such as `EADDRINUSE`. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return undefined;
}
