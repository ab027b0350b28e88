// What the worker needs to renew the subscription of this browser while no page is open. A page leaves it.
import { OURS } from './stores.ts';

interface PushNote {
  /** The target, the secret that renews it, and the server's key, with which a browser subscribes. */
  readonly id: string;
  readonly secret: string;
  readonly key: string;
}

const PLACE = `${OURS}push`;
/** No address that a page asks for. */
const NAME = '/push-note';

export async function keepPushNote(note: PushNote): Promise<void> {
  const place = await caches.open(PLACE);
  await place.put(NAME, Response.json(note));
}

export async function pushNote(): Promise<PushNote | undefined> {
  const kept = await caches.match(NAME, { cacheName: PLACE });
  return kept === undefined ? undefined : ((await kept.json()) as PushNote);
}

export async function dropPushNote(): Promise<void> {
  await caches.delete(PLACE);
}

/** From base64url, which not all browsers take as it is. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
