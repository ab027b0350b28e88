// What mails say, in the player's language, as plain text and as simple HTML: nothing that happened in a match, and no
// word that another player has chosen.
import type { Language } from '../../shared/kernel/game.ts';
import type { NoticeBody } from '../../shared/protocol/notices.ts';
import { escaped } from '../process/escaped.ts';
import type { Say } from '../process/language.ts';

export interface Mail {
  /** Of the notice: the same one again is the same mail. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** In whose words, and for which server. */
interface Letterhead {
  readonly say: Say;
  readonly language: Language;
  readonly origin: string;
}

const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' } as const;

interface NoticeMail extends Letterhead {
  readonly to: string;
  readonly body: NoticeBody;
  /** Ends the mails to this address, by one request (RFC 8058). */
  readonly stop: string;
}

export function noticeMail({ to, body, stop, ...head }: NoticeMail): Mail {
  const { say, origin } = head;
  const { title, text, notices, url, id } = body;
  const lines = text.split('\n');
  const [first = title] = lines;
  return {
    id,
    to,
    subject: oneLine(notices.length === 1 ? first : title),
    ...written(head, {
      lines,
      link: { url, label: say(notices.length === 1 ? 'mail.open' : 'mail.home') },
      foot: [
        { text: say('mail.why', { origin }) },
        { text: say('mail.settings'), url: `${origin}/settings` },
        { text: say('mail.stop'), url: stop },
      ],
    }),
    headers: {
      ...AUTOMATIC,
      'List-Unsubscribe': `<${stop}>`,
      // Only such addresses may be asked without a person.
      ...(stop.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
  };
}

interface ConfirmationMail extends Letterhead {
  readonly id: string;
  readonly to: string;
  readonly confirm: string;
}

export function confirmationMail({ id, to, confirm, ...head }: ConfirmationMail): Mail {
  const { say, origin } = head;
  return {
    id,
    to,
    subject: say('mail.confirm-subject'),
    ...written(head, {
      lines: [say('mail.confirm-lead', { origin })],
      link: { url: confirm, label: say('mail.confirm-link') },
      foot: [{ text: say('mail.confirm-foot') }],
    }),
    headers: AUTOMATIC,
  };
}

interface Content {
  readonly lines: readonly string[];
  readonly link: { readonly url: string; readonly label: string };
  readonly foot: readonly { readonly text: string; readonly url?: string }[];
}

function written({ language }: Letterhead, { lines, link, foot }: Content): Pick<Mail, 'text' | 'html'> {
  const plain = foot.map(({ text, url }) => (url === undefined ? text : `${text}\n${url}`));
  const small = foot.map(({ text, url }) =>
    url === undefined ? escaped(text) : `<a href="${escaped(url)}">${escaped(text)}</a>`,
  );
  return {
    text: `${lines.join('\n')}\n\n${link.label}\n${link.url}\n\n-- \n${plain.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<body style="font: 16px/1.5 Georgia, serif">
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>
<p style="font-size: 13px">${small.join('<br>\n')}</p>
</body>
</html>
`,
  };
}

/** For a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);
}
