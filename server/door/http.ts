// What answers requests once they are in: routes, pages and probes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { performance } from '../../rooms/clockwork.ts';
import { languageOf } from '../../rooms/people/language.ts';
import { PROTOCOL_VERSION } from '../../shared/protocol/version.ts';
import type { Asset } from '../../web/build/assets.ts';
import { readAssets } from '../../web/build/cache.ts';
import type { ApiDeps } from '../api/index.ts';
import { isFromHere } from '../http/address.ts';
import type { Arrived } from '../http/arrival.ts';
import { answerCall, type CallDeps } from '../http/call-steps.ts';
import { startPage } from '../http/page.ts';
import { type AnswerError, Problem } from '../http/problem.ts';
import { wantsPage } from '../http/reader.ts';
import { sameSecret } from '../process/chance.ts';
import type { Config } from '../process/config.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Readiness } from '../process/readiness.ts';
import { addressesOf } from '../process/terminal.ts';
import { galleryRoutes } from './gallery.ts';
import { playgroundRoutes } from './playground.ts';
import { freshWebRoutes, webRoutes, withoutWorker } from './web.ts';

interface HttpDeps extends CallDeps, Pick<ApiDeps, 'sentences' | 'families' | 'version' | 'log'> {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly answer: AnswerError;
  /** No further clients should be sent here. */
  readonly leaving: () => boolean;
  readonly readiness: Pick<Readiness, 'isReady'>;
  /** The web client; empty where it is switched off. */
  readonly webAssets: readonly Asset[];
}

/** These are polled every few seconds; a flood of requests must not become a flood of work. */
const FRESH_FOR_MS = 1_000;

/** The next steps for a program that knows only the address of the server. */
const LINKS = {
  protocol: PROTOCOL_VERSION,
  api: '/api/v1/',
  openapi: '/api/v1/openapi.json',
  asyncapi: '/api/v1/asyncapi.json',
  games: '/api/v1/games',
};

export function createHttp(deps: HttpDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // One spelling for each path, as in the entrance, which would not check the origin of an action under /ADMIN.
  app.enable('case sensitive routing');
  // Nested objects in a query only cause surprises.
  app.set('query parser', 'simple');
  app.use(async (request: Arrived, response: Response, next) => {
    const { arrival } = request;
    if (arrival?.place.route === undefined) return next();
    await answerCall({ arrival, request: request as Request & Arrived, response }, deps);
  });
  app.use(webClient(deps));
  app.get('/', sendPage(deps));
  // Not with `sendFile`: to it a client that breaks off is an error.
  const style = readFileSync(join(import.meta.dirname, 'style.css'));
  app.get('/style.css', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').type('css').send(style);
  });
  app.get('/health', (_request, response) => {
    const uptimeSeconds = Math.round(process.uptime());
    response.set('Cache-Control', 'no-store').json({ status: 'ok', version: deps.version, uptimeSeconds });
  });
  app.get('/ready', sayReady(deps));
  app.get('/metrics', sendMetrics(deps));
  if (deps.config.mode === 'development') app.use('/playground', playgroundRoutes()).use(galleryRoutes());
  app.use(() => {
    throw new Problem('not-found');
  });
  const answerErrors: ErrorRequestHandler = (error, request: Arrived, response, _next) =>
    deps.answer({ elsewhere: undefined, ...request.arrival, request, response }, error);
  app.use(answerErrors);
  return app;
}

function webClient({ webAssets, config, log }: HttpDeps): RequestHandler {
  if (config.mode !== 'development' || webAssets.length === 0)
    return webRoutes(config.serviceWorker ? webAssets : withoutWorker(webAssets));
  return freshWebRoutes(webAssets, () =>
    readAssets({ begins: () => log.info({}, 'building the web client') }),
  );
}

function sendPage({ sentences, families, config, version }: HttpDeps): RequestHandler {
  return (request, response) => {
    response.set('Cache-Control', 'no-cache').vary('Accept').vary('Accept-Language');
    if (!wantsPage(request)) {
      const network = isFromHere(request) && {
        network: addressesOf(request.socket.localPort ?? config.port, config.host).network,
      };
      const provider = config.oidc === undefined ? null : new URL(config.oidc.issuer).host;
      const signIn = { provider, required: config.demandsSignIn };
      response.json({ name: 'Quayside', version, ...LINKS, signIn, ...network });
      return;
    }
    const language = languageOf(request.headers['accept-language']);
    response
      .set('Content-Language', language)
      .type('html')
      .send(
        startPage(sentences(language), {
          language,
          titles: families.map((family) => family.sentences[language].title),
          development: config.mode === 'development',
        }),
      );
  };
}

function sayReady({ readiness, leaving }: HttpDeps): RequestHandler {
  return async (_request, response) => {
    if (leaving()) throw new Problem('shutting-down', { obstacle: 'process leaving' });
    if (!(await readiness.isReady())) throw new Problem('not-ready', { detail: 'storage' });
    response.set('Cache-Control', 'no-store').json({ status: 'ready' });
  };
}

/** Answers are reused for a second. */
function rarely<Answered>(check: (this: void) => Promise<Answered>): () => Promise<Answered> {
  let latest: { readonly at: number; readonly answer: Promise<Answered> } | undefined;
  const store = () => {
    latest = { at: performance.now(), answer: check() };
    return latest.answer;
  };
  return () =>
    latest !== undefined && performance.now() - latest.at < FRESH_FOR_MS ? latest.answer : store();
}

function sendMetrics({ config, metrics }: HttpDeps): RequestHandler {
  const text = rarely(() => metrics.text());
  return async (request, response) => {
    const { metricsToken } = config;
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isAllowed = metricsToken === undefined ? isFromHere(request) : sameSecret(given, metricsToken);
    if (!isAllowed) {
      response.set('WWW-Authenticate', 'Bearer realm="metrics"');
      throw new Problem('unauthenticated');
    }
    response
      .set('Content-Type', metrics.contentType)
      .set('Cache-Control', 'no-store')
      .send(await text());
  };
}
