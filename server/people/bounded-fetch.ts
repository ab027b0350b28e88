// Requests to the host's provider: its answers may not be longer than those of any real one.

const MOST_BYTES = 512 * 1024;
const EMPTY = new Set([204, 205, 304]);

type Asked = Parameters<typeof fetch>[1];

/** Rejects as soon as there is too much of an answer. */
export async function boundedFetch(url: string, options?: object): Promise<Response> {
  const response = await fetch(url, options as Asked);
  const { status, headers } = response;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    // Leaving the loop cancels the rest.
    if (size > MOST_BYTES) throw new TypeError('the answer is too long');
    parts.push(part);
  }
  return new Response(EMPTY.has(status) ? null : Buffer.concat(parts), { status, headers });
}
