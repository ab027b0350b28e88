// The player's preferences, stored in this browser.
import { effect } from '@preact/signals';
import { shared } from './remembered.ts';

const oneOf =
  <Value extends string>(...values: readonly Value[]) =>
  (value: unknown): value is Value =>
    values.includes(value as Value);
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

type Theme = 'system' | 'light' | 'dark';
/** How fast the moves of others are shown, one after the other. */
export type Pace = 'instant' | 'fast' | 'normal' | 'slow';

export const theme = shared<Theme>('theme', 'system', oneOf('system', 'light', 'dark'));
export const pace = shared<Pace>('pace', 'normal', oneOf('instant', 'fast', 'normal', 'slow'));
/** Whether a command waits to be confirmed once it is picked. */
export const confirms = shared('confirms', true, isFlag);
export const sound = shared('sound', false, isFlag);
/** Whether the browser calls the player to a table that is out of sight. */
export const calls = shared<'unasked' | 'on' | 'off'>('calls', 'unasked', oneOf('unasked', 'on', 'off'));
/** Whether decisions explain themselves when they come up for the first time. */
export const guides = shared('guides', true, isFlag);
/** Whether the regions of boards have their names on them: while one learns a game. */
export const labels = shared('labels', true, isFlag);
/** Single keys that confirm, undo, jump; the dialog of keys itself always has one. */
export const shortcuts = shared('shortcuts', true, isFlag);
/** Whether this browser keeps the client for use without the server. */
export const keepsOffline = shared('offline', true, isFlag);
/** The text table instead of the drawing. */
export const prefersText = shared('text-table', false, isFlag);

effect(() => {
  if (typeof document !== 'undefined') document.documentElement.toggleAttribute('data-labels', labels.value);
});
effect(() => {
  if (typeof document === 'undefined') return;
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
});
