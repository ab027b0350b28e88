// The web client: its page at every address that the client knows, and the files that the page loads.
import { type RequestHandler, Router } from 'express';
import type { Asset } from '../../web/build/assets.ts';
import { encodingOf } from '../http/encoding.ts';
import { wantsPage } from '../http/reader.ts';
import { sha256 } from '../process/chance.ts';
import { reloadingPage, reloadRoutes } from './reload.ts';

/** The addresses of its screens; `web/lib/router.ts` reads them. */
const SCREENS = [
  '/',
  '/new/:game',
  '/join',
  '/table/:id',
  '/replay/:id',
  '/rules/:game',
  '/rules/:game/:rule',
  '/settings',
];
/** Their names change with their content. */
const NAMED_BY_CONTENT = /-[A-Z0-9]{8}\.\w+$/;

/**
 * In development the client is built again, when a page is asked for, if its sources have changed; open pages load
 * themselves again then.
 */
export function freshWebRoutes(
  assets: readonly Asset[],
  read: () => Promise<readonly Asset[]>,
): RequestHandler {
  const reloading = reloadRoutes();
  let routes = webRoutes(assets.map(reloadingPage));
  return async (request, response, next) => {
    if (wantsPage(request)) routes = webRoutes((await read()).map(reloadingPage));
    reloading(request, response, () => routes(request, response, next));
  };
}

export function webRoutes(assets: readonly Asset[]): Router {
  const router = Router({ caseSensitive: true });
  for (const asset of assets) {
    const isPage = asset.path === '/';
    const tag = `"${sha256(asset.plain.toString('latin1')).slice(0, 32)}"`;
    const caching = isPage
      ? 'no-cache'
      : `public, ${NAMED_BY_CONTENT.test(asset.path) ? 'max-age=31536000, immutable' : 'no-cache'}`;
    router.get(isPage ? SCREENS : asset.path, (request, response, next) => {
      // Programs get JSON from `/`, and nothing elsewhere.
      if (isPage) response.vary('Accept');
      if (isPage && !wantsPage(request)) return next();
      const encoding = encodingOf(request);
      const packed = encoding === 'br' ? asset.brotli : encoding && asset.gzip;
      response
        .set({ 'Content-Type': asset.type, 'Cache-Control': caching, ETag: tag })
        .vary('Accept-Encoding');
      if (packed !== undefined) response.set('Content-Encoding', encoding);
      response.send(packed ?? asset.plain);
    });
  }
  return router;
}
