// In development, pages that load themselves again when a source of the web client has changed.
import { Router } from 'express';
import { clearInterval, setInterval } from '../../rooms/clockwork.ts';
import type { Asset } from '../../web/build/assets.ts';
import { keyOf } from '../../web/build/cache.ts';

const SCRIPT = '/web/reload.js';
const CHANGES = '/web/changes';
const LOOK_MS = 500;
/** How soon a page asks again after a break, such as a restart of the server. */
const RETRY_MS = 500;

/** The page, with a script that waits for changes. */
export function reloadingPage(asset: Asset): Asset {
  if (asset.path !== '/') return asset;
  const { path, type, plain } = asset;
  const page = plain.toString().replace('</head>', `<script src="${SCRIPT}"></script>\n</head>`);
  return { path, type, plain: Buffer.from(page) };
}

export function reloadRoutes(key: () => string = keyOf): Router {
  const router = Router({ caseSensitive: true });
  router.get(SCRIPT, (_request, response) => {
    response
      .set('Cache-Control', 'no-store')
      .type('js')
      .send(`let first;
new EventSource('${CHANGES}').onmessage = ({ data }) => {
  first ??= data;
  if (data !== first) location.reload();
};
`);
  });
  router.get(CHANGES, (_request, response) => {
    response.set('Cache-Control', 'no-store').type('text/event-stream').write(`retry: ${RETRY_MS}\n\n`);
    let told = '';
    const look = () => {
      const now = key();
      response.write(now === told ? ':\n\n' : `data: ${now}\n\n`);
      told = now;
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    response.on('close', () => clearInterval(timer));
  });
  return router;
}
