// What a player is told about while away, where to, and in what form.
import { z } from 'zod';
import { seatNumber, timeStamp } from './table.ts';

const NOTICE_KINDS = [
  'your-turn',
  'time-nearly-up',
  'start-near',
  'start-changed',
  'started',
  'over',
  'rematch',
  'seat',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const TARGET_TYPES = [
  'push',
  'json',
  'discord',
  'slack',
  'mattermost',
  'ntfy',
  'gotify',
  'mail',
] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

export const MOST_TARGETS = 10;
const MOST_MUTED = 100;

const matchId = z.string().regex(/^[\w-]{1,64}$/);
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'HH:MM is expected');

/** Names of time zones that this program knows. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const noticeSettings = z
  .strictObject({
    language: z.enum(['en', 'fr']),
    zone: z.string().max(64).refine(isZone, 'a time zone like Europe/Paris is expected'),
    quiet: z
      .nullable(z.strictObject({ from: timeOfDay, to: timeOfDay }))
      .describe('Hours in which nothing is delivered; it is delivered when they end.'),
    off: z.array(z.enum(NOTICE_KINDS)).max(NOTICE_KINDS.length).describe('Kinds that are switched off.'),
    muted: z.array(matchId).max(MOST_MUTED).describe('Matches about which nothing is delivered.'),
  })
  .meta({ id: 'NoticeSettings' });
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const USUAL_NOTICES: NoticeSettings = { language: 'en', zone: 'UTC', quiet: null, off: [], muted: [] };

export const noticeTarget = z
  .strictObject({
    id: z.string(),
    type: z.enum(TARGET_TYPES),
    name: z
      .string()
      .describe('The host, or part of the address. The rest is a secret and is never shown again.'),
    matchId: z.nullable(matchId).describe('It is told of this table alone, and of everybody’s turn there.'),
    createdAt: timeStamp,
    confirmed: z.boolean().describe('An unconfirmed target is told nothing.'),
    lastToldAt: z.nullable(timeStamp),
    failingSince: z.nullable(timeStamp),
    stopped: z.boolean().describe('It failed for a day, and is told nothing more: add it again.'),
  })
  .meta({ id: 'NoticeTarget' });

/** As `PushSubscription.toJSON()` has them, in base64url. */
export const subscriptionKeys = z.strictObject({
  p256dh: z.string().regex(/^[\w-]{87}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
});
export type SubscriptionKeys = z.infer<typeof subscriptionKeys>;

export const noticesOverview = z
  .strictObject({
    settings: noticeSettings,
    targets: z.array(noticeTarget).max(MOST_TARGETS),
    types: z.array(z.enum(TARGET_TYPES)).describe('What this server can reach.'),
    pushKey: z
      .string()
      .describe('For browsers, in base64url: the `applicationServerKey` with which they subscribe.'),
    enabled: z.boolean().describe('Whether this server delivers anything at the moment.'),
  })
  .meta({ id: 'Notices' });
export type Notices = z.infer<typeof noticesOverview>;

export const channelsOfTable = z
  .strictObject({
    channels: z
      .array(z.enum(TARGET_TYPES))
      .max(MOST_TARGETS)
      .describe('Where to, each once; addresses are never shown.'),
  })
  .meta({ id: 'Channels' });

export const addedTarget = z
  .strictObject({
    target: noticeTarget,
    secret: z
      .nullable(z.string())
      .describe(
        'Signs what a target of type `json` receives; renews one of type `push`. Shown only now; null for others, and for one that was there.',
      ),
  })
  .meta({ id: 'AddedTarget' });

export const renewedSubscription = z.strictObject({
  secret: z.string().max(64).describe('From when the target was added.'),
  url: z.string().max(1_024).describe('The `endpoint` of the new subscription.'),
  keys: subscriptionKeys,
});
export type RenewedSubscription = z.infer<typeof renewedSubscription>;

export const triedTarget = z
  .strictObject({
    delivered: z.boolean(),
    status: z.nullable(z.int()).describe('Of its answer; null without one.'),
  })
  .meta({ id: 'TriedTarget' });

/** Plain ones: nothing that mail servers or programs may read in two ways. */
const MAIL_ADDRESS =
  /^(?=.{1,64}@)[\w+=&'~-]+(?:\.[\w+=&'~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,8}[a-z][a-z\d-]{0,61}[a-z\d]$/i;

export const newTarget = z
  .strictObject({
    type: z.enum(TARGET_TYPES),
    url: z
      .string()
      .max(1_024)
      .optional()
      .describe('Of type `push` the `endpoint` of the subscription. The same again is no other target.'),
    token: z.string().max(256).optional().describe('For ntfy (optional) and Gotify.'),
    keys: subscriptionKeys
      .optional()
      .describe('For `push`: `keys` of the subscription, which was made with `pushKey`.'),
    address: z
      .string()
      .max(254)
      .regex(MAIL_ADDRESS, 'a plain address of mail is expected')
      .optional()
      .describe('For `mail`: told nothing until its owner has followed the link in a mail.'),
    matchId: matchId
      .optional()
      .describe(
        'Of a table whose host you are: the target is told whose turn it is there, until the match is over. Not for `push` and `mail`.',
      ),
  })
  .refine(({ type, keys }) => (type === 'push') === (keys !== undefined), {
    path: ['keys'],
    message: 'for targets of type push, and only for these',
  })
  .refine(({ type, url }) => (type === 'mail') === (url === undefined), {
    path: ['url'],
    message: 'for all targets but mail',
  })
  .refine(({ type, address }) => (type === 'mail') === (address !== undefined), {
    path: ['address'],
    message: 'for targets of type mail, and only for these',
  })
  .refine(({ type, matchId: table }) => table === undefined || (type !== 'push' && type !== 'mail'), {
    path: ['matchId'],
    message: 'not for targets of type push and mail',
  });
export type NewTarget = z.infer<typeof newTarget>;

const notice = z
  .strictObject({
    id: z
      .string()
      .describe('The same id may come again if a target did not answer clearly; it is the same notice.'),
    kind: z.enum(NOTICE_KINDS),
    matchId: z.string(),
    game: z.string(),
    seat: z.nullable(seatNumber),
    name: z
      .string()
      .max(200)
      .exactOptional()
      .describe('Of the player whose turn it is; only for a target of a table.'),
    decision: z.nullable(z.int()),
    deadline: z
      .nullable(timeStamp)
      .describe(
        'Of the decision; of the kinds `start-near` and `start-changed`, when the table is to begin.',
      ),
    at: timeStamp.describe('When it happened.'),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof notice>;

/** The body of a hook of type `json`, and what a browser receives, encrypted. */
export const noticeBody = z
  .strictObject({
    format: z.literal('quayside-notice'),
    formatVersion: z.literal(1),
    id: z.string().describe('The id of the first notice, or of a test.'),
    at: timeStamp.describe('When it was sent.'),
    title: z.string(),
    text: z.string(),
    url: z
      .string()
      .describe(
        'The match, or the first page if there are several. Absolute in a hook, only the path in a browser.',
      ),
    notices: z.array(notice).max(20).describe('Empty in a test.'),
  })
  .meta({ id: 'NoticeBody' });
export type NoticeBody = z.infer<typeof noticeBody>;

export const MOST_GROUPED = 20;
