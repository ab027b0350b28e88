// What a table needs of its connection: the same over HTTP and sockets.
import type { Answer, GameTypes, StreamLine } from './types.ts';

export interface Link<G extends GameTypes> {
  /** The lines of one connection: the news missed since that version first, then `full`, until it breaks. */
  lines(since: number | undefined): AsyncGenerator<StreamLine<G>, void>;
  /** A request to the table, or a command. One with a `commandId` is repeated until it is answered. */
  ask<Value extends object>(
    type: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Answer<G['Code'], Value>>;
  /** Ends the connection, not the seat. */
  close(): void;
}
