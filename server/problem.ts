// Refusals over HTTP: RFC 9457 problem documents with a stable code.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOf } from '../rooms/language.ts';
import type { KernelCode, Rejection } from '../shared/kernel/codes.ts';
import type { Language } from '../shared/kernel/game.ts';
import type { TableCode } from '../shared/protocol/codes.ts';
import type { Say } from './language.ts';

/** Every code there is, and its status. Titles stand in the language files. */
export const PROBLEMS = {
  'bad-json': 400,
  'bad-payload': 400,
  'bad-target': 400,
  'bad-header': 400,
  'name-not-allowed': 400,
  'not-renewable': 403,
  unauthorized: 401,
  'origin-not-allowed': 403,
  'not-found': 404,
  'unknown-match': 404,
  'unknown-game': 404,
  'unknown-language': 404,
  'unknown-rule': 404,
  'method-not-allowed': 405,
  'match-not-finished': 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'unknown-host': 421,
  'rate-limited': 429,
  'internal-error': 500,
  'match-damaged': 500,
  'not-ready': 503,
  'storage-unavailable': 503,
  'shutting-down': 503,
} as const satisfies Readonly<Record<string, number>>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Refusals of tables and rules that are not 409; a game's own codes all are. */
const REFUSALS: Partial<Record<KernelCode | TableCode, number>> = {
  'unknown-command': 400,
  unauthenticated: 401,
  'invitation-required': 403,
  'spectators-not-allowed': 403,
  'not-a-player': 403,
  'not-host': 403,
  'not-seated': 403,
  muted: 403,
  'option-not-allowed': 422,
  'too-many-tables': 429,
  frozen: 503,
  'outcome-unknown': 503,
  'server-full': 503,
};

/** When it is worth trying again. */
const RETRY_SECONDS: Readonly<Record<string, number>> = {
  'rate-limited': 1,
  'too-many-tables': 60,
  frozen: 10,
  'outcome-unknown': 5,
  'storage-unavailable': 10,
  'server-full': 30,
  'shutting-down': 2,
};

/** What a code is answered with. */
export function statusOf(code: string): number {
  const statuses: Readonly<Record<string, number | undefined>> = { ...REFUSALS, ...PROBLEMS };
  return Object.hasOwn(statuses, code) ? (statuses[code] ?? 409) : 409;
}

export interface ProblemOptions {
  /** For authors of clients: which field was wrong and how. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
  /** Set where a table or its rules refuse something: the rule's id, and the reason in the asker's words. */
  readonly refusal?: { readonly rule: string | null; readonly message: string };
}

/** Thrown by routes; the last middleware answers it. */
export class Problem extends Error {
  readonly code: string;
  readonly options: ProblemOptions;
  constructor(code: ProblemCode, options?: ProblemOptions);
  /** A refusal has a code of the tables or of a game. */
  constructor(code: string, options: ProblemOptions & Required<Pick<ProblemOptions, 'refusal'>>);
  constructor(code: string, options: ProblemOptions = {}) {
    super(code);
    this.code = code;
    this.options = options;
  }
}

/** What a table or its rules refuse, with the sentence for the asker. */
export function refused({ code, rule, detail }: Rejection, message: string): Problem {
  const retryAfterSeconds = RETRY_SECONDS[code];
  return new Problem(code, {
    refusal: { rule, message },
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  code: string,
  options?: ProblemOptions,
) => void;

export function createProblems(sentences: (language: Language) => Say): Answer {
  return (request, response, code, options = {}) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const language = languageOf(request.headers['accept-language']);
    const status = statusOf(code);
    const { detail, refusal } = options;
    if (options.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(Math.max(1, options.retryAfterSeconds)));
    }
    const body = JSON.stringify({
      type: `urn:quayside:problem:${code}`,
      title: refusal?.message ?? sentences(language)(`problem.${code}`),
      status,
      code,
      ...(refusal === undefined ? {} : refusal),
      ...(detail === undefined ? {} : { detail }),
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
