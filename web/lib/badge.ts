// The number on the icon of the installed client, and the mark on the icon of the tab.

/** Browsers without it, and pages that are not installed, do nothing. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined);
}

const ICON = '/web/icon.svg';
const MARKED_ICON = '/web/icon-turn.svg';

/** While something waits for the player. */
export function markTab(isMarked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon !== null) icon.href = isMarked ? MARKED_ICON : ICON;
}
