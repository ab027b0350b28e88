// The chat of a table: cleaned, limited, kept for later visitors; never stored.
import type { Seat } from '../../shared/kernel/seat.ts';
import type { Blocked } from './blocks.ts';
import { isVisible, withoutUnseen } from './visible-text.ts';

export interface ChatLine {
  /** `null` for a spectator. */
  readonly seat: Seat | null;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** With the id of who said it, which no client learns. */
export interface Said {
  readonly from: string;
  readonly line: ChatLine;
}

/** Empty if nothing of it can be seen. */
export function cleanText(text: string, length: number): string {
  const clean = Array.from(withoutUnseen(text, ' ').trim()).slice(0, length).join('');
  return isVisible(clean) ? clean : '';
}

export class Chat {
  #lines: Said[] = [];
  readonly #kept: number;

  constructor(kept: number) {
    this.#kept = kept;
  }

  add(said: Said): void {
    this.#lines.push(said);
    if (this.#lines.length > this.#kept) this.#lines.shift();
  }

  /** What was said elsewhere before. */
  precede(lines: readonly Said[]): void {
    this.#lines = [...lines, ...this.#lines].slice(-this.#kept);
  }

  /** What this name said is not shown to later visitors. */
  forget(name: string | undefined): void {
    this.#lines = this.#lines.filter(({ line }) => line.name !== name);
  }

  get lines(): readonly Said[] {
    return this.#lines;
  }

  /** For somebody who has blocked these. */
  linesFor(blocked: Blocked): readonly ChatLine[] {
    return this.#lines.flatMap(({ from, line }) => (blocked.has(from) ? [] : [line]));
  }

  /** The last one who said something under this name. */
  speaker(name: string): string | undefined {
    return this.#lines.findLast(({ line }) => line.name === name)?.from;
  }
}
