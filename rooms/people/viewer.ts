// Connections of people to a table, whatever carries them.
import type { ClosingReason } from '../../shared/protocol/lines.ts';
import type { Bulletin } from '../show/news-memory.ts';
import type { Asker } from './asker.ts';
import type { Said } from './chat.ts';

/** One connection of a person. A person may have several, over several transports. */
export interface Viewer extends Asker {
  /** Different for each connection. */
  readonly id: string;
  readonly kind: 'socket' | 'stream';
  /** Takes back what it knew of a seat that its person has lost; `reseat` follows. */
  conceal(): void;
  /** Its person took or lost a seat: shows what may be seen from now on. */
  reseat(): void;
  /** Says why, and ends the connection. */
  close(reason: ClosingReason): void;
}

/** How much of a match may have changed: the table, what a command changes, or both. */
export type Changed = 'table' | 'progress' | 'all';

/** Reaches all viewers of one kind, and makes only once what is the same for several of them. */
export interface Transport {
  show(changed: Changed): void;
  /** The news of a version that has just been shown. */
  tell(bulletin: Bulletin): void;
  say(said: Said): void;
  /** The next match of the same players, unless the table itself says so to these viewers. */
  rematch?(matchId: string): void;
  /** For a client that returned with the state it knew. */
  restateAbsence?(): void;
}
