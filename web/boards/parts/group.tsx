// A group of controls with one stop for the Tab key; within it the arrow keys move the focus.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isArrow, nearest } from './nearest.ts';

interface Props {
  readonly label: string;
  readonly class?: string;
  /** Its name stands on the board while a player learns the game. */
  readonly isRegion?: boolean;
  /** A place that lines lead to. */
  readonly at?: string;
  readonly children: ComponentChildren;
}

const ITEMS = 'button.piece';

export function Group({ label, class: className, isRegion, at, children }: Props) {
  const place = useRef<HTMLFieldSetElement>(null);
  const items = () => [...(place.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
  /** The control that gets the focus by Tab: the last focused one, else the first that can be chosen. */
  const stop = useRef<HTMLElement | null>(null);
  /** The control that has the focus. */
  const held = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const all = items();
    const stays = stop.current !== null && all.includes(stop.current) && stop.current.matches(':focus');
    if (!stays) stop.current = all.find((item) => item.matches('[data-can]')) ?? all[0] ?? null;
    for (const item of all) item.tabIndex = item === stop.current ? 0 : -1;
    // The focused control is gone, such as a played card: the focus must not be lost.
    if (held.current === null || held.current.isConnected) return;
    held.current = null;
    (stop.current ?? place.current)?.focus({ preventScroll: true });
  });
  const onFocus = (event: FocusEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.matches(ITEMS)) return;
    for (const item of items()) item.tabIndex = item === target ? 0 : -1;
    stop.current = target;
    held.current = target;
  };
  const onFocusOut = () => {
    if (held.current?.isConnected === true) held.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (!isArrow(key) || !(target instanceof HTMLElement)) return;
    event.preventDefault();
    const others = items().filter((item) => item !== target);
    const boxes = others.map((item) => item.getBoundingClientRect());
    const found = nearest(boxes, target.getBoundingClientRect(), key);
    if (found !== undefined) others[found]?.focus();
  };
  return (
    <fieldset
      ref={place}
      class={`group ${className ?? ''}`}
      aria-label={label}
      data-at={at}
      data-region={isRegion === true ? '' : undefined}
      tabIndex={-1}
      onFocusIn={onFocus}
      onFocusOut={onFocusOut}
      onKeyDown={onKeyDown}
    >
      {children}
    </fieldset>
  );
}
