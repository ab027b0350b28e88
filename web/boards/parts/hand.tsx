// What a player holds of one kind: a heading, and the cards below it, or that there are none.
import { type ComponentChildren, toChildArray } from 'preact';
import { Group } from './group.tsx';

interface HandProps {
  readonly title: string;
  /** Beside the title: how many points, what is asked. */
  readonly aside?: ComponentChildren;
  /** Where there is nothing. */
  readonly empty?: string;
  /** Of the cards together. */
  readonly class: string;
  readonly children: ComponentChildren;
}

export function Hand({ title, aside, empty, class: className, children }: HandProps) {
  return (
    <section class="hand">
      <h2>
        {title} {aside !== undefined && <span class="faint">{aside}</span>}
      </h2>
      <Group label={title} class={className}>
        {empty !== undefined && toChildArray(children).length === 0 && <p class="faint">{empty}</p>}
        {children}
      </Group>
    </section>
  );
}
