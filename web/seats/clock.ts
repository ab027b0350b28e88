// What is left of a decision's time and of the bank.
import { type Language, language } from '../lib/language.ts';

/** In milliseconds. A deadline includes the bank, which runs once the decision's own time is used up. */
export function timeLeft(
  deadline: number,
  bank: number,
  now: number,
): { readonly own: number; readonly bank: number } {
  const left = Math.max(0, deadline - now);
  return { own: Math.max(0, left - bank), bank: Math.min(bank, left) };
}

const SECOND = 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `1:05`, `2:00:00`; from two days on in days and full hours. */
export function timeText(ms: number, locale: Language = language.value): string {
  const seconds = Math.ceil(ms / SECOND);
  if (seconds >= 2 * DAY) return daysText(Math.round(seconds / HOUR), locale);
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = `${two(Math.floor((seconds % HOUR) / MINUTE))}:${two(seconds % MINUTE)}`;
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)}:${rest}`;
  return rest.replace(/^0/, '');
}

function daysText(hours: number, locale: Language): string {
  const count = (unit: 'day' | 'hour', value: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const days = count('day', Math.floor(hours / 24));
  return hours % 24 === 0 ? days : `${days} ${count('hour', hours % 24)}`;
}
