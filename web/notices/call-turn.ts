// Calls the player to an open table that is out of sight: once for each decision.
import { computed, effect } from '@preact/signals';
import { showBadge } from '../lib/badge.ts';
import { calls } from '../lib/preferences.ts';
import { momentOf } from '../lobby/words.ts';
import { isHidden } from '../table/attention.ts';
import type { Entered } from '../table/entry.ts';
import { notificationOf, type PushedNotice, tagOf } from '../worker/notice.ts';
import { say } from './texts.ts';

/** As the server reminds those who are away. */
const REMINDERS_MS = [60 * 60_000, 0];
/** Of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

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

/** To the start of a table that waits: when it is near, when it has come, and when it was changed. */
export function callStart({ live, teller }: Pick<Entered, 'live' | 'teller'>): () => void {
  const url = `/table/${live.table.id}`;
  const start = computed(() => live.facts.value.startsAt);
  const call = (what: 'call-start' | 'call-start-changed', at: number | null) => {
    if (!isHidden.peek() || calls.peek() !== 'on') return;
    const title = say(what, { game: teller.book.title });
    void show({ id: `${what} ${at}`, title, text: at === null ? '' : momentOf(at), url });
  };
  let known = start.peek();
  const stop = effect(() => {
    const at = start.value;
    if (at !== known) call('call-start-changed', at);
    known = at;
    const waits = at === null ? [] : REMINDERS_MS.map((before) => at - before - Date.now());
    const timers = waits
      .filter((wait) => wait > 0 && wait < LONGEST_MS)
      .map((wait) => setTimeout(() => call('call-start', at), wait));
    return () => timers.forEach(clearTimeout);
  });
  const watch = effect(() => {
    if (!isHidden.value) void takeBack(tagOf(url));
  });
  return () => {
    stop();
    watch();
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
