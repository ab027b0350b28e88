// A client that sends a request to a table, and the answers.
import type { Parsed } from '../../shared/kernel/codes.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { Identity } from '../ports.ts';

export interface Asker {
  readonly identity: Identity;
  /** The key of limits per address. */
  readonly address: string;
  language: Language;
  /** It gets the state and answers only: a program for Colyseus is warned of every other message. */
  readonly isQuiet?: boolean | undefined;
  /** From now on its news come in few bytes, after the book with which they are read. Only over sockets. */
  shortenNews?(): void;
}

export type Answer<Value extends object = object> = Parsed<Value>;
