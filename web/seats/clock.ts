// What is left of a decision's time and of the bank. Pure functions.

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

/** `1:05`, `2:00:00`; days from two on. */
export function timeText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  if (seconds >= 2 * DAY) return `${Math.floor(seconds / DAY)} d`;
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = `${two(Math.floor((seconds % HOUR) / MINUTE))}:${two(seconds % MINUTE)}`;
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)}:${rest}`;
  return rest.replace(/^0/, '');
}
