// An administrator's action on a match, at whichever process has it.
import { pause } from '../../rooms/clockwork.ts';
import { AtPeer, type MatchAction, type RoomService, TableRefusal } from '../../rooms/index.ts';
import type { AskPeer, ErrandAnswer } from '../cluster/peers/errands.ts';

type Done = ErrandAnswer<'action'>;
type Rooms = Pick<RoomService, 'administer'>;

/** Matches rarely move. */
const TRIES = 4;
const PAUSE_MS = 400;

/** Throws `TableRefusal`; `false`: there was nothing to do. */
export function administerAnywhere(
  rooms: Rooms,
  ask: AskPeer,
): (matchId: string, action: MatchAction) => Promise<boolean> {
  return async (matchId, action) => {
    for (let tries = 1; ; tries++) {
      const answer = await administerHere(rooms, matchId, action, async ({ peer }) => {
        // Actions can be repeated: they have no further effect.
        return (await ask(peer, 'action', { matchId, action })) ?? { refused: 'shutting-down' };
      });
      if ('done' in answer) return answer.done;
      if (answer.refused !== 'shutting-down' || tries === TRIES) throw new TableRefusal(answer.refused);
      await pause(PAUSE_MS);
    }
  };
}

/** A refusal as a value, so that it can be sent to the process that asks. */
export async function administerHere(
  rooms: Rooms,
  matchId: string,
  action: MatchAction,
  atPeer: (error: AtPeer) => Promise<Done> = (error) => Promise.resolve({ refused: error.refusal }),
): Promise<Done> {
  try {
    return { done: await rooms.administer(matchId, action) };
  } catch (error) {
    if (error instanceof AtPeer) return await atPeer(error);
    if (error instanceof TableRefusal) return { refused: error.refusal };
    throw error;
  }
}
