// The operator's monitor, behind a password; the playground, in development only.
import { matchMaker, monitor, playground } from 'colyseus';
import { type RequestHandler, Router } from 'express';
import { RateLimiter } from '../rooms/allowance.ts';
import { keyOf } from './address.ts';
import { sameSecret } from './chance.ts';
import { askedHost } from './hosts.ts';
import type { ProcessLimits } from './limits.ts';
import { Problem } from './problem.ts';

/** The panels use inline styles and, the playground, sockets. */
const PANEL_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the monitor may call on a room. Never: change its state, send in its name. */
const ALLOWED_CALLS: ReadonlySet<unknown> = new Set(['disconnect', '_forceClientDisconnect']);

const panelPolicy: RequestHandler = (_request, response, next) => {
  response
    .set('Content-Security-Policy', PANEL_POLICY)
    .set('Cache-Control', 'no-store')
    // The panel's own requests are recognised by `fromPanel`.
    .set('Referrer-Policy', 'same-origin');
  next();
};

export function monitorRoutes(password: string, limits: ProcessLimits, proxies: number): Router {
  const router = Router();
  router.use(basicAuth(password, limits), panelPolicy);
  router.get('/api/room', inspectWithoutState);
  router.get('/api/room/call', fromPanel(proxies), callFewMethods);
  router.use(monitor() as RequestHandler);
  return router;
}

/** Shows message forms and room listings to anyone: never outside development. */
export function playgroundRoutes(): Router {
  const router = Router();
  router.use(panelPolicy);
  router.use(playground() as RequestHandler);
  return router;
}

function basicAuth(password: string, limits: ProcessLimits): RequestHandler {
  const failures = new RateLimiter({
    amount: limits.adminTriesPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  return (request, response, next) => {
    const key = keyOf(request);
    const allowance = failures.peek(key);
    if (!allowance.ok) throw new Problem('rate-limited', allowance);
    const { authorization } = request.headers;
    const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
    const given = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
    if (sameSecret(given, `admin:${password}`)) return next();
    if (authorization !== undefined) failures.take(key);
    response.set('WWW-Authenticate', 'Basic realm="Quayside", charset="UTF-8"');
    throw new Problem('unauthenticated');
  };
}

/** A room without its state, which holds every seat's hand: an operator may be a player too. */
const inspectWithoutState: RequestHandler = (request, response) => {
  const { roomId } = request.query;
  const room = typeof roomId === 'string' ? matchMaker.getLocalRoomById(roomId) : undefined;
  if (room === undefined) throw new Problem('not-found');
  response.json({
    roomId: room.roomId,
    maxClients: room.maxClients,
    metadata: room.metadata,
    locked: room.locked,
    clients: room.clients.map((client) => ({ sessionId: client.sessionId, elapsedTime: 0 })),
    state: {},
    stateSize: 0,
  });
};

/** The monitor lets its page call any method of a room. */
const callFewMethods: RequestHandler = (request, _response, next) => {
  if (!ALLOWED_CALLS.has(request.query['method'])) throw new Problem('not-found');
  next();
};

/**
 * It does so by GET, which an image on a foreign page could do too, with the password that the browser remembers.
 * So such a request must prove that it comes from the panel. Over plain HTTP browsers send no
 * Sec-Fetch-Site, but the panel's page makes them send a Referer, which no page can forge.
 */
function fromPanel(proxies: number): RequestHandler {
  return (request, _response, next) => {
    const { origin, referer } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const own = askedHost(request, proxies);
    const claims = [origin, referer].filter((claim) => claim !== undefined);
    const isOwn = (claim: string) => URL.canParse(claim) && new URL(claim).host === own;
    const isProven = site === undefined ? claims.length > 0 : site === 'same-origin';
    if (!isProven || !claims.every(isOwn)) throw new Problem('origin-not-allowed');
    next();
  };
}
