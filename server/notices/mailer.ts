// Sends mails through the host's own mail server.
import type { Transporter } from 'nodemailer';
import { deadline } from '../../rooms/clockwork.ts';
import type { Called } from './caller.ts';
import type { Mail } from './mail.ts';

interface MailerOptions {
  /** Contains the password. */
  readonly url: string;
  /** A bare address. */
  readonly from: string;
}

const TIMEOUT_MS = 10_000;
const NAME = 'Quayside';

export class Mailer {
  readonly #options: MailerOptions;
  #transport: Promise<Pick<Transporter, 'sendMail'>> | undefined;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  /** Never throws. Statuses are those of mail: 250, and from 400 on what is wrong. */
  async send({ id, to, subject, text, html, headers }: Mail): Promise<Called> {
    const { from } = this.#options;
    this.#transport ??= this.#open();
    try {
      const transport = await this.#transport;
      await transport.sendMail({
        // As objects and with an envelope of their own, so that no address is read as anything else.
        from: { name: NAME, address: from },
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
        subject,
        text,
        html,
        headers: Object.entries(headers).map(([key, value]) => ({ key, value: { prepared: true, value } })),
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: deadline(TIMEOUT_MS),
      });
      return { status: 250 };
    } catch (error) {
      // Its message has the address in it.
      const status = (error as { readonly responseCode?: unknown }).responseCode;
      return typeof status === 'number' && status >= 400 ? { status } : { failure: 'unreachable' };
    }
  }

  /** Only hosts with a mail server load it. */
  async #open(): Promise<Pick<Transporter, 'sendMail'>> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: this.#options.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }
}
