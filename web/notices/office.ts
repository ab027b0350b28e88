// What the server tells this player while away, and where, as far as the server tells anybody anything.
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { AddedTarget, NewTarget, NoticeSettings, Notices } from '../../client/index.ts';
import { language } from '../lib/language.ts';
import { canWork } from '../lib/offline.ts';
import { isKnown, overHttp, playerId } from '../lib/player.ts';
import { calls } from '../lib/preferences.ts';
import { isText, remembered } from '../lib/remembered.ts';
import { keepPushNote } from '../worker/push-note.ts';
import { callLeave } from './leave.ts';
import { subscription, unsubscribed } from './subscription.ts';

const known = signal<Notices | null>(null);
/** Of this browser, among the player's targets: its id and the address of the subscription. */
const ownTarget = remembered('push-target', '', isText);
const reached = signal<boolean | null>(null);

/** Whether the server reaches this browser without an open page; null: nobody has asked for it. */
export const isReached: ReadonlySignal<boolean | null> = reached;

/** Null until the server has told, and where it tells nobody anything. */
export const notices: ReadonlySignal<Notices | null> = known;

export async function readNotices(): Promise<void> {
  if (!isKnown()) {
    known.value = null;
    return;
  }
  try {
    known.value = await overHttp().notices();
  } catch {
    // It has no such thing, or is away.
    known.value = null;
  }
}

/** With the language and the time of this browser, in which the player reads it. */
export async function changeNotices(part: Partial<NoticeSettings>): Promise<void> {
  if (known.value === null) return;
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const settings = { ...known.value.settings, language: language.value, zone, ...part };
  known.value = await overHttp().changeNotices(settings);
}

export async function addTarget(wish: NewTarget): Promise<AddedTarget> {
  const added = await overHttp().addTarget(wish);
  await readNotices();
  const { settings } = known.value ?? {};
  // Before the first target nobody had said in which language.
  if (settings !== undefined && settings.language !== language.value) await changeNotices({});
  return added;
}

export async function removeTarget(id: string): Promise<void> {
  await overHttp().removeTarget(id);
  await readNotices();
}

/** The server reaches this browser as long as the player wants to be called, and only for that player. */
export function keepCalled(): void {
  let player = playerId.value;
  effect(() => {
    const { value: now } = playerId;
    const wants = calls.value === 'on' && callLeave.value === 'granted' && isKnown();
    const isOther = player !== now && Boolean(player);
    player = now;
    untracked(() => {
      if (wants) void reach(isOther).catch(failed);
      else void unreach(isOther).catch(() => undefined);
    });
  });
  if (canWork)
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data === 'subscription-changed' && calls.peek() === 'on') void reach(false).catch(failed);
    });
}

/** The browser has no push service, or it or the server is away: the next page tries again. */
function failed(): void {
  reached.value = false;
}

async function reach(isOther: boolean): Promise<void> {
  if (isOther) await unreach(true);
  await readNotices();
  const { types = [], pushKey = '', targets = [] } = known.value ?? {};
  if (!types.includes('push') || !pushKey) return;
  const { endpoint = '', keys } = (await subscription(pushKey)).toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const [id, address] = ownTarget.value.split(' ');
  const isTold = targets.some((one) => one.id === id && !one.stopped);
  if (!isTold || address !== endpoint) {
    const wish = { type: 'push', url: endpoint, keys: { p256dh, auth } } as const;
    const { target, secret } = await addTarget(wish);
    if (secret !== null) await keepPushNote({ id: target.id, secret, key: pushKey });
    ownTarget.value = `${target.id} ${endpoint}`;
  }
  reached.value = true;
}

/** `isOther`: the target belongs to another player, whose server finds the subscription gone. */
async function unreach(isOther: boolean): Promise<void> {
  const [id = ''] = ownTarget.value.split(' ');
  ownTarget.value = '';
  reached.value = null;
  await unsubscribed();
  if (!isOther && id !== '') await removeTarget(id);
}
