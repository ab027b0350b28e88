// Asks for a hint until a captain has time: a thread that has just begun may be late, on a busy machine.
import type { Answered } from './start.ts';

interface Asker {
  get(path: string): Promise<Answered>;
}

export async function hintFor(player: Asker, matchId: string): Promise<Answered> {
  for (;;) {
    const answer = await player.get(`/matches/${matchId}/hint`);
    if (answer.json()['code'] !== 'no-captain') return answer;
  }
}
