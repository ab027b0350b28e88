// A player's settings and targets: kept, shown without their secrets, tried, and forgotten.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { randomBytes } from '../../rooms/clockwork.ts';
import type { MatchStore } from '../../rooms/life/match-store.ts';
import { hooksOf, matchOfHooks } from '../../rooms/life/notices.ts';
import type { Language } from '../../shared/kernel/game.ts';
import {
  MOST_TARGETS,
  type NewTarget,
  type NoticeSettings,
  type noticeTarget,
  type RenewedSubscription,
  TARGET_TYPES,
  type TargetType,
  USUAL_NOTICES,
} from '../../shared/protocol/notices.ts';
import { LONG_ID, newId, sameSecret } from '../process/chance.ts';
import type { Outbox, StoredTarget } from '../store/outbox.ts';
import { type Called, callable } from './caller.ts';
import { settingsOf } from './courier.ts';
import { areUsable } from './encryption.ts';
import type { MailDesk } from './mail-desk.ts';
import type { ReachablePlayers } from './reach.ts';
import { type Address, mailAddressIn, mailUrlOf, type Sealing } from './sealing.ts';
import type { Teller } from './teller.ts';

type Target = z.infer<typeof noticeTarget>;

interface NoticeOfficeContext {
  readonly outbox: Outbox;
  readonly matches: Pick<MatchStore, 'load'>;
  readonly reach: ReachablePlayers;
  readonly teller: Teller;
  /** `undefined`: the host has no mail server. */
  readonly desk: MailDesk | undefined;
  readonly sealing: Sealing;
  /** With which browsers ask for a subscription. */
  readonly pushKey: string;
  readonly isPrivateAllowed: boolean;
  /** Where links lead; `undefined`: where each player has found the server. */
  readonly origin: string | undefined;
  readonly isOn: () => boolean;
  /** Players who may have targets. */
  readonly mostPeople: number;
  readonly now: () => number;
}

interface Asker {
  readonly found: string;
  readonly language: Language;
}

interface AddedTarget {
  readonly target: Target;
  /** Signs the bodies, or renews a subscription. */
  readonly secret: string | null;
}

type NewTargetRefusal = 'target-refused' | 'too-many-targets' | 'unknown-match' | 'not-host';

const SECRET_BYTES = 24;

export class NoticeOffice {
  readonly #context: NoticeOfficeContext;

  constructor(context: NoticeOfficeContext) {
    this.#context = context;
  }

  get isOn(): boolean {
    return this.#context.isOn();
  }

  /** What this server can reach. */
  get types(): readonly TargetType[] {
    return TARGET_TYPES.filter((type) => type !== 'mail' || this.#context.desk !== undefined);
  }

  get pushKey(): string {
    return this.#context.pushKey;
  }

  async settings(player: string): Promise<NoticeSettings> {
    const [found] = await this.#context.outbox.readOutbox('person', player);
    return settingsOf(found ?? { settings_json: null });
  }

  async keep(player: string, settings: NoticeSettings): Promise<void> {
    const { outbox, now } = this.#context;
    await outbox.writeOutbox('keepPerson', player, JSON.stringify(settings), now());
  }

  async targets(player: string): Promise<Target[]> {
    return (await this.#context.outbox.readOutbox('targets', player)).map(targetOf);
  }

  /** What the host of a table has told of it, with names. */
  async channels(matchId: string, host: string): Promise<TargetType[]> {
    const targets = await this.#context.outbox.readOutbox('targets', hooksOf(matchId));
    const told = targets.filter(({ owner, stopped_at: stopped }) => owner === host && stopped === null);
    return this.isOn ? [...new Set(told.map(({ type }) => type))] : [];
  }

  /** `found`: where the player has found the server; `language`: in which to write to a new address. */
  async add(
    player: string,
    wish: NewTarget,
    { found, language }: Asker,
  ): Promise<AddedTarget | NewTargetRefusal> {
    const { outbox, reach, mostPeople } = this.#context;
    const { type, matchId } = wish;
    const refusal = matchId === undefined ? undefined : await this.#refusalAt(matchId, player);
    if (refusal !== undefined) return refusal;
    const address = this.#newAddress(wish, found);
    if (address === undefined) return 'target-refused';
    const known = await outbox.readOutbox('targets', player);
    // Pages send theirs again and again, and people ask for another link.
    const isOne = type === 'push' || type === 'mail';
    const same = isOne ? known.find((one) => this.#addressOf(one)?.url === address.url) : undefined;
    if (same?.stopped_at === null && isSame(this.#addressOf(same), address)) {
      if (same.confirmed_at === null) await this.#ask(same, language);
      return { target: targetOf(same), secret: null };
    }
    if (same !== undefined) await this.remove(player, same.target_id);
    const told = matchId === undefined ? player : hooksOf(matchId);
    const isCrowded = !reach.has(told) && reach.size >= mostPeople;
    if (isCrowded || known.filter((one) => one !== same).length >= MOST_TARGETS) return 'too-many-targets';
    const whose = { player: told, owner: told === player ? null : player };
    const target = this.#newTarget(whose, type, address);
    if (told !== player) await this.keep(told, { ...USUAL_NOTICES, ...(await this.#mannerOf(player)) });
    await outbox.writeOutbox('addTarget', target);
    await reach.refresh();
    if (target.confirmed_at === null) await this.#ask(target, language);
    return { target: targetOf(target), secret: address.secret ?? null };
  }

  /** Those of a table are its host's. */
  async #refusalAt(matchId: string, player: string): Promise<'unknown-match' | 'not-host' | undefined> {
    const match = await this.#context.matches.load(matchId);
    if (match === undefined) return 'unknown-match';
    return match.table.host === player ? undefined : 'not-host';
  }

  async #mannerOf(player: string): Promise<Pick<NoticeSettings, 'language' | 'zone'>> {
    const { language, zone } = await this.settings(player);
    return { language, zone };
  }

  /** `undefined`: nothing can be sent there. */
  #newAddress({ type, url = '', token, keys, address }: NewTarget, found: string): Address | undefined {
    const { isPrivateAllowed, desk } = this.#context;
    const origin = this.#context.origin ?? found;
    if (address !== undefined) return desk && { url: mailUrlOf(address), origin };
    const { href } = callable(url, isPrivateAllowed) ?? {};
    if (href === undefined || (keys !== undefined && !areUsable(keys))) return undefined;
    return {
      url: href,
      origin,
      ...(token === undefined ? {} : { token }),
      ...(type === 'json' || type === 'push'
        ? { secret: randomBytes(SECRET_BYTES).toString('base64url') }
        : {}),
      ...(keys === undefined ? {} : { keys }),
    };
  }

  #newTarget(
    whose: Pick<StoredTarget, 'player' | 'owner'>,
    type: TargetType,
    address: Address,
  ): StoredTarget {
    const { sealing, now } = this.#context;
    const id = newId(LONG_ID);
    const at = Math.round(now());
    return {
      target_id: id,
      ...whose,
      type,
      sealed: sealing.seal(id, address),
      name: nameOf(address),
      created_at: at,
      confirmed_at: type === 'mail' ? null : at,
      told_at: null,
      failing_since: null,
      failures: 0,
      next_try_at: 0,
      stopped_at: null,
    };
  }

  #addressOf({ target_id: id, sealed }: StoredTarget): Address | undefined {
    return this.#context.sealing.open(id, sealed);
  }

  /** By the worker of a browser, which knows the secret and nothing of its player; otherwise why not. */
  async renew(
    targetId: string,
    { secret, url, keys }: RenewedSubscription,
  ): Promise<'unknown-target' | 'target-refused' | undefined> {
    const { outbox, reach, sealing, isPrivateAllowed, now } = this.#context;
    const [known] = await outbox.readOutbox('target', targetId);
    const before = known?.type === 'push' ? this.#addressOf(known) : undefined;
    if (known === undefined || before?.secret === undefined || !sameSecret(secret, before.secret))
      return 'unknown-target';
    const { href } = callable(url, isPrivateAllowed) ?? {};
    if (href === undefined || !areUsable(keys)) return 'target-refused';
    const address = { ...before, url: href, keys };
    const sealed = sealing.seal(targetId, address);
    await outbox.writeOutbox('renewTarget', { ...known, sealed, name: nameOf(address) }, Math.round(now()));
    await reach.refresh();
    return undefined;
  }

  /** Whether there was one. */
  async remove(player: string, targetId: string): Promise<boolean> {
    const { outbox, reach, now } = this.#context;
    const known = await outbox.readOutbox('targets', player);
    const target = known.find(({ target_id }) => target_id === targetId);
    if (target === undefined) return false;
    await outbox.writeOutbox('removeTarget', target.player, targetId, Math.round(now()));
    await reach.refresh();
    return true;
  }

  /** Sends a test at once, or asks the owner of an address again; `undefined`: there is no such target. */
  async test(player: string, targetId: string, language: Language): Promise<Called | undefined> {
    const { outbox, teller } = this.#context;
    const known = await outbox.readOutbox('targets', player);
    const target = known.find(({ target_id }) => target_id === targetId);
    if (target === undefined) return undefined;
    if (target.confirmed_at === null) await this.#ask(target, language);
    else if (!(await this.#isStopped()))
      return await teller.tell(target, [], await this.settings(target.player));
    return { failure: 'refused' };
  }

  async #ask(target: StoredTarget, language: Language): Promise<void> {
    if (!(await this.#isStopped())) this.#context.desk?.ask(target, language);
  }

  async #isStopped(): Promise<boolean> {
    return (await this.#context.outbox.readOutbox('stopped')).length > 0;
  }

  async forget(player: string): Promise<void> {
    const { outbox, reach } = this.#context;
    await outbox.writeOutbox('forgetPerson', player);
    reach.forget(player);
  }
}

/** Each has a secret of its own. */
function isSame(known: Address | undefined, address: Address): boolean {
  const { secret: _known, ...before } = known ?? {};
  const { secret: _new, ...now } = address;
  return isDeepStrictEqual(before, now);
}

/** As it is shown: of an address of mail the first letter and the server. */
function nameOf(address: Address): string {
  const mail = mailAddressIn(address);
  return mail === undefined ? new URL(address.url).host : `${mail[0]}…${mail.slice(mail.indexOf('@'))}`;
}

function targetOf(stored: StoredTarget): Target {
  const { target_id: id, type, name, created_at, confirmed_at, told_at, failing_since, stopped_at } = stored;
  return {
    id,
    type,
    name,
    matchId: matchOfHooks(stored.player) ?? null,
    createdAt: created_at,
    confirmed: confirmed_at !== null,
    lastToldAt: told_at,
    failingSince: failing_since,
    stopped: stopped_at !== null,
  };
}
