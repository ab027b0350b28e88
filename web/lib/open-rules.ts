// The rules that are open beside the table.
import { signal } from '@preact/signals';

export interface OpenRules {
  readonly game: string;
  /** Where they are opened; null for the whole book from its beginning. */
  readonly rule: string | null;
  /** One rule alone, or the whole book. */
  readonly extent: 'rule' | 'book';
}

export const openRules = signal<OpenRules | null>(null);

export function openBook(game: string, rule: string | null = null): void {
  openRules.value = { game, rule, extent: 'book' };
}

export function closeRules(): void {
  openRules.value = null;
}
