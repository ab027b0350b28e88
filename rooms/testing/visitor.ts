// A visitor for tests: keeps every line it is sent.
import { randomUUID } from 'node:crypto';
import type { ClosingReason, Truth } from '../../shared/protocol/lines.ts';
import type { Visitor } from '../visits.ts';

export type Line = {
  readonly type: string;
  readonly version?: number;
  readonly reason?: ClosingReason;
} & Partial<Omit<Truth, 'version'>> & { readonly events?: readonly object[]; readonly text?: string };

export class TestVisitor implements Visitor {
  readonly id: string;
  readonly identity: Visitor['identity'];
  readonly language = 'en';
  readonly lines: Line[] = [];
  ended = false;
  wasCut = false;
  /** Says that so much waits, as a reader does that has fallen asleep. */
  waiting = 0;

  constructor(name: string) {
    this.id = randomUUID();
    this.identity = { id: `id-${name}`, name };
  }

  send(line: string): void {
    this.lines.push(JSON.parse(line) as Line);
  }

  unsent(): number {
    return this.wasCut ? 0 : this.waiting;
  }

  end(): void {
    this.ended = true;
  }

  cut(): void {
    this.wasCut = true;
  }

  of(type: string): Line[] {
    return this.lines.filter((line) => line.type === type);
  }
}
