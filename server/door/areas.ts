// What there is on the port, by prefix, and what holds for every request in each area.

import { ERRANDS_PATH } from '../cluster/peers/errands.ts';
import type { Route } from '../http/route.ts';
import { API_METHODS, type Area, PAGE_METHODS } from '../http/route-table.ts';

interface Contents {
  readonly api: readonly Route[];
  readonly matchmaking: Route;
  /** The SDK's own way to sign in. */
  readonly signIn: readonly Route[];
  /** Links in mails. */
  readonly mail: readonly Route[];
  readonly errands: readonly Route[];
  readonly administration: readonly Area[];
  /** Nothing is answered any more. */
  readonly isEnding: () => boolean;
  /** Nor is anything here sure of its matches. */
  readonly isClosing: () => boolean;
}

export function areasOf({
  api,
  matchmaking,
  signIn,
  mail,
  errands,
  administration,
  ...life
}: Contents): Area[] {
  const { isEnding, isClosing } = life;
  const aboutMatches = { audience: 'clients', isAboutMatches: true } as const;
  return [
    // The entrance lets nothing through to a match that may be another process's.
    {
      ...aboutMatches,
      prefix: '/api',
      base: '/api/v1',
      routes: api,
      rate: 'api',
      methods: API_METHODS,
      isClosed: isEnding,
    },
    {
      ...aboutMatches,
      prefix: '/matchmake',
      routes: [matchmaking],
      rate: 'matchmaking',
      methods: PAGE_METHODS,
      isClosed: isClosing,
      isForSdk: true,
    },
    {
      prefix: '/auth',
      routes: signIn,
      rate: 'api',
      methods: PAGE_METHODS,
      audience: 'clients',
      isAboutMatches: false,
      isClosed: isEnding,
      isForSdk: true,
    },
    {
      prefix: '/mail',
      routes: mail,
      rate: 'api',
      methods: PAGE_METHODS,
      audience: 'clients',
      isAboutMatches: false,
      isClosed: isEnding,
      // Mail programs send their own.
      forms: 'unread',
    },
    {
      prefix: ERRANDS_PATH,
      routes: errands,
      rate: 'others',
      methods: PAGE_METHODS,
      audience: 'peers',
      isAboutMatches: false,
      isClosed: () => false,
    },
    ...administration,
  ];
}
