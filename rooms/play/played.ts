// What has been played in a match, by seat: none is played twice, and no seat fills a phase of all players, such as a
// market, or the match, alone.
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import type { Decision } from '../../shared/kernel/decisions.ts';
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

interface Known {
  readonly version: number;
  readonly fingerprint: string;
}

export class PlayedCommands {
  readonly #hash: (text: string) => string;
  readonly #game: Pick<Game, 'plain' | 'sharedKinds'>;
  readonly #mostPerPhase: number;
  readonly #ids = new Map<Seat, Recent<string, Known>>();
  /** By seat, the version of its player's latest command. */
  readonly #latest = new Map<Seat, number>();
  #phase: string | undefined;
  /** By seat, its commands in that phase. */
  #inPhase = new Map<Seat, number>();
  #chosen = 0;

  constructor(
    hash: (text: string) => string,
    game: Pick<Game, 'plain' | 'sharedKinds'>,
    mostPerPhase: number,
  ) {
    this.#hash = hash;
    this.#game = game;
    this.#mostPerPhase = mostPerPhase;
  }

  /** A command of the seat's present player. */
  add({ seat, commandId, version, by, decision, command }: Entry): void {
    if (by === 'player') this.#latest.set(seat, version);
    if (commandId === undefined) return;
    const known = this.#ids.get(seat) ?? new Recent<string, Known>(KEPT);
    this.#ids.set(seat, known);
    known.set(commandId, { version, fingerprint: this.#fingerprint(decision, command) });
  }

  /** A new player has the seat, and may choose the same ids. */
  forget(seat: Seat): void {
    this.#ids.delete(seat);
    this.#latest.delete(seat);
  }

  /** The version of the latest command that the seat's player sent; 0 without one. */
  latestOf(seat: Seat): number {
    return this.#latest.get(seat) ?? 0;
  }

  /** The version of the latest command that a player or a bot chose. */
  get chosen(): number {
    return this.#chosen;
  }

  /** The version this command created; `different` if the id was used for another command. */
  find(
    seat: Seat,
    commandId: string,
    decision: number | null,
    command: Entry['command'],
  ): number | 'different' | undefined {
    const played = this.#ids.get(seat)?.get(commandId);
    if (played === undefined) return undefined;
    // As it was sent, or as the game records it if a part of it had no effect.
    const forms = isUndo(command) ? [command] : [command, this.#game.plain(command)];
    const isSame = forms.some((form) => played.fingerprint === this.#fingerprint(decision, form));
    return isSame ? played.version : 'different';
  }

  /** Any command. `open`: the decisions after it. */
  count({ seat, by, version }: Entry, open: readonly Decision[]): void {
    if (by !== 'clock') this.#chosen = version;
    const phase = this.#phaseOf(open);
    if (phase === undefined) return;
    if (phase !== this.#phase) {
      // This command led into the phase.
      this.#phase = phase;
      this.#inPhase = new Map();
    } else if (by !== 'clock') this.#inPhase.set(seat, (this.#inPhase.get(seat) ?? 0) + 1);
  }

  /** Whether the seat has had its share of a phase for all players: it can only leave. */
  isExhausted(seat: Seat, open: readonly Decision[]): boolean {
    const phase = this.#phaseOf(open);
    return (
      phase !== undefined && phase === this.#phase && (this.#inPhase.get(seat) ?? 0) >= this.#mostPerPhase
    );
  }

  /** All decisions of such a phase share one allotment of time, which no later phase uses again. */
  #phaseOf(open: readonly Decision[]): string | undefined {
    return open.find(({ kind }) => this.#game.sharedKinds.includes(kind))?.allotment;
  }

  #fingerprint(decision: number | null, command: object): string {
    return this.#hash(canonicalJson([decision, command]));
  }
}
