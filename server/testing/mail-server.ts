// A mail server on this machine: keeps what it gets, decoded.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** As the sender's server has said, apart from what the mail says. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** As it came. */
  readonly raw: string;
  /** By lower-case name, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** What it answers to a whole mail. */
  answer: number;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        if (mail.answer === 250) received.push({ envelope: { from, to }, ...readMail(Buffer.concat(parts)) });
        done(mail.answer === 250 ? null : Object.assign(new Error('refused'), { responseCode: mail.answer }));
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answer: 250,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}

/** Of two parts, as ours are. */
function readMail(bytes: Buffer): Omit<ReceivedMail, 'envelope'> {
  const raw = bytes.toString();
  const { headers, body } = partIn(raw);
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? [];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partIn(part.replace(/^\r\n/, '')));
  const of = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    return part === undefined ? '' : decoded(part).replaceAll('\r\n', '\n');
  };
  return { raw, headers, text: of('text/plain'), html: of('text/html') };
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function partIn(text: string): Part {
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replace(/\r\n[\t ]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), wordsIn(line.slice(at + 1).trim())];
    }),
  );
  return { headers, body: text.slice(end + 4).replace(/\r\n$/, '') };
}

function decoded({ headers, body }: Part): string {
  const coding = headers.get('content-transfer-encoding');
  if (coding === 'base64') return Buffer.from(body, 'base64').toString();
  return coding === 'quoted-printable' ? unquoted(body.replaceAll('=\r\n', '')) : body;
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([\dA-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/** Encoded words of a header. */
function wordsIn(text: string): string {
  return text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_all, coding: string, word: string) =>
      coding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : unquoted(word.replaceAll('_', ' ')),
    );
}
