// The legal commands of a seat, as sent to it.
import type { Match } from '../shared/kernel/match.ts';
import type { Seat } from '../shared/kernel/seat.ts';

export interface LegalCommands {
  /** The seat's open decision. */
  readonly decision: number | null;
  /** Each ready to be sent. */
  readonly commands: readonly object[];
  /** False if the list was truncated. */
  readonly complete: boolean;
}

export function legalCommands(match: Match, seat: Seat, most: number): LegalCommands {
  const decision = match.decisionOf(seat)?.id ?? null;
  const commands: object[] = [];
  for (const command of match.legal(seat)) {
    if (commands.length >= most) return { decision, commands, complete: false };
    const answersNone = decision === null || match.game.unasked.includes(command.type);
    commands.push(answersNone ? command : { decision, ...command });
  }
  return { decision, commands, complete: true };
}
