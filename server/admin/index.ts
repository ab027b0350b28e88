// The administrators' routes under /admin: pages, and the same as an interface for programs.
import { Router } from 'express';
import type { RoomService } from '../../rooms/index.ts';
import { countAlone } from '../../rooms/people/allowance.ts';
import type { Counting } from '../door/counting.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { adminApi } from './api.ts';
import { adminPages, type PageDeps } from './pages.ts';
import { type Administrators, demandAdministrator } from './users.ts';

/** These pages run no scripts, and their forms lead to this server only. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface AdminDeps extends PageDeps {
  readonly administrators: Administrators;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
  readonly closing: () => boolean;
  readonly rooms: RoomService;
}

export function adminRoutes(deps: AdminDeps): Router {
  const { administrators, limits, counting, closing, office, rooms } = deps;
  const router = Router({ caseSensitive: true });
  router.use(demandAdministrator(administrators, limits, counting.limiter), (_request, response, next) => {
    response
      .set('Content-Security-Policy', POLICY)
      .set('Cache-Control', 'no-store')
      // Lets the guard recognise requests of our own pages.
      .set('Referrer-Policy', 'same-origin');
    next();
  });
  // Administrators have no player's token.
  const perPlayer = countAlone({ name: 'nobody', amount: 1, seconds: 1, maxKeys: 1 });
  const gate = { closing, perPlayer, rooms, identify: () => Promise.resolve(undefined) };
  router.use('/api', adminApi(office, gate));
  router.use(adminPages(deps));
  return router;
}
