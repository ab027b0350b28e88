// SAL-1: setup, up to the first decision.
import { type Rng, shuffle } from '../../kernel/rng.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Components } from './components.ts';
import { startRound } from './phases/bid.ts';
import type { Draft, Play, State } from './play.ts';
import { handOf } from './state.ts';

export function layOut(
  components: Components,
  options: State['shown']['options'],
  seats: number,
  rng: Rng,
): Pick<Draft, 'shown' | 'hidden'> {
  const stock = [...components.tugs.keys()];
  shuffle(rng, stock);
  const hands = Array.from({ length: seats }, () => stock.splice(-components.startingHand)); // SAL-1.1
  const wrecks = [...components.wrecks.keys()];
  shuffle(rng, wrecks); // SAL-1.2
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

export function begin(play: Play): void {
  const { components, state, news } = play;
  const { options, players } = state.shown;
  const all = { type: 'game-started' as const, rounds: options.rounds, edition: components.name };
  const only = players.map(({ seat }) => ({ seat, event: { ...all, hand: [...handOf(state, seat)] } }));
  news.push({ all, only });
  startRound(play);
}
