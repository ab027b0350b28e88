// What a table needs of its connection: the same over HTTP and sockets.
import type { Contact } from './contact.ts';
import type { Answer, GameTypes, StreamLine } from './types.ts';

export interface Link<G extends GameTypes> {
  readonly contact: Contact;
  /** The lines of one connection: the news missed since that version first, then `full`, until it breaks. */
  lines(since: number | undefined): AsyncGenerator<StreamLine<G>, void>;
  /** A request to the table, or a command. One with a `commandId` is repeated until it is answered. */
  ask<Value extends object>(
    type: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Answer<G['Code'], Value>>;
  /** Opens our part of the deal at another table. */
  openAt(matchId: string, part: string): Promise<unknown>;
  /** Checks at once whether the connection still works; a lost one is replaced. */
  check(): void;
  /** Ends the connection, not the seat. */
  close(): void;
}
