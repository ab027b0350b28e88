// Invitations as people pass them on: links, long codes that they contain, and short ones that are said aloud.

/** The id of a match, and the secret of a private table after a dot. */
const CODE = /^([a-z0-9]{8,40})(?:\.([a-z0-9]{6,40}))?$/;
/** Where to sit down: an invitation has both parts, a public table needs its id only. */
interface Way {
  readonly id: string;
  readonly invitation: string;
}

/** `undefined`: neither a link to a table nor a code. */
export function wayIn(typed: string): Way | undefined {
  const text = typed.trim();
  const link = /\/join#(.+)$/.exec(text)?.[1] ?? /\/table\/([^/?#]+)/.exec(text)?.[1];
  const code = decoded(link ?? text)
    .replace(/\s+/g, '')
    .toLowerCase();
  const [, id, secret] = CODE.exec(code) ?? [];
  if (id === undefined) return undefined;
  return { id, invitation: secret === undefined ? '' : code };
}

/** A short code: capital letters or small ones, in groups or not. `undefined`: it is none. */
export function shortCode(typed: string): string | undefined {
  const code = typed.replace(/[\s-]+/g, '').toLowerCase();
  return /^[b-df-hj-np-tv-z]{6}$/.test(code) ? code : undefined;
}

/** In groups, easier to say and to type. */
export function spelled(code: string): string {
  return code.toUpperCase().replace(/(.{3})(?=.)/g, '$1 ');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A mistyped address.
    return part;
  }
}
