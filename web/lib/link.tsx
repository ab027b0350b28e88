// A link to a screen: followed without loading the page again.
import type { ComponentChildren } from 'preact';
import { go } from './router.ts';
import { addressOf, type Screen } from './screens.ts';

interface Props {
  readonly to: Screen;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly label?: string;
}

export function Link({ to, children, class: className, label }: Props) {
  const follow = (event: MouseEvent) => {
    // Into a new tab or window: the browser's business.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={addressOf(to)} class={className} aria-label={label} onClick={follow}>
      {children}
    </a>
  );
}
