// Refusals over HTTP: RFC 9457 problem documents with a stable code, or a page for people.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOf } from '../../rooms/people/language.ts';
import type { KernelCode, Rejection } from '../../shared/kernel/codes.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import { HTTP_CODES, type HttpCode, statusOf } from '../../shared/protocol/status.ts';
import type { Say } from './language.ts';
import { problemPage } from './page.ts';
import { wantsPage } from './reader.ts';

/** Refusal codes of the server itself, sent before or without a table's own. Titles are in the language files. */
export const PROBLEMS = [
  ...HTTP_CODES,
  'bad-payload',
  'unauthenticated',
  'unknown-match',
  'unknown-game',
  'unknown-edition',
  'not-finished',
  'too-large',
  'rate-limited',
  'internal-error',
  'match-damaged',
  'outcome-unknown',
  'server-full',
  'storage-unavailable',
  'shutting-down',
] as const satisfies readonly (KernelCode | TableCode | HttpCode)[];

export type ProblemCode = (typeof PROBLEMS)[number];

/** When to retry. */
const RETRY_SECONDS: Readonly<Record<string, number>> = {
  'rate-limited': 1,
  'too-many-tables': 60,
  'too-many-lobbies': 60,
  frozen: 10,
  'outcome-unknown': 5,
  'storage-unavailable': 10,
  'server-full': 30,
  'shutting-down': 2,
};

export interface ProblemOptions {
  /** For developers: which field is wrong, and how. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
  /** Set if a table or its rules refuse: the rule's id, and the reason in the client's language. */
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

/** A refusal of a table or its rules, with its sentence. */
export function refused({ code, rule, detail }: Rejection, message: string): Problem {
  const retryAfterSeconds = RETRY_SECONDS[code];
  return new Problem(code, {
    refusal: { rule, message },
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** Answers a request with a refusal. */
export type TellProblem = (
  request: IncomingMessage,
  response: ServerResponse,
  code: string,
  options?: ProblemOptions,
) => void;

export function createProblems(sentences: (language: Language) => Say): TellProblem {
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
    const say = sentences(language);
    const title = refusal?.message ?? say(`problem.${code}`);
    const isPage = wantsPage(request);
    const body = isPage
      ? problemPage(say, { language, title, status, code })
      : JSON.stringify({
          type: `urn:quayside:problem:${code}`,
          title,
          status,
          code,
          ...(refusal === undefined ? {} : refusal),
          ...(detail === undefined ? {} : { detail }),
        });
    response.writeHead(status, {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
      'Content-Language': language,
      'Cache-Control': 'no-store',
      'Content-Length': String(Buffer.byteLength(body)),
      Vary: 'Accept, Accept-Language, Origin',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
