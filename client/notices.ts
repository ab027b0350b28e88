// What the player is told while away, and where. Nothing of it is at servers that tell nobody anything.
import type { Door } from './door.ts';
import type { AddedTarget, NewTarget, NoticeSettings, Notices, TargetType, TriedTarget } from './protocol.ts';
import { accepted } from './refusal.ts';

export interface NoticeWays {
  /** Since when the player's deadlines are published as a calendar. */
  calendar(): Promise<{ readonly since: number | null }>;
  /** The path at this server, for anyone who knows it; an earlier one ends. */
  makeCalendar(): Promise<{ readonly path: string }>;
  removeCalendar(): Promise<void>;
  notices(): Promise<Notices>;
  changeNotices(settings: NoticeSettings): Promise<Notices>;
  addTarget(target: NewTarget): Promise<AddedTarget>;
  removeTarget(id: string): Promise<void>;
  /** What the host of this table lets be told of it, with the names of the players. */
  channels(matchId: string): Promise<readonly TargetType[]>;
  testTarget(id: string): Promise<TriedTarget>;
}

const AT = '/me/notices';
const CALENDAR = '/me/calendar';

export function noticesOf(door: Door): NoticeWays {
  const target = (id: string) => `${AT}/targets/${encodeURIComponent(id)}`;
  return {
    calendar: async () => accepted(await door.ask<{ since: number | null }>('GET', CALENDAR)),
    makeCalendar: async () => accepted(await door.ask<{ path: string }>('POST', CALENDAR)),
    removeCalendar: async () => {
      accepted(await door.ask('DELETE', CALENDAR));
    },
    notices: async () => accepted(await door.ask<Notices>('GET', AT)),
    changeNotices: async (settings) => accepted(await door.ask<Notices>('PUT', AT, settings)),
    addTarget: async (wish) => accepted(await door.ask<AddedTarget>('POST', `${AT}/targets`, wish)),
    removeTarget: async (id) => {
      accepted(await door.ask('DELETE', target(id)));
    },
    channels: async (matchId) =>
      accepted(await door.ask<{ channels: readonly TargetType[] }>('GET', `/tables/${matchId}/channels`))
        .channels,
    testTarget: async (id) => accepted(await door.ask<TriedTarget>('POST', `${target(id)}/test`)),
  };
}
