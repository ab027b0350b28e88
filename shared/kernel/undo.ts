// Taking back the latest command of a match: the frame's own command, its news, and why it is refused (docs/adr/0049).
import { z } from 'zod';
import type { Decision, StateBase } from './decisions.ts';
import { SEAT_LIMIT, type Seat } from './seat.ts';

export const undoFields = z.strictObject({
  /** The version to go back to: the one before the command that is taken back. */
  to: z.int().min(0),
});

/** As stored: clients never send who agreed. */
export const storedUndoFields = undoFields.extend({
  agreed: z
    .array(
      z
        .int()
        .min(0)
        .max(SEAT_LIMIT - 1),
    )
    .max(SEAT_LIMIT)
    .exactOptional(),
});

/** Goes back to the state of an earlier version. It is an entry of the journal like any other and makes a new version. */
export type Undo = {
  readonly type: 'undo';
  /** The version whose state is restored: the one before the command that is taken back. */
  readonly to: number;
  /** The seats of those who agreed, if they were asked. */
  readonly agreed?: readonly Seat[];
};

/** What everybody is told. */
export interface TakenBack {
  readonly type: 'taken-back';
  /** Whose they were. */
  readonly seat: Seat;
  /** The versions whose commands no longer count. */
  readonly versions: readonly number[];
  /** The seats of those who agreed, if they were asked. */
  readonly agreed?: readonly Seat[];
}

/** In the order they are checked. */
export const UNDO_CODES = [
  'nothing-to-undo',
  'decided-since',
  'stale-undo',
  'undo-limit',
  'touched-hidden',
  'touched-chance',
] as const;
export type UndoCode = (typeof UNDO_CODES)[number];

/** So many commands can be taken back at once, by agreement. */
export const UNDO_REACH = 8;

/** How often a seat may take something back before another seat, a bot or the clock decides. */
export const UNDOS_PER_TURN = 10;

export function isUndo(command: { readonly type: string }): command is Undo {
  return command.type === 'undo';
}

/** The version that a command goes back to, if it takes one back. */
export function restoredBy(command: { readonly type: string }): number | undefined {
  return isUndo(command) ? command.to : undefined;
}

/**
 * An earlier state as the version after `present`. Decisions that are still open keep their ids; those that are open
 * again get new ones, so that no late answer to the first is taken for an answer to the second.
 */
export function reopened<State extends { readonly [Key in keyof StateBase]: unknown }>(
  earlier: State & { readonly open: readonly Decision[] },
  present: { readonly version: number; readonly open: readonly Decision[] },
): State {
  const version = present.version + 1;
  const open = earlier.open.map((decision) =>
    present.open.some(({ id }) => id === decision.id)
      ? decision
      : { ...decision, id: version * SEAT_LIMIT + decision.seat },
  );
  return { ...earlier, version, open };
}
