// The web client: its pages at every address that they know, and the files that they load.
import { basename } from 'node:path';
import { type RequestHandler, Router } from 'express';
import type { Asset } from '../../web/build/assets.ts';
import { BUILD_FILE, isNamedByContent, WORKER_FILE } from '../../web/build/named.ts';
import { encodingOf } from '../http/encoding.ts';
import { wantsPage } from '../http/reader.ts';
import { sha256 } from '../process/chance.ts';
import { reloadingPage, reloadRoutes } from './reload.ts';

/** The addresses of its screens; `web/lib/screens.ts` reads them. */
const SCREENS = [
  '/',
  '/new/:game',
  '/first-match/:game',
  '/join',
  '/table/:id',
  '/replay/:id',
  '/rules/:game',
  '/rules/:game/:rule',
  '/settings',
  '/sign-in',
];
/** Takes itself and all that was kept out of browsers that still have a worker. */
const LEAVING = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const leave = async () => {
    for (const name of await caches.keys()) if (name.startsWith('quayside-')) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(leave());
});
`;
/** By the path of their asset: where each page stands. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': SCREENS,
  '/verify': ['/verify', '/verify/:match'],
};
/** The page that checks may ask the server that its reader names for a record. */
const ASKING: Readonly<Record<string, string>> = { '/verify': ";connect-src 'self' http: https:" };
const POLICY = 'Content-Security-Policy';
/** Pages that are saved: here they would not be allowed to run. */
const SAVED = /\.html$/;

/**
 * In development the client is built again, when a page is asked for, if its sources have changed; open pages load
 * themselves again then.
 */
export function freshWebRoutes(
  assets: readonly Asset[],
  read: () => Promise<readonly Asset[]>,
): RequestHandler {
  const reloading = reloadRoutes();
  // A worker would answer for the server that is being changed.
  const prepared = (some: readonly Asset[]) => webRoutes(withoutWorker(some).map(reloadingPage));
  let routes = prepared(assets);
  return async (request, response, next) => {
    if (wantsPage(request)) routes = prepared(await read());
    reloading(request, response, () => routes(request, response, next));
  };
}

/** The client where browsers shall keep nothing of it. */
export function withoutWorker(assets: readonly Asset[]): Asset[] {
  return assets.map((asset) => {
    const { path, type, plain } = asset;
    if (path === WORKER_FILE) return { path, type, plain: Buffer.from(LEAVING) };
    if (path !== BUILD_FILE) return asset;
    const { build } = JSON.parse(plain.toString()) as { readonly build: string };
    return { path, type, plain: Buffer.from(JSON.stringify({ build, worker: false })) };
  });
}

export function webRoutes(assets: readonly Asset[]): Router {
  const router = Router({ caseSensitive: true });
  for (const asset of assets) {
    const page = PAGES[asset.path];
    const isPage = page !== undefined;
    const tag = `"${sha256(asset.plain.toString('latin1')).slice(0, 32)}"`;
    const caching =
      isPage || SAVED.test(asset.path)
        ? 'no-cache'
        : `public, ${isNamedByContent(asset.path) ? 'max-age=31536000, immutable' : 'no-cache'}`;
    router.get(page?.slice() ?? asset.path, (request, response, next) => {
      // From screens programs get JSON or nothing. The page that checks is one document, no matter who asks.
      if (page === SCREENS) {
        response.vary('Accept');
        if (!wantsPage(request)) return next();
      }
      const encoding = encodingOf(request);
      const packed = encoding === 'br' ? asset.brotli : encoding && asset.gzip;
      response
        .set({ 'Content-Type': asset.type, 'Cache-Control': caching, ETag: tag })
        .vary('Accept-Encoding');
      const more = ASKING[asset.path];
      if (more !== undefined) response.set(POLICY, `${response.getHeader(POLICY)}${more}`);
      if (SAVED.test(asset.path)) response.attachment(basename(asset.path));
      if (packed !== undefined) response.set('Content-Encoding', encoding);
      response.send(packed ?? asset.plain);
    });
  }
  return router;
}
