// Remembers the ids of played commands of a match, so that none is played twice.
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { isUndo } from '../../shared/kernel/undo.ts';
import { Recent } from '../show/recent.ts';

/**
 * The latest ids are remembered per seat. A command with an older id cannot be played twice either if it
 * names a decision: that was answered long ago.
 */
const KEPT = 256;

interface Played {
  readonly version: number;
  readonly fingerprint: string;
}

export class CommandIds {
  readonly #hash: (text: string) => string;
  readonly #plain: Game['plain'];
  readonly #seats = new Map<Seat, Recent<string, Played>>();

  constructor(hash: (text: string) => string, game: Pick<Game, 'plain'>) {
    this.#hash = hash;
    this.#plain = game.plain;
  }

  add({ seat, commandId, version, decision, command }: Entry): void {
    if (commandId === undefined) return;
    const played = this.#seats.get(seat) ?? new Recent<string, Played>(KEPT);
    this.#seats.set(seat, played);
    played.set(commandId, { version, fingerprint: this.#fingerprint(decision, command) });
  }

  /** A new player has the seat, and may choose the same ids. */
  forget(seat: Seat): void {
    this.#seats.delete(seat);
  }

  /** The version this command created; `different` if the id was used for another command. */
  find(
    seat: Seat,
    commandId: string,
    decision: number | null,
    command: Entry['command'],
  ): number | 'different' | undefined {
    const played = this.#seats.get(seat)?.get(commandId);
    if (played === undefined) return undefined;
    // As it was sent, or as the game records it if a part of it had no effect.
    const forms = isUndo(command) ? [command] : [command, this.#plain(command)];
    const isSame = forms.some((form) => played.fingerprint === this.#fingerprint(decision, form));
    return isSame ? played.version : 'different';
  }

  #fingerprint(decision: number | null, command: object): string {
    return this.#hash(canonicalJson([decision, command]));
  }
}
