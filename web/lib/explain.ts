// Lets anything on the page explain the component that it shows: pointed at, focused, or pressed for long.
import { explained } from './open-rule.ts';

/** A finger that stays so long asks for an explanation. */
const LONG_PRESS_MS = 450;
/** A pointer that only passes by asks for nothing. */
const HOVER_MS = 350;

interface Timer {
  id: ReturnType<typeof setTimeout> | undefined;
}

/** For elements of a drawing or of the page; `null`: nothing to explain. */
export function explains(id: string | null) {
  if (id === null) return {};
  const timer: Timer = { id: undefined };
  const show = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return;
    const { left, top, bottom } = target.getBoundingClientRect();
    explained.value = { id, left, top, bottom };
  };
  const later = (target: EventTarget | null, ms: number) => {
    clearTimeout(timer.id);
    timer.id = setTimeout(() => show(target), ms);
  };
  const hide = () => {
    clearTimeout(timer.id);
    if (explained.peek()?.id === id) explained.value = null;
  };
  return {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') later(currentTarget, HOVER_MS);
    },
    onPointerDown: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') later(currentTarget, LONG_PRESS_MS);
    },
    onPointerUp: () => clearTimeout(timer.id),
    onPointerLeave: hide,
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (currentTarget instanceof Element && currentTarget.matches(':focus-visible')) show(currentTarget);
    },
    onBlur: hide,
  };
}
