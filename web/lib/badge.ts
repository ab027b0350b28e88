// The number on the icon of the installed client.

/** Browsers without it, and pages that are not installed, do nothing. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined);
}
