// One rule, or all of them, beside the table: the table stays as it is and can still be used.
import './rules.css';
import { useEffect, useRef } from 'preact/hooks';
import { textsOf } from '../lib/language.ts';
import { closeRules, type OpenRules, openBook, openRules } from '../lib/open-rules.ts';
import { type RuleBook, useRules } from '../lib/rule-books.ts';
import { BookSearch } from './book-search.tsx';
import { Contents } from './contents.tsx';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { type Block, chapterTitle, excerpt, plainText } from './markdown.ts';
import { RuleText } from './rule-text.tsx';

const say = textsOf({ en, fr });

/** Once for the whole page. */
export function RulePanel() {
  const { value: open } = openRules;
  return open === null ? null : <Panel {...open} />;
}

function Panel({ game, rule, extent }: OpenRules) {
  const dialog = useRef<HTMLDialogElement>(null);
  const book = useRules(game);
  const isRead = book.state === 'read';
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.show();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  useEffect(() => {
    const { current } = dialog;
    if (current === null || !isRead) return;
    const there = rule === null ? null : current.querySelector<HTMLElement>(`#${CSS.escape(rule)}`);
    if (extent === 'rule' || there === null) current.scrollTop = 0;
    else {
      there.scrollIntoView({ block: 'center' });
      there.focus({ preventScroll: true });
    }
  }, [isRead, rule, extent]);
  return (
    <dialog
      ref={dialog}
      class="rules-panel card"
      data-extent={extent}
      aria-labelledby="rules-panel-title"
      onKeyDown={({ key }) => key === 'Escape' && closeRules()}
    >
      <div class="rules-head">
        <h2 id="rules-panel-title">
          <Title book={book} rule={extent === 'book' ? null : rule} />
        </h2>
        <button type="button" class="button" aria-label={say('close')} onClick={closeRules}>
          ×
        </button>
      </div>
      {book.state === 'loading' ? <p class="faint">{say('loading')}</p> : null}
      {book.state === 'failed' ? <p>{say('failed')}</p> : null}
      {book.state !== 'read' ? null : extent === 'book' ? (
        <Book game={game} rule={rule} blocks={book.blocks} />
      ) : (
        <One game={game} rule={rule ?? ''} blocks={book.blocks} />
      )}
    </dialog>
  );
}

function Title({ book, rule }: { readonly book: RuleBook; readonly rule: string | null }) {
  const blocks = book.state === 'read' ? book.blocks : [];
  if (rule !== null)
    return (
      <>
        <span class="rules-id">{rule}</span> {chapterTitle(blocks, rule)}
      </>
    );
  const [title] = blocks;
  return <>{title?.as === 'heading' ? plainText(title.children) : say('rules')}</>;
}

interface TextProps {
  readonly game: string;
  readonly blocks: readonly Block[];
}

function Book({ game, blocks, rule }: TextProps & { readonly rule: string | null }) {
  return (
    <div class="rules-text">
      <BookSearch game={game} blocks={blocks.slice(1)} />
      <Contents
        blocks={blocks}
        isOpen={false}
        leadTo={(id, title) => (
          <button type="button" class="rules-link" onClick={() => openBook(game, id)}>
            {title}
          </button>
        )}
      />
      {/* The title is the panel's. */}
      <RuleText game={game} blocks={blocks.slice(1)} follow="book" marked={rule} />
    </div>
  );
}

function One({ game, blocks, rule }: TextProps & { readonly rule: string }) {
  const found = excerpt(blocks, rule);
  return (
    <>
      {found.length === 0 ? <p>{say('unknown', { rule })}</p> : null}
      <RuleText game={game} blocks={found} follow="rule" />
      <p>
        <button type="button" class="rules-link" onClick={() => openBook(game, rule)}>
          {say('in-context')}
        </button>
      </p>
    </>
  );
}
