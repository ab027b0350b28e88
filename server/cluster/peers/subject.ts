// Which match a request is about, and so which process answers it.
import { matchOfInvitation } from '../../../rooms/index.ts';
import { matchmakeCallOf, type Target } from '../../door/target.ts';

const MATCH = /^\/(?:api\/v1\/(?:matches|tables)|admin\/(?:api\/)?matches)\/([\w-]{1,64})(\/.*)?$/;
/** Needs no room: any process can read it from the store. */
const STORED = '/record';
const INVITATION = '/api/v1/join';
const TABLES = '/api/v1/tables';
const BY_ID: ReadonlySet<string> = new Set(['joinById', 'reconnect']);

/**
 * In answers about a match: the name of its process. Clients may repeat it in requests about the match, for the
 * proxy; here it is ignored.
 */
export const MEMBER_HEADER = 'Quayside-Member';

/** Whether the answer of this process tells that it has the match: it is about one, or opens one. */
export function isAboutMatch(method: string, target: Target, body: unknown): boolean {
  return matchOf(target, body) !== undefined || (method === 'POST' && target.path === TABLES);
}

/** What any process answers from its own memory or Redis: about games, guests, public tables. */
const OPEN = /^\/api\/v1\/(?:$|[\w.]+$|games(?:\/|$)|sentences\/|guests\/renew$)/;
const PRIVATE: ReadonlySet<string> = new Set([INVITATION, '/api/v1/me']);

/** Whether only a process that is sure of its matches may answer it. */
export function needsMatches(method: string, target: Target): boolean {
  const { path } = target;
  if (matchmakeCallOf(target) !== undefined) return true;
  if (!path.startsWith('/api/')) return false;
  return !OPEN.test(path) || PRIVATE.has(path) || (path === TABLES && method === 'POST');
}

/** `undefined`: about none, or any process can answer. */
export function matchOf(target: Target, body: unknown): string | undefined {
  const [, id, rest] = MATCH.exec(target.path) ?? [];
  if (id !== undefined) return rest === STORED ? undefined : id;
  if (target.path === INVITATION) return invitedTo(body);
  const call = matchmakeCallOf(target);
  return call !== undefined && BY_ID.has(call.method) ? call.name : undefined;
}

function invitedTo(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('invitation' in body)) return undefined;
  const { invitation } = body;
  if (typeof invitation !== 'string') return undefined;
  const id = matchOfInvitation(invitation);
  return /^[\w-]{1,64}$/.test(id) ? id : undefined;
}
