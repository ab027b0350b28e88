// The message of an error. Errors of Node's own modules need not be `instanceof` our Error.

export function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}

/** Node's code of an error, such as `EADDRINUSE`. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return undefined;
}
