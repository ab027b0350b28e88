// A player's settings and targets: kept, shown without their secrets, tried, and forgotten.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { randomBytes } from '../../rooms/clockwork.ts';
import {
  MOST_TARGETS,
  type NewTarget,
  type NoticeSettings,
  type noticeTarget,
} from '../../shared/protocol/notices.ts';
import { LONG_ID, newId } from '../process/chance.ts';
import type { Outbox, StoredTarget } from '../store/outbox.ts';
import { type Called, callable } from './caller.ts';
import { settingsOf } from './courier.ts';
import { areUsable } from './encryption.ts';
import type { ReachablePlayers } from './reach.ts';
import type { Address, Sealing } from './sealing.ts';
import type { Teller } from './teller.ts';

type Target = z.infer<typeof noticeTarget>;

interface NoticeOfficeContext {
  readonly outbox: Outbox;
  readonly reach: ReachablePlayers;
  readonly teller: Teller;
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

interface AddedTarget {
  readonly target: Target;
  /** Signs the bodies. */
  readonly secret: string | null;
}

type NewTargetRefusal = 'target-refused' | 'too-many-targets';

const SECRET_BYTES = 24;

export class NoticeOffice {
  readonly #context: NoticeOfficeContext;

  constructor(context: NoticeOfficeContext) {
    this.#context = context;
  }

  get isOn(): boolean {
    return this.#context.isOn();
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

  /** `found`: where the player has found the server. */
  async add(player: string, wish: NewTarget, found: string): Promise<AddedTarget | NewTargetRefusal> {
    const { outbox, reach, sealing, now, isPrivateAllowed, mostPeople } = this.#context;
    const { type, token, keys } = wish;
    const address = callable(wish.url, isPrivateAllowed);
    if (address === undefined || (keys !== undefined && !areUsable(keys))) return 'target-refused';
    const secret = type === 'json' ? randomBytes(SECRET_BYTES).toString('base64url') : null;
    const plain: Address = {
      url: address.href,
      origin: this.#context.origin ?? found,
      ...(token === undefined ? {} : { token }),
      ...(secret === null ? {} : { secret }),
      ...(keys === undefined ? {} : { keys }),
    };
    const known = await outbox.readOutbox('targets', player);
    // Pages send theirs again and again.
    const same = type === 'push' ? known.find((one) => this.#addressOf(one)?.url === plain.url) : undefined;
    if (same?.stopped_at === null && isDeepStrictEqual(this.#addressOf(same), plain))
      return { target: targetOf(same), secret };
    if (same !== undefined) await this.remove(player, same.target_id);
    const isCrowded = known.length === 0 && !reach.has(player) && reach.size >= mostPeople;
    if (isCrowded || known.filter((one) => one !== same).length >= MOST_TARGETS) return 'too-many-targets';
    const id = newId(LONG_ID);
    const at = Math.round(now());
    const target: StoredTarget = {
      target_id: id,
      player,
      type,
      sealed: sealing.seal(id, plain),
      name: address.host,
      created_at: at,
      confirmed_at: at,
      told_at: null,
      failing_since: null,
      failures: 0,
      next_try_at: 0,
      stopped_at: null,
    };
    await outbox.writeOutbox('addTarget', target);
    await reach.refresh();
    return { target: targetOf(target), secret };
  }

  #addressOf({ target_id: id, sealed }: StoredTarget): Address | undefined {
    return this.#context.sealing.open(id, sealed);
  }

  /** Whether there was one. */
  async remove(player: string, targetId: string): Promise<boolean> {
    const { outbox, reach, now } = this.#context;
    const known = await outbox.readOutbox('targets', player);
    if (!known.some(({ target_id }) => target_id === targetId)) return false;
    await outbox.writeOutbox('removeTarget', player, targetId, Math.round(now()));
    await reach.refresh();
    return true;
  }

  /** Sends a test at once; `undefined`: there is no such target. */
  async test(player: string, targetId: string): Promise<Called | undefined> {
    const { outbox, teller } = this.#context;
    const known = await outbox.readOutbox('targets', player);
    const target = known.find(({ target_id }) => target_id === targetId);
    return target && (await teller.tell(target, [], await this.settings(player)));
  }

  async forget(player: string): Promise<void> {
    const { outbox, reach } = this.#context;
    await outbox.writeOutbox('forgetPerson', player);
    reach.forget(player);
  }
}

function targetOf(stored: StoredTarget): Target {
  const { target_id: id, type, name, created_at, confirmed_at, told_at, failing_since, stopped_at } = stored;
  return {
    id,
    type,
    name,
    createdAt: created_at,
    confirmed: confirmed_at !== null,
    lastToldAt: told_at,
    failingSince: failing_since,
    stopped: stopped_at !== null,
  };
}
