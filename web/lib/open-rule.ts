// The rule that is open beside the table.
import { signal } from '@preact/signals';

export interface OpenRule {
  readonly game: string;
  readonly id: string;
}

export const openRule = signal<OpenRule | null>(null);
