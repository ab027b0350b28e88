// Keeps the keyboard's place: where the element that had the focus disappears, the question takes it.

/** From there the next choices are the next stops. */
export function focusQuestion(): void {
  document.querySelector<HTMLElement>('.action-sentence')?.focus({ preventScroll: true });
}

/** Within this table, until the returned function is called. */
export function keepFocus(table: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const note = ({ target }: Event) => {
    last = target instanceof HTMLElement && table.contains(target) ? target : null;
  };
  /** Who points elsewhere lets go of it. */
  const forget = () => {
    last = null;
  };
  const look = () => {
    if (last === null || (document.activeElement ?? document.body) !== document.body) return;
    if (last.isConnected && isShown(last)) {
      // Only disabled for a moment, while an answer is sent.
      if (!last.matches(':disabled')) last.focus({ preventScroll: true });
    } else focusQuestion();
  };
  const watch = new MutationObserver(look);
  watch.observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', note);
  document.addEventListener('pointerdown', forget, true);
  return () => {
    watch.disconnect();
    document.removeEventListener('focusin', note);
    document.removeEventListener('pointerdown', forget, true);
  };
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}
