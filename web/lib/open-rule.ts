// The rule that is open beside the table, and what explains itself at the pointer.
import { signal } from '@preact/signals';

export interface OpenRule {
  readonly game: string;
  readonly id: string;
}

export const openRule = signal<OpenRule | null>(null);

/** A component that is pointed at, and where it is on the screen. */
export interface Explained {
  readonly id: string;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

export const explained = signal<Explained | null>(null);
