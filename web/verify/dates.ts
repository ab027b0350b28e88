// Points in time, in the language of the page.
import { language } from '../lib/language.ts';

export function dateOf(at: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}
