// The body of a notice in the form of each kind of target, in the player's language. It says which match and until
// when, and nothing that happened in it.
import { createHmac } from 'node:crypto';
import type { Language } from '../../shared/kernel/game.ts';
import type { Notice, NoticeBody, NoticeSettings, TargetType } from '../../shared/protocol/notices.ts';
import type { Say } from '../process/language.ts';
import type { Outgoing } from './caller.ts';
import type { Address } from './sealing.ts';

export interface Wording {
  readonly sentences: (language: Language) => Say;
  readonly titleOf: (game: string, language: Language) => string;
}

type Readers = Pick<NoticeSettings, 'language' | 'zone'>;
type Written = Pick<NoticeBody, 'title' | 'text'>;

/** One line for each notice. */
export function wordsOf(
  notices: readonly Notice[],
  { sentences, titleOf }: Wording,
  reader: Readers,
): Written {
  const { language, zone } = reader;
  const say = sentences(language);
  const time = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const lines = notices.map(({ kind, game, name, deadline }) => {
    const title = titleOf(game, language);
    const what = kind === 'start-changed' && deadline === null ? 'start-open' : kind;
    const line =
      name === undefined
        ? say(`notice.${what}`, { game: title })
        : say(`notice.${what}-of`, { game: title, name });
    const until = kind.startsWith('start-') ? 'notice.starts' : 'notice.until';
    return deadline === null ? line : `${line} ${say(until, { time: time.format(deadline) })}`;
  });
  if (notices.length === 0) return { title: say('notice.test-title'), text: say('notice.test') };
  const [first] = lines;
  if (lines.length === 1 && first !== undefined) return { title: say('notice.title'), text: first };
  return { title: say('notice.several', { count: String(lines.length) }), text: lines.join('\n') };
}

/** Links lead to the match, or to the first page if there are several. `id`: of a test, which has no notice. */
export function bodyOf(
  notices: readonly Notice[],
  words: Written,
  origin: string,
  at: number,
  id = notices[0]?.id ?? '',
): NoticeBody {
  const matches = new Set(notices.map(({ matchId }) => matchId));
  const [only] = matches.size === 1 ? matches : [];
  const url = `${origin}/${only === undefined ? '' : `table/${only}`}`;
  return {
    format: 'quayside-notice',
    formatVersion: 1,
    id,
    at: Math.round(at),
    ...words,
    url,
    notices: [...notices],
  };
}

/** What one target is to be told. */
export interface Sending {
  readonly address: Address;
  readonly body: NoticeBody;
  readonly now: number;
}

const JSON_TYPE = { 'Content-Type': 'application/json', 'User-Agent': 'Quayside' } as const;

/** The first line bold, in the way of each service; the link alone in the last one. */
const plain = ({ title, text, url }: NoticeBody, bold: (text: string) => string) =>
  `${bold(title)}\n${text}\n${url}`;

const asJson = (url: string, content: object, headers: Readonly<Record<string, string>> = {}): Outgoing => ({
  url,
  headers: { ...JSON_TYPE, ...headers },
  content: JSON.stringify(content),
});

/** Slack reads three characters as its own. */
const forSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The targets that are called at an address of their own, in the clear. */
type HookType = Exclude<TargetType, 'push' | 'mail'>;

const FORMS: Readonly<Record<HookType, (sending: Sending) => Outgoing>> = {
  json: ({ address, body, now }) => {
    const content = JSON.stringify(body);
    const time = Math.floor(now / 1000);
    const signature = createHmac('sha256', address.secret ?? '')
      .update(`${time}.${content}`)
      .digest('hex');
    return {
      url: address.url,
      headers: { ...JSON_TYPE, 'Quayside-Signature': `t=${time},v1=${signature}` },
      content,
    };
  },
  discord: ({ address, body }) =>
    asJson(address.url, { content: plain(body, (text) => `**${text}**`), allowed_mentions: { parse: [] } }),
  slack: ({ address, body }) => asJson(address.url, { text: plain(body, (text) => `*${forSlack(text)}*`) }),
  mattermost: ({ address, body }) => asJson(address.url, { text: plain(body, (text) => `**${text}**`) }),
  ntfy: ({ address, body }) => {
    const url = new URL(address.url);
    const parts = url.pathname.split('/').filter((part) => part !== '');
    const topic = decodeURIComponent(parts.pop() ?? '');
    const root = new URL(`/${parts.join('/')}`, url);
    const token = address.token === undefined ? {} : { Authorization: `Bearer ${address.token}` };
    return asJson(root.href, { topic, title: body.title, message: body.text, click: body.url }, token);
  },
  gotify: ({ address, body }) => {
    const click = { 'client::notification': { click: { url: body.url } } };
    const content = { title: body.title, message: body.text, priority: 5, extras: click };
    const url = new URL(address.url);
    url.pathname = `${url.pathname.replace(/\/(?:message)?$/, '')}/message`;
    return asJson(url.href, content, { 'X-Gotify-Key': address.token ?? '' });
  },
};

export function hookOf(type: HookType, sending: Sending): Outgoing {
  return FORMS[type](sending);
}
