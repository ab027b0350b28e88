// The table of contents of rules: parts, and the chapters within.
import type { ComponentChildren } from 'preact';
import { textsOf } from '../lib/language.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { type Block, plainText } from './markdown.ts';

const say = textsOf({ en, fr });

interface Props {
  readonly blocks: readonly Block[];
  readonly isOpen: boolean;
  /** What leads to a part or chapter. */
  readonly leadTo: (id: string, title: string) => ComponentChildren;
}

export function Contents({ blocks, isOpen, leadTo }: Props) {
  const headings = blocks.flatMap((block) => (block.as === 'heading' && block.level > 1 ? [block] : []));
  return (
    <nav class="rules-contents" aria-label={say('contents')}>
      <details open={isOpen}>
        <summary>{say('contents')}</summary>
        <ul>
          {headings.map(({ id, level, children }) => (
            <li key={id} data-level={level}>
              {leadTo(id, plainText(children))}
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
