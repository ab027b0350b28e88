// The rules of a game, to be read as a whole or at one rule.
import './rules.css';
import { useEffect } from 'preact/hooks';
import { textsOf } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { useRules } from '../lib/rule-books.ts';
import { Shell } from '../shell/shell.tsx';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { type Block, plainText } from './markdown.ts';
import { RuleText } from './rule-text.tsx';

const say = textsOf({ en, fr });

export function RulesScreen({ game, rule }: { readonly game: string; readonly rule: string | null }) {
  const book = useRules(game);
  const isRead = book.state === 'read';
  useEffect(() => {
    if (!isRead || rule === null) return;
    const place = document.getElementById(rule);
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  }, [isRead, rule]);
  if (book.state === 'loading')
    return (
      <Shell title={say('rules')}>
        <h1>{say('rules')}</h1>
        <p class="faint">{say('loading')}</p>
      </Shell>
    );
  if (book.state === 'failed')
    return (
      <Shell title={say('rules')}>
        <h1>{say('rules')}</h1>
        <p>{say('failed')}</p>
      </Shell>
    );
  const [title] = book.blocks;
  return (
    <Shell title={title?.as === 'heading' ? plainText(title.children) : say('rules')}>
      <div class="rules-page">
        <Contents game={game} blocks={book.blocks} />
        <article class="rules-text">
          <RuleText game={game} blocks={book.blocks} follow="page" marked={rule} />
        </article>
      </div>
    </Shell>
  );
}

/** The table of contents: parts, and the chapters within. */
function Contents({ game, blocks }: { readonly game: string; readonly blocks: readonly Block[] }) {
  const headings = blocks.flatMap((block) => (block.as === 'heading' && block.level > 1 ? [block] : []));
  return (
    <nav class="rules-contents" aria-label={say('contents')}>
      <details open={isWide()}>
        <summary>{say('contents')}</summary>
        <ul>
          {headings.map(({ id, level, children }) => (
            <li key={id} data-level={level}>
              <Link to={{ name: 'rules', game, rule: id }}>{plainText(children)}</Link>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

function isWide(): boolean {
  return window.matchMedia('(min-width: 60rem)').matches;
}
