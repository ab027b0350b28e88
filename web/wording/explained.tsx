// Words that explain themselves when they are pointed at, focused, or pressed for long.
import type { ComponentChildren } from 'preact';
import { explains } from '../lib/explain.ts';

export function Explained({ id, children }: { readonly id: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what explains itself can be reached by keys.
    <span class="explained" tabIndex={0} {...explains(id)}>
      {children}
    </span>
  );
}
