// Where a record can be had, as people name it: an id, a link, an address, or the text of the record itself.

export type Source =
  /** On the server that this page came from. */
  | { readonly kind: 'here'; readonly id: string }
  /** On another server. */
  | { readonly kind: 'elsewhere'; readonly host: string; readonly href: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unclear' };

const ID = /^[\w-]{4,64}$/;
const PATH = /^\/(?:api\/v1\/matches|table|replay|verify)\/([\w-]{4,64})(?:\/|$)/;

/** `origin`: of the server; null in a page that was saved. */
export function sourceIn(input: string, origin: string | null): Source {
  const text = input.trim();
  if (text.startsWith('{')) return { kind: 'text', text };
  if (ID.test(text)) return origin === null ? { kind: 'unclear' } : { kind: 'here', id: text };
  const url = urlIn(text, origin);
  const id = PATH.exec(url?.pathname ?? '')?.[1];
  if (url === null || id === undefined) return { kind: 'unclear' };
  if (url.origin === origin) return { kind: 'here', id };
  // What a link may hold besides, such as an invitation, is not passed on.
  return { kind: 'elsewhere', host: url.host, href: `${url.origin}${recordPath(id)}` };
}

export function recordPath(id: string): string {
  return `/api/v1/matches/${encodeURIComponent(id)}/record`;
}

function urlIn(text: string, origin: string | null): URL | null {
  const isAddress = /^https?:\/\//i.test(text);
  if (!isAddress && (origin === null || !text.startsWith('/'))) return null;
  return URL.parse(text, origin ?? undefined);
}
