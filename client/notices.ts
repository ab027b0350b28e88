// What the player is told while away, and where. Nothing of it is at servers that tell nobody anything.
import type { Door } from './door.ts';
import type { AddedTarget, NewTarget, NoticeSettings, Notices, TriedTarget } from './protocol.ts';
import { accepted } from './refusal.ts';

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
