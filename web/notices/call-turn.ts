// Calls the player to an open table that is out of sight: once for each decision.
import { effect } from '@preact/signals';
import { showBadge } from '../lib/badge.ts';
import { calls } from '../lib/preferences.ts';
import { momentOf } from '../lobby/words.ts';
import { isHidden } from '../table/attention.ts';
import type { Entered } from '../table/entry.ts';
import { notificationOf, type PushedNotice, tagOf } from '../worker/notice.ts';
import { say } from './texts.ts';

/** Until the returned function is called. */
export function callTurn({ live, teller }: Pick<Entered, 'live' | 'teller'>): () => void {
  const url = `/table/${live.table.id}`;
  let last: number | undefined;
  const stop = effect(() => {
    const { value: decision } = live.choice.decision;
    const isNew = decision !== null && decision.id !== last;
    last = decision?.id;
    showBadge(decision === null ? 0 : 1);
    if (decision === null || !isHidden.value) void takeBack(tagOf(url));
    else if (isNew && calls.peek() === 'on') {
      const title = say('call-title', { game: teller.book.title });
      void show({ id: String(decision.id), title, text: whenOf(decision.deadline), url });
    }
  });
  return () => {
    stop();
    void takeBack(tagOf(url));
  };
}

function whenOf(deadline: number | null): string {
  return deadline === null ? '' : say('call-until', { time: momentOf(deadline) });
}

const registered = () => navigator.serviceWorker?.getRegistration('/').catch(() => undefined);

/** By the worker if there is one, since phones have no other way. */
async function show(notice: PushedNotice): Promise<void> {
  const registration = await registered();
  const { title, options } = notificationOf(notice, (await registration?.getNotifications()) ?? []);
  try {
    if (registration === undefined) {
      const notification = new Notification(title, options);
      notification.onclick = () => {
        window.focus();
        notification.close();
      };
    } else await registration.showNotification(title, options);
  } catch {
    // Leave was taken back, or this browser has only the other way.
  }
}

/** The player is here, or the decision is over. */
async function takeBack(tag: string): Promise<void> {
  const registration = await registered();
  for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close();
}
