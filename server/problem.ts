// Refusals over HTTP: RFC 9457 problem documents with a stable code.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '../shared/kernel/game.ts';
import { languageOf, type Say } from './language.ts';

/** Every code there is, and its status. Titles stand in the language files. */
export const PROBLEMS = {
  'bad-json': 400,
  'bad-payload': 400,
  'name-not-allowed': 400,
  unauthorized: 401,
  'origin-not-allowed': 403,
  'not-found': 404,
  'unknown-match': 404,
  'method-not-allowed': 405,
  'match-not-finished': 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  'internal-error': 500,
  'not-ready': 503,
  'shutting-down': 503,
} as const satisfies Readonly<Record<string, number>>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface ProblemOptions {
  /** For authors of clients: which field was wrong and how. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
}

/** Thrown by routes; the last middleware answers it. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly options: ProblemOptions;
  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code);
    this.code = code;
    this.options = options;
  }
}

export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  code: ProblemCode,
  options?: ProblemOptions,
) => void;

export function createProblems(sentences: (language: Language) => Say): Answer {
  return (request, response, code, options = {}) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const language = languageOf(request.headers['accept-language']);
    const status = PROBLEMS[code];
    if (options.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(Math.max(1, options.retryAfterSeconds)));
    }
    const body = JSON.stringify({
      type: `urn:quayside:problem:${code}`,
      title: sentences(language)(`problem.${code}`),
      status,
      code,
      ...(options.detail === undefined ? {} : { detail: options.detail }),
    });
    response.writeHead(status, {
      'Content-Type': 'application/problem+json',
      'Content-Language': language,
      'Cache-Control': 'no-store',
      'Content-Length': String(Buffer.byteLength(body)),
      Vary: 'Accept-Language, Origin',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
