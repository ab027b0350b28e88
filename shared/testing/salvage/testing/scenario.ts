// Positions for tests, written as players would describe them at the table.
import { builtInComponents } from '../../../kernel/built-in.ts';
import { createDealer } from '../../../kernel/dealer.ts';
import { ask } from '../../../kernel/decisions.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { toolsFor } from '../../../testing/scenario.ts';

import { salvage } from '../index.ts';
import { layOut } from '../setup.ts';
import { type Draft, derive, type State } from '../state.ts';

const components = builtInComponents(salvage);
export const game = salvage.withEdition(components);
const { possible, ...tools } = toolsFor(game);
export const { begun, accepted, playedThrough, refusal, legalOf, fallbackOf } = tools;

/** Defaults: the third of six rounds, nothing salvaged, the remaining tugs in the stock. */
interface Scenario {
  /** By seat; its length is the number of seats. */
  readonly hands: readonly (readonly string[])[];
  readonly inSight: readonly string[];
  /** By seat. */
  readonly salvaged?: readonly (readonly string[])[];
  readonly round?: number;
  readonly rounds?: number;
  readonly stock?: readonly string[];
}

export function scenario(named: Scenario): Draft {
  const { hands, inSight, salvaged = [], round = 3, rounds = 6 } = named;
  const dealt = new Set(hands.flat());
  const left = [...components.tugs.keys()].filter((tug) => !dealt.has(tug));
  const stock = named.stock ?? left;
  const shownWrecks = new Set([...inSight, ...salvaged.flat()]);
  const dealer = createDealer('0123456789abcdef0123456789abcdef');
  const { shown } = layOut(components, { rounds }, hands.length, { ...dealer });
  const draft: Draft = {
    version: 20,
    open: [],
    rng: conceal(dealer),
    shown: {
      ...shown,
      round,
      inSight: [...inSight],
      spent: left.filter((tug) => !stock.includes(tug)),
      players: shown.players.map((player) => ({ ...player, salvaged: [...(salvaged[player.seat] ?? [])] })),
    },
    hidden: {
      wrecks: conceal([...components.wrecks.keys()].filter((wreck) => !shownWrecks.has(wreck))),
      stock: conceal([...stock]),
      hands: hands.map((hand) => conceal([...hand])),
      sent: hands.map(() => conceal(null)),
    },
  };
  for (const seat of hands.keys()) ask(draft, seat, 'bid', `round-${round}`);
  derive({ components, draft, state: draft as State, memo: undefined, news: [] });
  return possible(draft);
}
