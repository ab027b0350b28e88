// Colyseus' playground, in development only.
import { playground } from 'colyseus';
import { type RequestHandler, Router } from 'express';

/** It uses inline styles and sockets. */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Shows message forms and room listings to anyone: never outside development. */
export function playgroundRoutes(): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Content-Security-Policy', POLICY).set('Cache-Control', 'no-store');
    next();
  });
  router.use(playground() as RequestHandler);
  return router;
}
