// The screens of the client and their addresses (the server sends the page for each of them: server/door/web.ts).

export type Screen =
  | { readonly name: 'home' }
  | { readonly name: 'new'; readonly game: string }
  /** The invitation is in the fragment, which browsers do not send: it appears in no log. */
  | { readonly name: 'join'; readonly invitation: string }
  | { readonly name: 'table'; readonly id: string; readonly invitation: string }
  /** `as`: whose view; empty for the viewer's own. */
  | { readonly name: 'replay'; readonly id: string; readonly version: number | null; readonly as: string }
  | { readonly name: 'first-match'; readonly game: string }
  | { readonly name: 'rules'; readonly game: string; readonly rule: string | null }
  | { readonly name: 'settings' }
  /** Where the provider sends the browser back. */
  | { readonly name: 'sign-in' }
  | { readonly name: 'unknown' };

export function screenAt(url: URL): Screen {
  const [first = '', second = '', third = null, ...rest] = url.pathname.slice(1).split('/').map(decoded);
  const fragment = decoded(url.hash.slice(1));
  if (rest.length > 0) return { name: 'unknown' };
  if (first === '') return { name: 'home' };
  if (first === 'settings' && second === '') return { name: 'settings' };
  if (first === 'sign-in' && second === '') return { name: 'sign-in' };
  if (first === 'join' && second === '') return { name: 'join', invitation: fragment };
  if (second === '') return { name: 'unknown' };
  if (first === 'rules') return { name: 'rules', game: second, rule: third };
  if (third !== null) return { name: 'unknown' };
  if (first === 'new') return { name: 'new', game: second };
  if (first === 'first-match') return { name: 'first-match', game: second };
  if (first === 'table') return { name: 'table', id: second, invitation: fragment };
  if (first === 'replay') {
    const version = url.searchParams.get('version');
    return {
      name: 'replay',
      id: second,
      version: version !== null && /^\d{1,6}$/.test(version) ? Number(version) : null,
      as: url.searchParams.get('as') ?? '',
    };
  }
  return { name: 'unknown' };
}

export function addressOf(screen: Screen): string {
  const part = encodeURIComponent;
  switch (screen.name) {
    case 'home':
    case 'unknown':
      return '/';
    case 'settings':
      return '/settings';
    case 'sign-in':
      return '/sign-in';
    case 'new':
    case 'first-match':
      return `/${screen.name}/${part(screen.game)}`;
    case 'join':
      return `/join${screen.invitation === '' ? '' : `#${part(screen.invitation)}`}`;
    case 'table':
      return `/table/${part(screen.id)}${screen.invitation === '' ? '' : `#${part(screen.invitation)}`}`;
    case 'replay': {
      const query = new URLSearchParams({
        ...(screen.version !== null && { version: String(screen.version) }),
        ...(screen.as !== '' && { as: screen.as }),
      });
      return `/replay/${part(screen.id)}${query.size > 0 ? `?${query}` : ''}`;
    }
    case 'rules':
      return `/rules/${part(screen.game)}${screen.rule === null ? '' : `/${part(screen.rule)}`}`;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A mistyped address.
    return part;
  }
}
