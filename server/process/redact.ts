// Keeps secrets out of the log.

const SECRET_KEYS = new Set(
  [
    'authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'token',
    '_authToken',
    'authToken',
    'accessToken',
    'reconnectionToken',
    'sessionId',
    'seed',
    'password',
    'secret',
    'key',
    'invitation',
    'invitationCode',
    'inviteCode',
    'command',
    'payload',
    'hand',
    'adminPassword',
    'administrators',
    'metricsToken',
  ].map((key) => key.toLowerCase()),
);

/** In a query also `code`, which elsewhere is the name of an error. */
const SECRET_QUERY =
  /([?&;](?:_?auth_?token|token|access_token|reconnectionToken|sessionId|invitation(?:Code)?|inviteCode|code|seed|password|key)=)[^&#\s"']*/gi;
/** What a link in a mail allows. */
const MAIL_LINK = /(\/mail\/\w+\/)[\w.%-]+/g;
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const JWT = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
/** A seed: 32 hexadecimal digits, and nothing longer (hashes and commitments may be logged). */
const SEED = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi;

const HIDDEN = '[hidden]';
const DEPTH = 6;
const WIDTH = 100;
const TEXT = 2_000;

/** A URL as it may be logged. */
export function redactUrl(url: string): string {
  return redactText(url);
}

export function redactText(text: string): string {
  const cut = text.length > TEXT ? `${text.slice(0, TEXT)}…` : text;
  return cut
    .replace(SECRET_QUERY, `$1${HIDDEN}`)
    .replace(MAIL_LINK, `$1${HIDDEN}`)
    .replace(BEARER, `$1 ${HIDDEN}`)
    .replace(JWT, HIDDEN)
    .replace(SEED, HIDDEN);
}

/** A bounded copy without secrets; safe on cyclic and exotic values. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return redactText(String(value));
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '[deep]';
  if (isError(value)) return redactError(value, depth);
  if (Array.isArray(value)) return value.slice(0, WIDTH).map((item) => redact(item, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value).slice(0, WIDTH)) {
    copy[key] = SECRET_KEYS.has(key.toLowerCase()) ? HIDDEN : redact(inner, depth + 1);
  }
  return copy;
}

function isError(value: object): value is Error {
  return 'stack' in value && 'message' in value;
}

function redactError(error: Error, depth: number): object {
  const described: Record<string, unknown> = {
    name: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
  };
  if ('code' in error) described['code'] = redact(error.code, depth + 1);
  if (error.cause !== undefined) described['cause'] = redact(error.cause, depth + 1);
  return described;
}
