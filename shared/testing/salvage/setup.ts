// SAL-1: setup, up to the first decision.

import { type PlayOf, tellEach } from '../../kernel/play.ts';
import { type Rng, shuffled } from '../../kernel/rng.ts';
import { conceal, type Frozen } from '../../kernel/secrecy.ts';
import type { Components } from './components.ts';
import type { Options } from './options.ts';
import { startRound } from './phases/bid.ts';
import { type Draft, handOf, type Types } from './state.ts';

export function layOut(
  components: Components,
  options: Frozen<Options>,
  seats: number,
  rng: Rng,
): Pick<Draft, 'shown' | 'hidden'> {
  const stock = shuffled(rng, components.tugs.keys());
  const hands = Array.from({ length: seats }, () => stock.splice(-components.startingHand)); // SAL-1.1
  const wrecks = shuffled(rng, components.wrecks.keys()); // SAL-1.2
  return {
    shown: {
      phase: 'bid',
      options: { ...options },
      round: 0,
      inSight: [],
      wreckCount: 0,
      stockCount: 0,
      spent: [],
      players: hands.map((_, seat) => ({ seat, handCount: 0, hasSent: false, salvaged: [] })),
    },
    hidden: {
      wrecks: conceal(wrecks),
      stock: conceal(stock),
      hands: hands.map((hand) => conceal(hand)),
      sent: hands.map(() => conceal(null)),
    },
  };
}

export function begin(play: PlayOf<Types>): void {
  const { components, state } = play;
  const { options, players } = state.shown;
  const all = { type: 'game-started', rounds: options.rounds, edition: components.name } as const;
  tellEach(
    play,
    all,
    players.map(({ seat }) => ({ ...all, hand: [...handOf(state, seat)] })),
  );
  startRound(play);
}
