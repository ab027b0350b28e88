// The chat of a table: cleaned, limited, kept for later visitors; never stored.
import type { Seat } from '../shared/kernel/seat.ts';

export interface ChatLine {
  /** `null` for a spectator. */
  readonly seat: Seat | null;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** Controls, and direction marks, which are not needed here. */
const UNWANTED = /[\p{Cc}\p{Cs}\p{Co}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
/** More than a few marks on one letter pile up over other lines. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

export function cleanText(text: string, length: number): string {
  const clean = text.normalize('NFC').replace(UNWANTED, ' ').replace(PILED_MARKS, '$1').trim();
  return Array.from(clean).slice(0, length).join('');
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
