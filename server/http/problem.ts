// Refusals over HTTP: RFC 9457 problem documents with a stable code, or a page for people.
import { AtPeer, TableRefusal } from '../../rooms/index.ts';
import { RefusalTexts } from '../../rooms/life/refusal-texts.ts';
import { codeOfUnavailable } from '../../rooms/life/store-error.ts';
import { languageOf } from '../../rooms/people/language.ts';
import type { RateLimiter } from '../../rooms/people/rate-limits.ts';
import type { GameShelf, Log } from '../../rooms/ports.ts';
import { type KernelCode, type Parsed, type Rejection, reject } from '../../shared/kernel/codes.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import { HTTP_CODES, type HttpCode, statusOf } from '../../shared/protocol/status.ts';
import type { Say } from '../process/language.ts';
import { redactUrl } from '../process/log.ts';
import { reasonOf } from '../process/reason.ts';
import type { Arrival } from './arrival.ts';
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

/** Seconds after which to try again: by code, or by what was in the way where that is known. */
const RETRY_SECONDS = {
  'rate-limited': 1,
  'too-many-tables': 60,
  'too-many-lobbies': 60,
  frozen: 10,
  'not-ready': 5,
  'sign-in-away': 10,
  'outcome-unknown': 5,
  'storage-unavailable': 10,
  'server-full': 30,
  'shutting-down': 2,
  'open streams': 10,
  'exports underway': 5,
  'process leaving': 5,
  'pipes full': 5,
  'answer lost': 1,
  'owner gone': 1,
  'storage closed': 1,
  'storage refused': 10,
} as const;

interface ProblemOptions {
  /** For developers: which field is wrong, and how. */
  readonly detail?: string;
  /** What was in the way, if that decides how long to wait. */
  readonly obstacle?: keyof typeof RETRY_SECONDS;
  /** By a limit that knows it. */
  readonly retryAfterSeconds?: number;
  /** Set if a table or its rules refuse: the rule's id, and the game, whose sentence says why. */
  readonly refusal?: { readonly rule: string | null; readonly game: string | undefined };
  /** The rest of the request is not read. */
  readonly closes?: true;
}

/** Why a request is refused; thrown by every step of the entrance and by routes. */
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

  get retryAfterSeconds(): number | undefined {
    const { retryAfterSeconds, obstacle = this.code } = this.options;
    const seconds: Readonly<Record<string, number>> = RETRY_SECONDS;
    return retryAfterSeconds ?? (Object.hasOwn(seconds, obstacle) ? seconds[obstacle] : undefined);
  }
}

/** A refusal of a table or its rules. */
export function refused({ code, rule, detail }: Rejection, game?: string): Problem {
  return new Problem(code, { refusal: { rule, game }, ...(detail === undefined ? {} : { detail }) });
}

/** The value of a table's answer; throws its refusal. */
export function accepted<Value>(answer: Parsed<Value>, game: string): Value {
  if (answer.ok) return answer.value;
  throw refused(answer, game);
}

/** Counts one more, if its limit allows it. */
export function take(limiter: RateLimiter, key: string): void {
  const { ok, retryAfterSeconds } = limiter.take(key);
  if (!ok) throw new Problem('rate-limited', { retryAfterSeconds });
}

/** The problem that an error is for the client; `undefined`: a bug, of which it learns nothing else. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof TableRefusal) return refused(reject(error.refusal, null, error.detail));
  const unavailable = codeOfUnavailable(error);
  if (unavailable !== undefined)
    return new Problem(unavailable as ProblemCode, { obstacle: 'storage refused' });
  // Express itself rejects paths it cannot decode.
  const isUndecodable =
    typeof error === 'object' && error !== null && 'status' in error && error.status === 400;
  return isUndecodable ? new Problem('bad-payload', { detail: 'address' }) : undefined;
}

/** Answers a request with what went wrong. */
export type AnswerError = (
  arrival: Pick<Arrival, 'request' | 'response' | 'elsewhere'> & Partial<Pick<Arrival, 'place'>>,
  error: unknown,
) => void;

interface AnswerDeps {
  readonly sentences: (language: Language) => Say;
  readonly shelf: Pick<GameShelf, 'sentencesOf'>;
  readonly log: Log;
}

export function createAnswers({ sentences, shelf, log }: AnswerDeps): AnswerError {
  const texts = new Map<string | undefined, RefusalTexts>();
  const textsOf = (game: string | undefined) => {
    const known =
      texts.get(game) ?? new RefusalTexts(game === undefined ? undefined : shelf.sentencesOf(game));
    texts.set(game, known);
    return known;
  };
  const tell = ({ request, response, place }: Parameters<AnswerError>[0], problem: Problem) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { code, options, retryAfterSeconds } = problem;
    const { detail, refusal } = options;
    const language = languageOf(request.headers['accept-language']);
    const say = sentences(language);
    const message = refusal && textsOf(refusal.game).ofCode(code, language);
    const told = { code, title: message ?? say(`problem.${code}`), status: statusOf(code), language };
    if (options.closes === true) response.setHeader('Connection', 'close');
    if (retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(Math.max(1, retryAfterSeconds)));
    const isPage = wantsPage(request);
    const body = isPage
      ? problemPage(say, told)
      : JSON.stringify({
          type: `urn:quayside:problem:${code}`,
          title: told.title,
          status: told.status,
          code,
          ...(refusal === undefined ? {} : { rule: refusal.rule, message }),
          ...(detail === undefined ? {} : { detail }),
          // All that the SDK tells its program.
          ...(place?.area.isForSdk === true ? { error: code } : {}),
        });
    response.writeHead(told.status, {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
      'Content-Language': language,
      'Cache-Control': 'no-store',
      'Content-Length': String(Buffer.byteLength(body)),
      Vary: 'Accept, Accept-Language, Origin',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  return (arrival, error) => {
    const { request, elsewhere } = arrival;
    if (error instanceof AtPeer && elsewhere !== undefined) return elsewhere(error.peer);
    const problem = problemOf(error);
    const url = redactUrl(request.originalUrl ?? request.url ?? '');
    if (problem === undefined) log.error({ err: error, url }, 'a request failed');
    else if (problem.options.obstacle === 'storage refused')
      log.error({ reason: reasonOf(error), url }, 'the storage refused a request');
    tell(arrival, problem ?? new Problem('internal-error'));
  };
}
