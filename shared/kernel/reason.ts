// The message of an error. Errors from Node's own modules need not be `instanceof` our `Error`.

export function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}
