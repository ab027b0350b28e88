// The security headers of every answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

const secure = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // A café serves plain HTTP on its own network; HTTPS and HSTS are the proxy's job.
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  xFrameOptions: { action: 'deny' },
  originAgentCluster: false,
});

export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  // Helmet's middleware is synchronous: it only sets headers.
  secure(request, response, () => {});
}
