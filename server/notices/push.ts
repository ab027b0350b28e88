// A notice for a browser, through its maker's push service (RFC 8030).
import { createHmac } from 'node:crypto';
import type { NoticeBody } from '../../shared/protocol/notices.ts';
import type { Sending } from './bodies.ts';
import type { Outgoing } from './caller.ts';
import { encryptedFor } from './encryption.ts';
import type { Vapid } from './vapid.ts';

/** Services accept 4,096 bytes, encrypted. */
const MOST_BYTES = 3_000;
const MOST_LETTERS = 1_000;
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;
/** Services keep nothing longer than four weeks. */
const LONGEST_SECONDS = 28 * DAY_SECONDS;
const SOON_SECONDS = 60 * MINUTE_SECONDS;
/** The longest that services accept. */
const TOPIC_LETTERS = 32;

export function pushed({ address, body, now, vapid }: Sending & { readonly vapid: Vapid }): Outgoing {
  const { url, origin, keys } = address;
  if (keys === undefined) throw new Error('a browser without keys');
  return {
    url,
    headers: {
      Authorization: vapid.authorization(url, origin, now),
      'Content-Type': 'application/octet-stream',
      'Content-Encoding': 'aes128gcm',
      TTL: String(secondsToLive(body, now)),
      Urgency: isUrgent(body, now) ? 'high' : 'normal',
      Topic: topicOf(body, keys.auth),
    },
    content: encryptedFor(keys, Buffer.from(contentOf(body))),
  };
}

/** What the worker shows, and as many of the notices as there is room for. */
function contentOf(body: NoticeBody): string {
  const { pathname: url } = new URL(body.url);
  const text = body.text.length > MOST_LETTERS ? `${body.text.slice(0, MOST_LETTERS - 1)}…` : body.text;
  for (let { notices } = body; ; notices = notices.slice(0, -1)) {
    const content = JSON.stringify({ ...body, url, text, notices });
    if (Buffer.byteLength(content) <= MOST_BYTES || notices.length === 0) return content;
  }
}

/** A browser that is off until then need not hear of it any more. */
function secondsToLive({ notices }: NoticeBody, now: number): number {
  const seconds = notices.map(({ deadline }) =>
    deadline === null ? DAY_SECONDS : Math.floor((deadline - now) / 1000),
  );
  return Math.min(LONGEST_SECONDS, Math.max(MINUTE_SECONDS, ...seconds));
}

/** It wakes a phone that saves its battery. */
function isUrgent({ notices }: NoticeBody, now: number): boolean {
  return (
    notices.length === 0 ||
    notices.some(
      ({ kind, deadline }) =>
        kind === 'time-nearly-up' || (deadline !== null && deadline - now < SOON_SECONDS * 1000),
    )
  );
}

/**
 * Of what waits at the service, the newest of each match is enough, and the same one again is one. The service must not
 * learn from it who plays the same match.
 */
function topicOf({ id, url, notices }: NoticeBody, secret: string): string {
  const isOneMatch = new Set(notices.map(({ matchId }) => matchId)).size === 1;
  return createHmac('sha256', secret)
    .update(isOneMatch ? url : id)
    .digest('base64url')
    .slice(0, TOPIC_LETTERS);
}
