// CAB-16.1: the final phase begins.

import { type PlayOf, tell } from '../../../kernel/play.ts';
import type { Types } from '../state.ts';

export function startFinalPhase(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  shown.finalPhase = true;
  tell(play, { type: 'final-phase-started', seat: shown.turnSeat });
  for (const [seat, owner] of shown.seats.entries()) {
    if (owner.homePort === null || owner.homeLaid) continue;
    tell(play, { type: 'home-port-forfeited', seat, portId: owner.homePort });
    shown.removedTiles.push(owner.homePort);
    owner.homePort = null;
  }
}
