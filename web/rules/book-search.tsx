// The field above a book of rules, and what it has found.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { textsOf } from '../lib/language.ts';
import { openBook } from '../lib/open-rules.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import type { Block } from './markdown.ts';
import { search } from './search.ts';

const say = textsOf({ en, fr });

export function BookSearch({ game, blocks }: { readonly game: string; readonly blocks: readonly Block[] }) {
  const id = useId();
  const wanted = useSignal('');
  const found = search(blocks, wanted.value);
  const isAsked = wanted.value.trim() !== '';
  return (
    <search class="rules-search">
      <label for={id}>{say('search')}</label>
      <input
        id={id}
        class="field"
        type="search"
        autoComplete="off"
        value={wanted.value}
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
        }}
      />
      <p role="status" class="faint">
        {isAsked ? say('found', { count: found.length }) : ''}
      </p>
      <ul>
        {found.map(({ id: place, text }, n) => (
          <li key={n}>
            <button type="button" class="rules-link" onClick={() => openBook(game, place)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </search>
  );
}
