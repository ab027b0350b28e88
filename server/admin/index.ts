// Everything under /admin: pages, and the same as an interface for programs.

import type { Counting } from '../http/counting.ts';
import { type Area, PAGE_METHODS } from '../http/route-table.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { adminRouteList } from './api.ts';
import { adminPages, type PageDeps } from './pages.ts';
import { type Administrators, demandAdministrator } from './users.ts';

/** These pages run no scripts, and their forms lead to this server only. */
const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  // Lets the entrance recognise requests of our own pages.
  'Referrer-Policy': 'same-origin',
};

interface AdminDeps extends PageDeps {
  readonly administrators: Administrators;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
  readonly closing: () => boolean;
}

/** Without administrators nothing is found there, but forms and origins are handled alike. */
export function adminAreas(deps: AdminDeps): Area[] {
  const { administrators, limits, counting, closing, office } = deps;
  const demand = demandAdministrator(administrators, limits, counting.limiter);
  const common = {
    rate: 'others',
    methods: PAGE_METHODS,
    audience: 'administrators',
    forms: 'read',
    isAboutMatches: false,
  } as const;
  if (administrators.size === 0) return [{ ...common, prefix: '/admin', routes: [], isClosed: closing }];
  const guarded: Pick<Area, 'demand'> = {
    demand: (arrival) => {
      demand(arrival);
      for (const [name, value] of Object.entries(HEADERS)) arrival.response.setHeader(name, value);
    },
  };
  return [
    { ...common, ...guarded, prefix: '/admin/api', routes: adminRouteList(office), isClosed: closing },
    { ...common, ...guarded, prefix: '/admin', routes: adminPages(deps), isClosed: () => false },
  ];
}
