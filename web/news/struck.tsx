// What was taken back: struck through, and folded away by readers who do not want to see it.
import type { ComponentChildren } from 'preact';
import { say } from './texts.ts';

interface Props {
  /** The version that took it back; undefined: it counts. */
  readonly by: number | undefined;
  readonly children: ComponentChildren;
}

export function Struck({ by, children }: Props) {
  if (by === undefined) return <>{children}</>;
  return (
    <details class="news-struck" open>
      <summary>{say('taken-back', { version: by })}</summary>
      <del>{children}</del>
    </details>
  );
}
