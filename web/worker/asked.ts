// What a request of a page is for, as far as the worker answers it.
import { BUILD_FILE, isNamedByContent } from '../build/named.ts';
import { screenAt } from '../lib/screens.ts';

/**
 * `page`: a screen; `file`: one that never changes under its name; `part`: another file of the client; `words`: what
 * the server says to everybody alike. Nothing: it is left to the browser, as is everything that belongs to a player.
 */
type Asked = 'page' | 'file' | 'part' | 'words';

/** Same for all who ask, and public: `isSameForAll` on the server. */
const WORDS =
  /^\/api\/v1\/(games|games\/[\w-]+(|\/schemas|\/editions\/[0-9a-f]{64}|\/(sentences|rules)\/\w\w)|sentences\/\w\w)$/;

export function askedFor(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
): Asked | undefined {
  const target = new URL(url);
  if (method !== 'GET' || target.origin !== origin) return undefined;
  const { pathname } = target;
  if (mode === 'navigate') return screenAt(target).name === 'unknown' ? undefined : 'page';
  // The server's description of itself.
  if (WORDS.test(pathname) || pathname === '/') return 'words';
  if (!pathname.startsWith('/web/') || pathname === BUILD_FILE) return undefined;
  return isNamedByContent(pathname) ? 'file' : 'part';
}
