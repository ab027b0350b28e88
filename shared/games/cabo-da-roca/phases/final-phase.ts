// CAB-16.1: the final phase begins.
import { tell } from '../../../kernel/play.ts';
import type { Play } from '../play.ts';

export function startFinalPhase(play: Play): void {
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
