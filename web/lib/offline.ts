// The service worker of this browser, if the host and the player want one, and whether the server has a newer client.
import { computed, effect, signal, untracked } from '@preact/signals';
import { BUILD_FILE, WORKER_FILE } from '../build/named.ts';
import { OURS } from '../worker/stores.ts';
import { Poll } from './poll.ts';
import { keepsOffline } from './preferences.ts';

const RARELY_MS = 600_000;
/** The page and the table come first. */
const SETTLED_MS = 3_000;
/** The version for which this tab was loaded again: once is enough. */
const RELOADED = 'quayside.reloaded';

interface Served {
  readonly build: string;
  readonly worker: boolean;
}

/** What the server has now. */
export const served = new Poll<Served>(async () => {
  const answer = await fetch(BUILD_FILE, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()) as Served;
}, RARELY_MS);

/** Workers, and what they need, exist over HTTPS only, and on this machine. */
export const canWork = typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'caches' in window;

/** Whether this browser keeps anything for use without the server: the host and the player want it. */
export const keeps = computed(() => canWork && keepsOffline.value && served.value.value?.worker === true);

/** The server has another client than this page, which goes on as it is until the player loads it again. */
export const isOutdated = signal(false);

/** Watches the server for as long as the page is open. */
export function keepUp(): void {
  served.use();
  let isFirst = true;
  effect(() => {
    const { value: now } = served.value;
    const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;
    if (now === null || build === undefined) return;
    const isOther = now.build !== build;
    // A page from before the server could be asked: nobody has begun anything in it.
    if (isOther && isFirst && isNewsOf(now.build)) location.reload();
    isFirst = false;
    isOutdated.value = isOther;
  });
  if (!canWork) return;
  effect(() => {
    const { value: now } = served.value;
    const isWanted = keepsOffline.value;
    if (now !== null) untracked(() => void (isWanted && now.worker ? settle() : sendAway()));
  });
}

/** Only the first time: behind one address there may be servers with different clients for a while. */
function isNewsOf(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === build) return false;
    sessionStorage.setItem(RELOADED, build);
    return true;
  } catch {
    // Storage is forbidden: the player is asked.
    return false;
  }
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  if (!keepsOffline.peek()) return;
  try {
    const registration = await navigator.serviceWorker.register(WORKER_FILE);
    if (isOutdated.peek()) await registration.update();
  } catch {
    // The server is away, or the browser forbids it: the client works as it does without.
  }
}

/** With all that was kept. */
async function sendAway(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  await registration?.unregister();
  for (const name of await caches.keys()) if (name.startsWith(OURS)) await caches.delete(name);
}
