// Small pieces of text about tables: titles of games, names in a row, times of day.
import { language } from '../lib/language.ts';
import { server } from '../lib/server.ts';
import { say } from './say.ts';

/** By its id, until the server has told its title. */
export function titleOf(game: string): string {
  return server.value.value?.games.find(({ id }) => id === game)?.title[language.value] ?? game;
}

export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language.value).format(names);
}

export function company(names: readonly string[]): string {
  return names.length === 0 ? say('alone') : say('with', { names: listed(names) });
}

/** Today: the time; another day: with the date. */
export function momentOf(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const style = isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(language.value, style as Intl.DateTimeFormatOptions).format(at);
}
