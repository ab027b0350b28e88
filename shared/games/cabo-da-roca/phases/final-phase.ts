// How the final phase begins (CAB-16.1).
import { type Play, tell } from '../play.ts';

export function startFinalPhase(play: Play): void {
  const { state } = play;
  state.finalPhase = true;
  tell(play, { type: 'final-phase-started', seat: state.turnSeat });
  for (const [seat, owner] of state.players.entries()) {
    if (owner.homePort === null || owner.homeLaid) continue;
    tell(play, { type: 'home-port-forfeited', seat, portId: owner.homePort });
    state.removedTiles.push(owner.homePort);
    owner.homePort = null;
  }
}
