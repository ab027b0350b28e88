// Facts as words, and as HTML, for the administrators' pages.
import type { Language } from '../../shared/kernel/game.ts';
import { escaped } from '../process/escaped.ts';
import type { Say } from '../process/language.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

export class Words {
  readonly language: Language;
  readonly say: Say;
  readonly #now: number;
  readonly #titles: ReadonlyMap<string, string>;

  constructor(language: Language, say: Say, titles: ReadonlyMap<string, string>, now: number) {
    this.language = language;
    this.say = say;
    this.#titles = titles;
    this.#now = now;
  }

  /** A text of the language files, escaped. */
  text(key: string, values: Readonly<Record<string, string>> = {}): string {
    return escaped(this.say(`admin.${key}`, values));
  }

  titleOf(game: string): string {
    return this.#titles.get(game) ?? game;
  }

  /** “3 minutes ago”, with the exact time as a tooltip. */
  ago(time: number): string {
    const seconds = Math.round((time - this.#now) / 1000);
    const [unit, size] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? (['second', 1] as const);
    const relative = new Intl.RelativeTimeFormat(this.language, { numeric: 'auto' });
    const exact = new Date(time).toISOString();
    const shown = relative.format(Math.trunc(seconds / size), unit);
    return `<time datetime="${exact}" title="${exact}">${escaped(shown)}</time>`;
  }

  duration(seconds: number): string {
    const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? (['second', 1] as const);
    const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
    return escaped(new Intl.NumberFormat(this.language, options).format(Math.trunc(seconds / size)));
  }

  number(value: number): string {
    return escaped(new Intl.NumberFormat(this.language).format(value));
  }

  list(items: readonly string[]): string {
    return items.join(', ');
  }
}

export function link(href: string, html: string, attributes = ''): string {
  return `<a href="${escaped(href)}"${attributes === '' ? '' : ` ${attributes}`}>${html}</a>`;
}

export const NOTICES = '/admin/notices';
export const matchLink = (matchId: string, query = '') =>
  `/admin/matches/${encodeURIComponent(matchId)}${query}`;
export const playerLink = (id: string, query = '') => `/admin/players?id=${encodeURIComponent(id)}${query}`;
