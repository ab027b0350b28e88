// The page of the parts that boards are made of, in development only: built whenever it is asked for.
import { extname } from 'node:path';
import { Router } from 'express';

const PAGE = '/parts';

export function galleryRoutes(): Router {
  const router = Router();
  let files: ReadonlyMap<string, Buffer> = new Map();
  router.use(async ({ path }, response, next) => {
    // Only where it is needed: bundlers are large.
    if (path === PAGE) files = (await import('../../web/build/gallery.ts')).galleryFiles();
    const found = files.get(path);
    if (found === undefined) return next();
    response
      .set('Cache-Control', 'no-store')
      .type(extname(path) || 'html')
      .send(found);
  });
  return router;
}
