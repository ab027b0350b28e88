// The rules of a game, to be read as a whole or at one rule.
import './rules.css';
import { useEffect } from 'preact/hooks';
import { FirstMatchOffer } from '../first-match/offer.tsx';
import { textsOf } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { useRules } from '../lib/rule-books.ts';
import { Shell } from '../shell/shell.tsx';
import { isNarrower } from '../style/breakpoints.ts';
import { Contents } from './contents.tsx';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { plainText } from './markdown.ts';
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
  const name = title?.as === 'heading' ? plainText(title.children) : say('rules');
  return (
    <Shell title={name}>
      <div class="rules-page">
        <Contents
          blocks={book.blocks}
          isOpen={!isNarrower('tablet')}
          leadTo={(id, title) => <Link to={{ name: 'rules', game, rule: id }}>{title}</Link>}
        />
        <article class="rules-text">
          <FirstMatchOffer game={game} title={name} />
          <RuleText game={game} blocks={book.blocks} follow="page" marked={rule} />
        </article>
      </div>
    </Shell>
  );
}
