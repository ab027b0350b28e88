// Tells one target something, in the way of its type.
import type { Notice, NoticeSettings } from '../../shared/protocol/notices.ts';
import { LONG_ID } from '../process/chance.ts';
import type { StoredTarget } from '../store/outbox.ts';
import { bodyOf, hookOf, type Sending, type Wording, wordsOf } from './bodies.ts';
import type { Called, Caller } from './caller.ts';
import { noticeMail } from './mail.ts';
import type { MailLinks } from './mail-links.ts';
import type { Mailer } from './mailer.ts';
import { pushed } from './push.ts';
import { mailAddressIn, type Sealing } from './sealing.ts';
import type { Vapid } from './vapid.ts';

interface TellerContext {
  readonly caller: Pick<Caller, 'call'>;
  readonly sealing: Sealing;
  readonly vapid: Vapid;
  /** `undefined`: the host has no mail server. */
  readonly mail: { readonly mailer: Pick<Mailer, 'send'>; readonly links: MailLinks } | undefined;
  readonly wording: Wording;
  readonly now: () => number;
  readonly newId: (length: number) => string;
}

export class Teller {
  readonly #context: TellerContext;

  constructor(context: TellerContext) {
    this.#context = context;
  }

  /** Without notices, a test. Never throws for what a target does. */
  async tell(
    { target_id: targetId, type, sealed }: Pick<StoredTarget, 'target_id' | 'type' | 'sealed'>,
    notices: readonly Notice[],
    settings: NoticeSettings,
  ): Promise<Called> {
    const { caller, sealing, vapid, wording, now, newId } = this.#context;
    const address = sealing.open(targetId, sealed);
    if (address === undefined) return { failure: 'refused' };
    const at = now();
    const id = notices[0]?.id ?? newId(LONG_ID);
    const body = bodyOf(notices, wordsOf(notices, wording, settings), address.origin, at, id);
    const sending = { address, body, now: at };
    if (type === 'mail') return await this.#write(targetId, sending, settings);
    return await caller.call(type === 'push' ? pushed({ ...sending, vapid }) : hookOf(type, sending));
  }

  async #write(
    targetId: string,
    { address, body }: Sending,
    { language }: Pick<NoticeSettings, 'language'>,
  ): Promise<Called> {
    const { mail, wording } = this.#context;
    const to = mailAddressIn(address);
    if (mail === undefined || to === undefined) return { failure: 'refused' };
    const { origin } = address;
    const stop = mail.links.to('stop', targetId);
    return await mail.mailer.send(
      noticeMail({ to, body, stop, origin, language, say: wording.sentences(language) }),
    );
  }
}
