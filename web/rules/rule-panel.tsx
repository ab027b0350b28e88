// One rule beside the table: the table stays as it is and can still be used.
import './rules.css';
import { useEffect, useRef } from 'preact/hooks';
import { textsOf } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { type OpenRule, openRule } from '../lib/open-rule.ts';
import { useRules } from '../lib/rule-books.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { chapterTitle, excerpt } from './markdown.ts';
import { RuleText } from './rule-text.tsx';

const say = textsOf({ en, fr });

/** Once for the whole page. */
export function RulePanel() {
  const { value: rule } = openRule;
  return rule === null ? null : <Panel rule={rule} />;
}

function Panel({ rule }: { readonly rule: OpenRule }) {
  const { game, id } = rule;
  const dialog = useRef<HTMLDialogElement>(null);
  const book = useRules(game);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.show();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const close = () => (openRule.value = null);
  const found = book.state === 'read' ? excerpt(book.blocks, id) : [];
  return (
    <dialog
      ref={dialog}
      class="rules-panel card"
      aria-labelledby="rules-panel-title"
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <header>
        <h2 id="rules-panel-title">
          <span class="rules-id">{id}</span> {book.state === 'read' ? chapterTitle(book.blocks, id) : null}
        </h2>
        <button type="button" class="button" aria-label={say('close')} onClick={close}>
          ×
        </button>
      </header>
      {book.state === 'loading' ? <p class="faint">{say('loading')}</p> : null}
      {book.state === 'failed' ? <p>{say('failed')}</p> : null}
      {book.state === 'read' && found.length === 0 ? <p>{say('unknown', { rule: id })}</p> : null}
      <RuleText game={game} blocks={found} follow="panel" />
      <p>
        <Link to={{ name: 'rules', game, rule: id }}>{say('in-context')}</Link>
      </p>
    </dialog>
  );
}
