// The subscription of this browser at its maker's push service.
import { bytesOf, dropPushNote } from '../worker/push-note.ts';

/** With the server's key; one that was made with another key is of no use to it. */
export async function subscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    return await pushManager.subscribe(wish);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return await pushManager.subscribe(wish);
  }
}

export async function unsubscribed(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  const held = await registration?.pushManager.getSubscription();
  await held?.unsubscribe();
  if (held) await dropPushNote();
}
