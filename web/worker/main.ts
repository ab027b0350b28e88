// The service worker: the client without a server, as it was last seen, and never an older client than its server.
import { askedFor } from './asked.ts';
import { noticeIn, notificationOf, openedBy, showsIt } from './notice.ts';
import { bytesOf, pushNote } from './push-note.ts';
import type { Clicking, Fetching, Pushing, Resubscribing, Scope } from './scope.ts';
import { dropOldShells, keepShell, keepWords, ofAnyShell, ofShell, wordsAt } from './stores.ts';

declare const self: Scope;
/** Written by the build. */
declare const BUILD: string;
declare const FILES: readonly string[];

/** A proxy whose server is away. */
const AWAY: readonly number[] = [502, 503, 504];
/** A network that does not even fail: the page that is kept finds out later whether the server has a newer one. */
const PATIENCE_MS = 5_000;

self.addEventListener('install', (event) => {
  // At once: open pages load nothing from it but what has the same content, or comes from the server.
  event.waitUntil(keepShell({ build: BUILD, files: FILES }).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      dropOldShells({ build: BUILD }),
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  switch (askedFor(request, self.location.origin)) {
    case 'page':
      event.respondWith(fromServer(pageOf(event), () => ofShell('/', BUILD), pause()));
      break;
    case 'file':
      // Those of an older version, which open pages may still need, are gone from the server.
      event.respondWith(ofAnyShell(path).then((kept) => kept ?? fetch(request)));
      break;
    case 'part':
      event.respondWith(fromServer(fetch(request), () => ofShell(path, BUILD)));
      break;
    case 'words':
      event.respondWith(fromServer(wordsOf(event), () => wordsAt(request.url)));
      break;
    case undefined:
  }
});

self.addEventListener('push', (event) => event.waitUntil(tell(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(follow(event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

const tabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** The server hears of it from the next page that the player opens too, if it cannot be told now. */
async function renew({ oldSubscription, newSubscription }: Resubscribing): Promise<void> {
  const note = await pushNote();
  const options =
    oldSubscription?.options ?? (note && { userVisibleOnly: true, applicationServerKey: bytesOf(note.key) });
  const made = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (made && note) {
    const { endpoint: url, keys } = made.toJSON();
    const body = JSON.stringify({ secret: note.secret, url, keys });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`/api/v1/notices/targets/${note.id}`, { method: 'PUT', headers, body }).catch(
      () => undefined,
    );
  }
  for (const tab of await tabs()) tab.postMessage('subscription-changed');
}

/** Unless the player is looking at it. */
async function tell({ data }: Pushing): Promise<void> {
  const notice = noticeIn(data);
  const open = await tabs();
  if (open.some((tab) => tab.visibilityState === 'visible' && showsIt(tab, notice))) return;
  const shown = await self.registration.getNotifications();
  const { title, options } = notificationOf(notice, shown);
  await self.registration.showNotification(title, options);
  const waiting = new Set([...shown.map(({ tag }) => tag), options.tag]);
  await self.navigator.setAppBadge?.(waiting.size).catch(() => undefined);
}

/** To a tab that shows it, or to a new one. */
async function follow({ notification }: Clicking): Promise<void> {
  notification.close();
  const path = openedBy(notification.data, self.location.origin);
  const tab = (await tabs()).find(({ url }) => new URL(url).pathname === path);
  await (tab === undefined ? self.clients.openWindow(path) : tab.focus());
}

async function pageOf({ request, preloadResponse }: Fetching): Promise<Response> {
  return (await preloadResponse) ?? (await fetch(request));
}

async function wordsOf(event: Fetching): Promise<Response> {
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keepWords(event.request.url, answer.clone()));
  return answer;
}

/** The server's own answer as long as it answers before `tired`; what is kept if it does not. */
async function fromServer(
  asked: Promise<Response>,
  kept: () => Promise<Response | undefined>,
  tired = new Promise<undefined>(() => undefined),
): Promise<Response> {
  const answer = await Promise.race([asked.catch(() => undefined), tired]);
  if (answer !== undefined && !AWAY.includes(answer.status)) return answer;
  return (await kept()) ?? (await asked);
}

async function pause(): Promise<undefined> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
}
