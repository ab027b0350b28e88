// What the player is told while away, and where. Nothing of it is at servers that tell nobody anything.
import type { Door } from './door.ts';
import { accepted } from './refusal.ts';

export type NoticeKind = 'your-turn' | 'time-nearly-up' | 'started' | 'over' | 'rematch' | 'seat';
export type TargetType = 'push' | 'json' | 'discord' | 'slack' | 'mattermost' | 'ntfy' | 'gotify' | 'mail';

export interface NoticeSettings {
  readonly language: 'en' | 'fr';
  /** Such as `Europe/Paris`. */
  readonly zone: string;
  /** Nothing is delivered between these times of day, as `HH:MM`. */
  readonly quiet: { readonly from: string; readonly to: string } | null;
  readonly off: readonly NoticeKind[];
  /** By their ids. */
  readonly muted: readonly string[];
}

export interface NoticeTarget {
  readonly id: string;
  readonly type: TargetType;
  /** The host, or part of the address: the rest is never shown again. */
  readonly name: string;
  readonly createdAt: number;
  /** An unconfirmed one is told nothing. */
  readonly confirmed: boolean;
  readonly lastToldAt: number | null;
  readonly failingSince: number | null;
  /** It failed for a day. */
  readonly stopped: boolean;
}

export interface Notices {
  readonly settings: NoticeSettings;
  readonly targets: readonly NoticeTarget[];
  /** What this server can reach. */
  readonly types: readonly TargetType[];
  /** For subscriptions of browsers; missing or null without them. */
  readonly pushKey?: string | null;
  readonly enabled: boolean;
}

export interface NewTarget {
  readonly type: TargetType;
  readonly url?: string;
  readonly token?: string;
  readonly address?: string;
  /** Of a browser's subscription. */
  readonly keys?: Readonly<Record<string, string>>;
}

export interface AddedTarget {
  readonly target: NoticeTarget;
  /** Signs what a target of type `json` receives; shown only now. */
  readonly secret: string | null;
}

export interface TriedTarget {
  readonly delivered: boolean;
  /** Of its answer; null without one. */
  readonly status: number | null;
}

export interface NoticeWays {
  notices(): Promise<Notices>;
  changeNotices(settings: NoticeSettings): Promise<Notices>;
  addTarget(target: NewTarget): Promise<AddedTarget>;
  removeTarget(id: string): Promise<void>;
  testTarget(id: string): Promise<TriedTarget>;
}

const AT = '/me/notices';

export function noticesOf(door: Door): NoticeWays {
  const target = (id: string) => `${AT}/targets/${encodeURIComponent(id)}`;
  return {
    notices: async () => accepted(await door.ask<Notices>('GET', AT)),
    changeNotices: async (settings) => accepted(await door.ask<Notices>('PUT', AT, settings)),
    addTarget: async (wish) => accepted(await door.ask<AddedTarget>('POST', `${AT}/targets`, wish)),
    removeTarget: async (id) => {
      accepted(await door.ask('DELETE', target(id)));
    },
    testTarget: async (id) => accepted(await door.ask<TriedTarget>('POST', `${target(id)}/test`)),
  };
}
