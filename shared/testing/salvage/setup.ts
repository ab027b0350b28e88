// SAL-1: setup, up to the first decision.
import { type OptionCode, type Rejection, reject } from '../../kernel/codes.ts';
import { type Dealer, layPile } from '../../kernel/dealer.ts';
import { type PlayOf, tellEach } from '../../kernel/play.ts';
import { conceal, type Frozen } from '../../kernel/secrecy.ts';
import { startRound } from './bid.ts';
import { PIECES } from './components.ts';
import { type Draft, handOf, type Types } from './state.ts';

type Options = Frozen<Types['Options']>;

/** SAL-1.3: a tug for every player in every round. */
export function refuseOptions({ rounds }: Options, seats: number): Rejection<OptionCode> | undefined {
  return rounds * seats > PIECES.tugs ? reject('option-not-allowed', 'SAL-1.3', 'rounds') : undefined;
}

export function layOut(
  components: Types['Components'],
  options: Options,
  seats: number,
  dealer: Dealer,
): Pick<Draft, 'shown' | 'hidden'> {
  const stock = layPile(dealer, 'stock', components.tugs.keys());
  const hands = Array.from({ length: seats }, () => stock.splice(-components.constants.startingHand)); // SAL-1.1
  const wrecks = layPile(dealer, 'wrecks', components.wrecks.keys()); // SAL-1.2
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
