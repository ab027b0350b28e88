// Addresses of mail: each is told nothing until its owner has followed a link, and nothing any more after another one.
// Nobody learns from an answer whether an address is known here, or exists.
import type { RateLimiter } from '../../rooms/people/rate-limits.ts';
import type { Log } from '../../rooms/ports.ts';
import type { Language } from '../../shared/kernel/game.ts';
import { LONG_ID } from '../process/chance.ts';
import type { Say } from '../process/language.ts';
import type { Outbox, StoredTarget } from '../store/outbox.ts';
import { confirmationMail } from './mail.ts';
import type { MailLinks, MailPurpose } from './mail-links.ts';
import type { Mailer } from './mailer.ts';
import type { ReachablePlayers } from './reach.ts';
import { mailAddressIn, type Sealing } from './sealing.ts';

interface MailDeskContext {
  readonly outbox: Outbox;
  readonly reach: ReachablePlayers;
  readonly sealing: Sealing;
  readonly links: MailLinks;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly sentences: (language: Language) => Say;
  /** Questions to one address, and to all. */
  readonly limits: { readonly ofOne: RateLimiter; readonly ofAll: RateLimiter };
  readonly origin: string;
  readonly now: () => number;
  readonly newId: (length: number) => string;
  readonly log: Log;
}

/** An address that is not confirmed by then is forgotten. */
const CONFIRM_MS = 24 * 60 * 60_000;

export class MailDesk {
  readonly #context: MailDeskContext;

  constructor(context: MailDeskContext) {
    this.#context = context;
  }

  /** Asks the owner of the address. Returns at once: how long a mail takes says something about the address. */
  ask({ target_id: targetId, sealed }: StoredTarget, language: Language): void {
    const { sealing, links, limits, mailer, sentences, origin, newId, log } = this.#context;
    const to = mailAddressIn(sealing.open(targetId, sealed));
    if (to === undefined) return;
    // Who adds addresses of other people must not fill their mailboxes.
    if (!limits.ofOne.take(sealing.markOf(to.toLowerCase())).ok || !limits.ofAll.take('all').ok) {
      log.warn({}, 'an address was not asked: too many questions');
      return;
    }
    const confirm = links.to('confirm', targetId);
    const say = sentences(language);
    void mailer
      .send(confirmationMail({ id: newId(LONG_ID), to, confirm, say, language, origin }))
      .then((called) => {
        const why = 'status' in called ? called.status : called.failure;
        if (why !== 250) log.warn({ why }, 'an address was not asked');
      });
  }

  /** What such a link is about; `undefined`: nothing any more. */
  async find(purpose: MailPurpose, token: string): Promise<StoredTarget | undefined> {
    const { outbox, links, now } = this.#context;
    const targetId = links.read(purpose, token);
    if (targetId === undefined) return undefined;
    const [target] = await outbox.readOutbox('target', targetId);
    const isLate = target?.confirmed_at === null && target.created_at < now() - CONFIRM_MS;
    return isLate ? undefined : target;
  }

  /** What was confirmed; `undefined`: the link is no longer valid. */
  async confirm(token: string): Promise<StoredTarget | undefined> {
    const { outbox, reach, now } = this.#context;
    const target = await this.find('confirm', token);
    if (target === undefined || target.confirmed_at !== null) return target;
    await outbox.writeOutbox('confirmTarget', target.target_id, Math.round(now()));
    await reach.refresh();
    return target;
  }

  /** False: it is no link of ours. A person who has stopped them before has stopped them. */
  async stop(token: string): Promise<boolean> {
    const { outbox, links, reach, now } = this.#context;
    const target = await this.find('stop', token);
    if (target === undefined) return links.read('stop', token) !== undefined;
    await outbox.writeOutbox('removeTarget', target.player, target.target_id, Math.round(now()));
    await reach.refresh();
    return true;
  }
}
