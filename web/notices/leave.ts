// Whether the browser may call the player, which only the player can say.
import { signal } from '@preact/signals';
import { calls } from '../lib/preferences.ts';

/** `none`: this browser cannot, or not at this address. */
type Leave = NotificationPermission | 'none';

const current = (): Leave =>
  typeof window === 'undefined' || !('Notification' in window) || !isSecureContext
    ? 'none'
    : Notification.permission;

export const callLeave = signal(current());

/** Only when the player has just said so: browsers ignore it otherwise. */
export async function askLeave(): Promise<void> {
  if (current() === 'default') await Notification.requestPermission();
  callLeave.value = current();
  calls.value = callLeave.value === 'granted' ? 'on' : 'off';
}

export function decline(): void {
  calls.value = 'off';
}
