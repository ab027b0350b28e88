// A visitor for tests: keeps every line it is sent.
import { randomUUID } from 'node:crypto';
import type { ClosingReason, Truth } from '../../shared/protocol/lines.ts';
import type { Visitor } from '../people/http-door.ts';

type Line = {
  readonly type: string;
  readonly version?: number;
  readonly reason?: ClosingReason;
} & Partial<Omit<Truth, 'version'>> & { readonly events?: readonly object[]; readonly text?: string };

export class TestVisitor implements Visitor {
  readonly id: string;
  readonly identity: Visitor['identity'];
  readonly language = 'en';
  readonly address: string;
  readonly lines: Line[] = [];
  ended = false;

  constructor(name: string, address = '192.0.2.1') {
    this.id = randomUUID();
    this.address = address;
    this.identity = { id: `id-${name}`, name };
  }

  send(line: string): void {
    this.lines.push(JSON.parse(line) as Line);
  }

  end(): void {
    this.ended = true;
  }

  of(type: string): Line[] {
    return this.lines.filter((line) => line.type === type);
  }
}
