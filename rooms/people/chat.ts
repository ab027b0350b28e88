// The chat of a table: cleaned, limited, kept for later visitors; never stored.
import type { Seat } from '../../shared/kernel/seat.ts';
import { isVisible, withoutUnseen } from './visible-text.ts';

export interface ChatLine {
  /** `null` for a spectator. */
  readonly seat: Seat | null;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** Empty if nothing of it can be seen. */
export function cleanText(text: string, length: number): string {
  const clean = Array.from(withoutUnseen(text, ' ').trim()).slice(0, length).join('');
  return isVisible(clean) ? clean : '';
}

export class Chat {
  #lines: ChatLine[] = [];
  readonly #kept: number;

  constructor(kept: number) {
    this.#kept = kept;
  }

  add(line: ChatLine): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#kept) this.#lines.shift();
  }

  /** What was said elsewhere before. */
  precede(lines: readonly ChatLine[]): void {
    this.#lines = [...lines, ...this.#lines].slice(-this.#kept);
  }

  /** What this name said is not shown to later visitors. */
  forget(name: string | undefined): void {
    this.#lines = this.#lines.filter((line) => line.name !== name);
  }

  get lines(): readonly ChatLine[] {
    return this.#lines;
  }
}
