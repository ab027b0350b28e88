// The rules of the games as they are read here; each is fetched once.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Block, parseMarkdown } from '../rules/markdown.ts';
import { type Language, language } from './language.ts';
import { overHttp } from './player.ts';

export type RuleBook =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'read'; readonly blocks: readonly Block[] };

class RuleBooks {
  readonly #books = new Map<string, Signal<RuleBook>>();

  of(game: string, language: Language): ReadonlySignal<RuleBook> {
    const name = `${language}/${game}`;
    const known = this.#books.get(name);
    if (known !== undefined) return known;
    const book = signal<RuleBook>({ state: 'loading' });
    this.#books.set(name, book);
    return book;
  }

  async read(game: string, language: Language): Promise<void> {
    const name = `${language}/${game}`;
    this.of(game, language);
    const book = this.#books.get(name);
    if (book === undefined || book.value.state === 'read') return;
    try {
      book.value = { state: 'read', blocks: parseMarkdown(await overHttp().rules(game, language)) };
    } catch {
      // Said where the rules would stand; asked again when they are opened again.
      book.value = { state: 'failed' };
    }
  }
}

const books = new RuleBooks();

/** Of this page's language. */
export function useRules(game: string): RuleBook {
  const { value: current } = language;
  useEffect(() => {
    void books.read(game, current);
  }, [game, current]);
  return books.of(game, current).value;
}
